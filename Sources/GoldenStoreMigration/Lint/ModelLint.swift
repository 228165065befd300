public import GoldenStoreModel

/// Looks for risky changes between the versions of a history, and for faults of single versions.
///
/// It asks the engine's own inference and planning, and runs nothing.
public struct ModelLint: Sendable {
  private let history: ModelHistory
  private let versions: [HashedVersion]
  private let notMutual: [[ModelProblem]]
  private let isMirrored: Bool

  /// - Parameters:
  ///   - history: A history that is right in itself, but for inverses that do not name each other.
  ///   - isMirrored: Whether stores are mirrored to CloudKit.
  /// - Throws: `ModelError`.
  public init(_ history: ModelHistory, isMirrored: Bool = false) throws(ModelError) {
    let mutual = try MutualHistory(history)
    var versions: [HashedVersion] = []
    for model in mutual.models { versions.append(try HashedVersion(model)) }
    self.history = mutual.history
    self.versions = versions
    self.isMirrored = isMirrored
    notMutual = mutual.models.map { mutual.problems[$0.name] ?? [] }
  }

  /// Every finding, by the version that brings it.
  ///
  /// What a version has already is not told of a later one, and what a shorter way between two
  /// versions has is not told of a longer one. Versions below the support floor are no source.
  ///
  /// - Parameter references: What has shipped, to be compared with.
  /// - Throws: `ModelError` for a reference or a shape that is wrong in itself.
  public func findings(against references: [LintReference] = []) throws(ModelError)
    -> [LintFinding]
  {
    var findings: [LintFinding] = []
    var told: Ways = [:]
    var before: Set<LintFinding.Subject> = []
    let models = versions.map(\.model)
    for position in versions.indices {
      let own = LintVersion(
        model: models[position], notMutual: notMutual[position], isMirrored: isMirrored
      ).findings
      findings += own.filter { !before.contains($0.subject) }
      before = Set(own.map(\.subject))
      let names = LintNames(models: models, position: position).findings
      let changes = pairFindings(to: position, &told).filter { change in
        // An identifier that leads nowhere says already that a rename is not known as one.
        change.rule != .renameWithoutIdentifier || !names.contains { $0.leadsNowhere(like: change) }
      }
      findings += names.filter { name in !changes.contains { $0.subject == name.subject } }
      findings += changes
    }
    var shapes: [HashedVersion] = []
    for shape in history.shapes {
      let version = try HashedVersion(shape.model.validated())
      shapes.append(version)
      findings += shapeFindings(from: version, of: shape.version, told)
    }
    for reference in references {
      findings += try LintComparison(reference: reference, versions: versions, shapes: shapes)
        .findings()
    }
    return findings
  }

  // MARK: Pairs

  /// The ways, from a position up to another, on which something is told.
  private typealias Ways = [LintFinding.Subject: [Range<Int>]]

  /// What is new on the ways from all earlier versions to one, the shortest first.
  private func pairFindings(to position: Int, _ told: inout Ways) -> [LintFinding] {
    var findings: [LintFinding] = []
    let floor = history.oldestSupportedPosition
    for source in (floor..<max(position, floor)).reversed()
    where !isLedByStages(from: source, to: position) {
      findings += Self.news(
        pairFindings(from: source, to: position), on: source..<position, &told)
    }
    return findings
  }

  /// What is new on the ways from a shape to its own version and to later ones.
  private func shapeFindings(
    from shape: HashedVersion, of version: String, _ told: Ways
  ) -> [LintFinding] {
    guard let place = versions.firstIndex(where: { $0.model.name == version }),
      place >= history.oldestSupportedPosition
    else { return [] }
    var told = told
    var findings: [LintFinding] = []
    for position in place..<versions.count where !isLedByStages(from: place, to: position) {
      let pair = LintPair(
        from: shape, to: versions[position], isStep: position == place, stage: nil)
      findings += Self.news(
        pair.findings(areAliases: position == place, isMirrored: isMirrored),
        on: place..<position, &told)
    }
    return findings
  }

  private static func news(
    _ findings: [LintFinding], on way: Range<Int>, _ told: inout Ways
  ) -> [LintFinding] {
    findings.filter { finding in
      guard !(told[finding.subject] ?? []).contains(where: { way.contains($0) }) else {
        return false
      }
      told[finding.subject, default: []].append(way)
      return true
    }
  }

  private func pairFindings(from source: Int, to destination: Int) -> [LintFinding] {
    let names = (versions[source].model.name, versions[destination].model.name)
    let stage = history.stages.first { $0.kind == .custom(source: names.0, destination: names.1) }
    return LintPair(
      from: versions[source], to: versions[destination], isStep: destination == source + 1,
      stage: stage
    ).findings(areAliases: history.areAliases(names.0, names.1), isMirrored: isMirrored)
  }

  /// Whether a store stops on the way, so that no migration leads from one to the other at once.
  ///
  /// Format: StoreFormat F160.
  private func isLedByStages(from source: Int, to destination: Int) -> Bool {
    history.stages.contains { stage in
      guard case .custom(let first, let last) = stage.kind,
        let start = versions.firstIndex(where: { $0.model.name == first }),
        let end = versions.firstIndex(where: { $0.model.name == last })
      else { return false }
      return source <= start && end <= destination && (source, destination) != (start, end)
    }
  }
}

extension LintFinding {
  /// Whether this tells of the thing of another finding that its identifier leads nowhere.
  fileprivate func leadsNowhere(like other: LintFinding) -> Bool {
    rule == .identifierOfMiddleVersion && entity == other.entity && property == other.property
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension HashedVersion {
  init(_ model: ValidatedModel) throws(ModelError) {
    self.init(model: model, hashes: try VersionHash.entityHashes(of: model))
  }
}

/// A history without the inverses that do not name each other, so that the rest can be looked at.
private struct MutualHistory {
  var history: ModelHistory
  let models: [ValidatedModel]
  /// The inverses that were left out, by version.
  var problems: [String: [ModelProblem]] = [:]

  init(_ history: ModelHistory) throws(ModelError) {
    self.history = history
    do throws(ModelError) {
      models = try history.validated()
    } catch {
      guard case .invalidHistory(_, let found) = error else { throw error }
      var problems: [String: [ModelProblem]] = [:]
      for problem in found {
        guard case .inModel(let version, let fault) = problem,
          case .inverseNotMutual(let entity, let relationship, _, _, _) = fault,
          let place = self.history.versions.firstIndex(where: { $0.name == version })
        else { throw error }
        problems[version, default: []].append(fault)
        self.history.versions[place].forgetInverse(of: relationship, in: entity)
      }
      self.problems = problems
      models = try self.history.validated()
    }
  }
}

extension Model {
  fileprivate mutating func forgetInverse(of relationship: String, in entity: String) {
    for place in entities.indices where entities[place].name == entity {
      for index in entities[place].relationships.indices
      where entities[place].relationships[index].name == relationship {
        entities[place].relationships[index].inverse = nil
      }
    }
  }
}
