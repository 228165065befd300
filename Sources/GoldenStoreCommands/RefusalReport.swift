import GoldenStoreFormat
import GoldenStoreMigration

/// What Core Data reports in the same case, or this package alone.
struct RefusalReport: Encodable {
  let domain: String
  let code: Int
  let reason: String
  /// The sentence of this package, which names the place.
  let message: String?
  let underlying: [RefusalReport]

  private enum CodingKeys: String, CodingKey { case domain, code, reason, message, underlying }

  init(_ error: MigrationError) {
    self =
      error.coreData.map { RefusalReport($0, message: "\(error)") }
      ?? RefusalReport(message: "\(error)")
  }

  private init(_ error: CoreDataError, message: String? = nil) {
    domain = error.domain
    code = error.code
    reason = error.reason
    self.message = message
    underlying = error.underlying.map { [RefusalReport($0)] } ?? []
  }

  /// A refusal that Core Data does not know.
  private init(message: String) {
    domain = "GoldenStore"
    code = 0
    reason = message
    self.message = message
    underlying = []
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(domain, forKey: .domain)
    try container.encode(code, forKey: .code)
    try container.encode(reason, forKey: .reason)
    try container.encodeIfPresent(message, forKey: .message)
    try container.encode(underlying.first, forKey: .underlying)
  }
}

/// One hop of a migration, as reports show it.
struct StepReport: Encodable {
  let from: String
  let to: String
  let kind: String
  let path: String

  init(_ step: MigrationStep) {
    from = step.sourceName
    to = step.destinationName
    kind = step.kind.rawValue
    path = step.path.description
  }

  var text: String { "'\(from)' → '\(to)' (\(kind), \(path))" }
}

extension MigrationError {
  /// Whether a rule said no, as opposed to work that could not be done.
  var isRefusal: Bool {
    switch self {
    case .cannotMigrate(_, _, .database): false
    case .cannotInfer, .cannotMigrate, .customStage, .staged, .undecided, .notSupportedYet,
      .unknownVersion, .otherVersion, .unsupportedVersion, .downgrade:
      true
    case .store(.destinationOccupied): true
    case .positionOutOfRange, .model, .store, .inUse, .cancelled: false
    }
  }

  var sourceName: String? {
    switch self {
    case .cannotInfer(let source, _, _), .cannotMigrate(let source, _, _),
      .customStage(let source, _, _), .cancelled(let source, _),
      .undecided(let source, _, _), .notSupportedYet(let source, _, _),
      .downgrade(_, let source, _):
      source
    case .otherVersion(_, _, let found), .unsupportedVersion(_, let found, _): found
    case .unknownVersion, .positionOutOfRange, .model, .store, .staged, .inUse: nil
    }
  }
}
