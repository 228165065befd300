/// What Core Data itself reports where this package refuses: domain, code, reason, and the error
/// underneath.
public struct CoreDataError: Hashable, Sendable {
  /// The error's domain; every error of a migration is in Cocoa's.
  public let domain: String
  public let code: Int
  /// The text that Core Data gives as the reason.
  public let reason: String

  private let causes: [CoreDataError]

  public init(code: Int, reason: String, underlying: CoreDataError? = nil) {
    domain = "NSCocoaErrorDomain"
    self.code = code
    self.reason = reason
    causes = underlying.map { [$0] } ?? []
  }

  /// The error that led to this one; `nil` for none.
  public var underlying: CoreDataError? { causes.first }
}

extension CoreDataError: CustomStringConvertible {
  public var description: String {
    let cause = underlying.map { " ← \($0)" } ?? ""
    return "\(domain) \(code) '\(reason)'\(cause)"
  }
}

/// The codes of Core Data's errors that a migration can meet.
enum CoreDataCode {
  static let fileExists = 516
  static let multipleValidationErrors = 1560
  static let missingMandatoryProperty = 1570
  static let tooFewTargets = 1580
  static let tooManyTargets = 1590
  static let incompatibleVersionHash = 134_100
  static let migration = 134_110
  static let constraintViolation = 134_111
  static let cancelled = 134_120
  static let missingSourceModel = 134_130
  static let missingMappingModel = 134_140
  static let sqlite = 134_180
  static let inferredMappingModel = 134_190
  static let modelReferenceNotFound = 134_504
  static let frameworkVersionMismatch = 134_505
  static let backwardMigration = 134_506
}
