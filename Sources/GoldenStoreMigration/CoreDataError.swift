/// What Core Data itself reports where this package refuses: domain, code, reason, and the error
/// underneath.
public struct CoreDataError: Hashable, Sendable {
  /// The error's domain; every error of a migration itself is in Cocoa's.
  public let domain: String
  public let code: Int
  /// The text that Core Data gives as the reason.
  public let reason: String

  private let causes: [CoreDataError]

  public init(
    domain: String = "NSCocoaErrorDomain", code: Int, reason: String,
    underlying: CoreDataError? = nil
  ) {
    self.domain = domain
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

/// Errors that say the same wherever they are met.
extension CoreDataError {
  package static let cancelled = CoreDataError(
    code: CoreDataCode.cancelled, reason: "Migration cancelled")
  package static let missingSourceModel = CoreDataError(
    code: CoreDataCode.missingSourceModel, reason: "Can't find model for source store")
  package static let backwardMigration = CoreDataError(
    code: CoreDataCode.backwardMigration,
    reason: "A store file cannot be migrated backwards with staged migration.")
}

/// The codes of Core Data's errors that a migration can meet.
package enum CoreDataCode {
  package static let fileExists = 516
  package static let multipleValidationErrors = 1560
  package static let missingMandatoryProperty = 1570
  package static let tooFewTargets = 1580
  package static let tooManyTargets = 1590
  package static let incompatibleVersionHash = 134_100
  package static let migration = 134_110
  package static let constraintViolation = 134_111
  package static let cancelled = 134_120
  package static let missingSourceModel = 134_130
  package static let missingMappingModel = 134_140
  package static let sqlite = 134_180
  package static let inferredMappingModel = 134_190
  package static let modelReferenceNotFound = 134_504
  package static let frameworkVersionMismatch = 134_505
  package static let backwardMigration = 134_506
}
