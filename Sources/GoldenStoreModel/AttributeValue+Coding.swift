import Foundation

/// A value as `{"type":…,"value":…}`; numbers are texts, so that no coder rounds them.
extension AttributeValue: Codable {
  private enum CodingKeys: String, CodingKey { case type, value }

  private enum Kind: String, Codable {
    case null, integer, boolean, double, float, decimal, date, string, uri, uuid, binary
    case transformable
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let (kind, text) = kindAndText
    try container.encode(kind, forKey: .type)
    try container.encodeIfPresent(text, forKey: .value)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try container.decode(Kind.self, forKey: .type)
    if kind == .null {
      self = .null
      return
    }
    let text = try container.decode(String.self, forKey: .value)
    guard let value = AttributeValue(kind: kind, text: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .value, in: container,
        debugDescription: "'\(text)' is not a value of type \(kind.rawValue)")
    }
    self = value
  }

  private var kindAndText: (Kind, String?) {
    switch self {
    case .null: (.null, nil)
    case .integer(let value): (.integer, "\(value)")
    case .boolean(let value): (.boolean, value ? "true" : "false")
    case .double(let value): (.double, "\(value)")
    case .float(let value): (.float, "\(value)")
    case .decimal(let value): (.decimal, value.text)
    case .date(let value): (.date, "\(value)")
    case .string(let value): (.string, value)
    case .uri(let value): (.uri, value)
    case .uuid(let value): (.uuid, value.uuidString)
    case .binary(let value): (.binary, value.base64EncodedString())
    case .transformable(let value): (.transformable, value.base64EncodedString())
    }
  }

  private init?(kind: Kind, text: String) {
    let value: AttributeValue? =
      switch kind {
      case .null: .null
      case .integer: Int64(text).map { .integer($0) }
      case .boolean: Bool(text).map { .boolean($0) }
      case .double: Double(text).map { .double($0) }
      case .float: Double(text).map { .float($0) }
      case .decimal: DecimalNumber(text).map { .decimal($0) }
      case .date: Double(text).map { .date($0) }
      case .string: .string(text)
      case .uri: .uri(text)
      case .uuid: UUID(uuidString: text).map { .uuid($0) }
      case .binary: Data(base64Encoded: text).map { .binary($0) }
      case .transformable: Data(base64Encoded: text).map { .transformable($0) }
      }
    guard let value else { return nil }
    self = value
  }
}
