import GoldenStoreModel

/// Findings that somebody has looked at: those of a rule, everywhere or at one place.
public struct LintWaiver: Hashable, Sendable {
  public let rule: LintRule
  /// The entity at which it is waived; `nil` for everywhere.
  public let entity: String?
  /// The property at which it is waived; `nil` for the entity with all its properties.
  public let property: String?

  public init(_ rule: LintRule, entity: String? = nil, property: String? = nil) {
    self.rule = rule
    self.entity = entity
    self.property = property
  }

  /// Reads `RULE`, `RULE:Entity` or `RULE:Entity.property`; `nil` for another text.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let rule = LintRule(rawValue: String(parts[0])) else { return nil }
    guard parts.count > 1 else {
      self.init(rule)
      return
    }
    let names = parts[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(
      rule, entity: names.first.map(String.init),
      property: names.count > 1 ? String(names[1]) : nil)
  }

  /// Whether a finding is one of those.
  public func waives(_ finding: LintFinding) -> Bool {
    guard rule == finding.rule, let entity else { return rule == finding.rule }
    return entity == finding.entity && property.map { $0 == finding.property } ?? true
  }
}

extension LintWaiver: CustomStringConvertible {
  public var description: String {
    rule.rawValue + (entity.map { ":\($0)" } ?? "") + (property.map { ".\($0)" } ?? "")
  }
}
