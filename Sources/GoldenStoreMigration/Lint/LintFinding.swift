/// How bad a finding is.
public enum LintSeverity: String, Hashable, Sendable, Codable, CaseIterable {
  /// A migration fails, or loses what it was meant to keep.
  case error
  /// Something is lost or changed that may be meant so.
  case warning
  /// Good to know.
  case note
}

/// One place of a history that breaks a rule.
public struct LintFinding: Hashable, Sendable {
  /// What a finding is about whatever it is called in a version, so that it is told once.
  struct Subject: Hashable {
    let rule: LintRule
    /// The renaming key of the entity.
    var entity: String?
    /// The renaming key of the property, or what else tells two findings of an entity apart.
    var property: String?
  }

  public let rule: LintRule
  public let severity: LintSeverity
  /// The name of the version whose stores are concerned; `nil` where it is one version alone.
  public let source: String?
  /// The name of the version that brings the change, or has the fault.
  public let destination: String
  /// The entity; `nil` where it is the whole model.
  public let entity: String?
  /// The property; `nil` where it is the whole entity.
  public let property: String?
  /// What was found, as one sentence.
  public let message: String

  let subject: Subject
}

extension LintFinding: CustomStringConvertible {
  /// `'V1' → 'V2', 'Person.age'`.
  public var place: String {
    let versions = (source.map { "'\($0)' → " } ?? "") + "'\(destination)'"
    guard let entity else { return versions }
    return "\(versions), '\(entity)\(property.map { ".\($0)" } ?? "")'"
  }

  public var description: String { "\(severity.rawValue): \(rule.rawValue): \(place): \(message)" }
}
