import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

extension Command {
  private static let cloudKit = Option(
    "--cloudkit", nil, "also the rules for stores that are mirrored to CloudKit")
  private static let against = Option(
    "--against", "PATH", "a model or a store that has shipped; its versions must not have changed")
  private static let revision = Option(
    "--against-revision", "REV", "the same model file as git has it at a revision")
  private static let waiver = Option(
    "--waive", "RULE",
    "findings of this rule are meant so; also RULE:Entity and "
      + "RULE:Entity.property; may be repeated", isRepeatable: true)

  /// The rules whose findings are usually as bad, a few on a line.
  private static func rules(of severity: LintSeverity) -> String {
    let names = LintRule.allCases.filter { $0.severity == severity }.map(\.rawValue)
    let lines = stride(from: 0, to: names.count, by: 4).map {
      "  " + names[$0..<min($0 + 4, names.count)].joined(separator: ", ")
    }
    return "rules of severity \(severity.rawValue):\n" + lines.joined(separator: ",\n")
  }

  static let lint = Command(
    "lint", "risky changes between versions, each under a rule that can be waived",
    parameters: ["<model>"], options: [cloudKit, against, revision, waiver, .order],
    example: "goldenstore lint Library.xcdatamodeld --waive removedProperty:Book.pages",
    details: [
      """
      Looks at every version, at every step, and at every longer way for what its steps do not
      show. An error makes it exit with 1, unless it is waived; so does a waiver that nothing
      needs.
      """
    ] + LintSeverity.allCases.map(rules(of:))
  ) { invocation in
    let arguments = invocation.arguments
    let waivers = try arguments.list(of: waiver).map { text in
      guard let waiver = LintWaiver(text) else {
        throw CommandError.badWaiver(text, rules: LintRule.allCases.map(\.rawValue))
      }
      return waiver
    }
    let model = try invocation.model()
    var references: [LintReference] = []
    if let path = arguments.value(of: against) {
      references.append(try invocation.reference(named: path))
    }
    if let revision = arguments.value(of: revision) {
      references.append(try invocation.reference(revision: revision, of: model))
    }
    let lint = try ModelLint(model.history, isMirrored: arguments.has(cloudKit))
    let report = LintReport(
      model: model.history, findings: try lint.findings(against: references), waivers: waivers)
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    let useless = waivers.filter { waiver in !report.waived.contains { waiver.waives($0.finding) } }
    guard useless.isEmpty else {
      throw CommandError.uselessWaivers(useless.map(\.description))
    }
    return report.hasError ? .failed : .fine
  }
}

extension Invocation {
  /// What `--against` names: a built-in history, a model file, or a store.
  fileprivate func reference(named text: String) throws -> LintReference {
    let found = try model(named: text)
    let kind: LintReference.Kind =
      if found.isBuiltIn || !ModelPath.isPath(text) {
        .source
      } else if ModelPath.isCompiled(text) {
        .compiled
      } else {
        ModelPath.isStore(text) ? .store : .source
      }
    return LintReference(origin: text, kind: kind, versions: found.history.versions)
  }

  /// The model file of the command line as git has it at a revision.
  fileprivate func reference(
    revision: String, of model: ModelReference
  ) throws -> LintReference {
    let path = arguments.positionals[0]
    guard !model.isBuiltIn, FileManager.default.fileExists(atPath: path) else {
      throw CommandError.pointlessOption(
        "--against-revision",
        reason: "'\(path)' is no file; compare files of models with '--against'"
      )
    }
    return try GitRevision(name: revision).withCopy(of: path) { copy in
      let found = try self.model(named: copy)
      return LintReference(
        origin: "\(path) at \(revision)",
        kind: ModelPath.isCompiled(path) ? .compiled : ModelPath.isStore(path) ? .store : .source,
        versions: found.history.versions)
    }
  }
}

/// The findings, those that count and those that are waived.
private struct LintReport: Encodable {
  let findings: [Finding]
  let waived: [Finding]
  private let name: String
  private let versions: Int

  private enum CodingKeys: String, CodingKey { case findings, waived }

  init(model: ModelHistory, findings: [LintFinding], waivers: [LintWaiver]) {
    name = model.name
    versions = model.versions.count
    waived = findings.filter { finding in waivers.contains { $0.waives(finding) } }
      .map(Finding.init)
    self.findings = findings.filter { finding in !waivers.contains { $0.waives(finding) } }
      .map(Finding.init)
  }

  var hasError: Bool { findings.contains { $0.finding.severity == .error } }

  var lines: [String] {
    let counts = LintSeverity.allCases.map { severity in
      Amount.count(findings.count { $0.finding.severity == severity }, severity.rawValue)
    }
    return findings.flatMap { found in
      [found.finding.description, "  why: \(found.why)", "  do: \(found.advice)"]
    } + [
      "\(name), \(Amount.count(versions, "version")): \(counts.joined(separator: ", ")); "
        + "\(waived.count) waived"
    ]
  }

  struct Finding: Encodable {
    let finding: LintFinding
    let why: String
    let advice: String

    private enum CodingKeys: String, CodingKey {
      case rule, severity, from, to, entity, property, message, why, advice
    }

    init(_ finding: LintFinding) {
      self.finding = finding
      why = finding.rule.why
      advice = finding.rule.advice
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(finding.rule, forKey: .rule)
      try container.encode(finding.severity, forKey: .severity)
      try container.encode(finding.source, forKey: .from)
      try container.encode(finding.destination, forKey: .to)
      try container.encode(finding.entity, forKey: .entity)
      try container.encode(finding.property, forKey: .property)
      try container.encode(finding.message, forKey: .message)
      try container.encode(why, forKey: .why)
      try container.encode(advice, forKey: .advice)
    }
  }
}
