import GoldenStoreFormat

/// A problem that another process found, as that process told it.
package struct ReportedProblem: Hashable, Sendable, Codable {
  package let kind: String
  /// The sentence, with the next step where there is one.
  package let message: String
  /// Every kept difference, one a line; `nil` where the problem is none of a comparison.
  package let differencesText: String?
  package let differences: [ReportedDifference]?

  init(_ failure: MatrixFailure) throws {
    kind = failure.problem.kind
    message = failure.sentence
    differencesText = failure.problem.report?.fullText
    differences = try failure.problem.report?.differences.map(ReportedDifference.init)
  }
}

/// A difference as the command's JSON has it.
package struct ReportedDifference: Hashable, Sendable, Codable {
  private enum Side: Hashable, Sendable, Codable {
    case nothing
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case content([String: String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .nothing
      } else if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let integer = try? container.decode(Int64.self) {
        self = .integer(integer)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .content(try container.decode([String: String].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .nothing: try container.encodeNil()
      case .flag(let flag): try container.encode(flag)
      case .integer(let integer): try container.encode(integer)
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .content(let content): try container.encode(content)
      }
    }
  }

  private let kind: StoreDifference.Kind
  private let entity: String?
  private let object: String?
  private let property: String?
  private let expected: Side
  private let found: Side

  init(_ difference: StoreDifference) throws {
    self = try JSON.decode(ReportedDifference.self, from: JSON.encode(difference))
  }

  private enum CodingKeys: String, CodingKey {
    case kind, entity, object, property, expected, found
  }

  /// Writes every key, with null where there is nothing.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(entity, forKey: .entity)
    try container.encode(object, forKey: .object)
    try container.encode(property, forKey: .property)
    try container.encode(expected, forKey: .expected)
    try container.encode(found, forKey: .found)
  }
}
