/// Every shipped version of one model, oldest first, and what is declared about its goldens.
public struct ModelHistory: Hashable, Sendable {
  public var name: String
  /// The versions, oldest first; each stands alone.
  public var versions: [Model]
  /// The name of the version that the app uses today; `nil` means the last.
  public var currentVersion: String?
  /// How seeded data looks.
  public var seeds: [SeedRule]
  /// How a store gets from version to version; without any, by inference in one hop.
  public var stages: [MigrationStage]
  /// How what a migration gives is compared with what it must give.
  public var expectations: [HistoryExpectation]
  /// The name of the oldest version whose stores are still migrated; older ones are refused.
  /// `nil` means the first.
  public var oldestSupportedVersion: String?
  /// Versions that have the hashes of earlier ones.
  public var aliases: [VersionAlias]
  /// Other schemas that shipped under a version's name.
  public var shapes: [VersionShape]
  /// What the goldens need not have, each with a reason.
  public var waivers: [GoldenWaiver]
  /// The histories of the models that share the store, if several do.
  public internal(set) var members: [ModelHistory] = []
  /// The versions of the members in each version, if several models share the store.
  public internal(set) var combinations: [ModelCombination] = []

  public init(
    _ name: String, currentVersion: String? = nil, oldestSupportedVersion: String? = nil,
    aliases: [VersionAlias] = [], shapes: [VersionShape] = [], waivers: [GoldenWaiver] = [],
    seeds: [SeedRule] = [], stages: [MigrationStage] = [],
    expectations: [HistoryExpectation] = [], @HistoryBuilder _ versions: () -> [Model]
  ) {
    self.init(
      name: name, versions: versions(), currentVersion: currentVersion,
      oldestSupportedVersion: oldestSupportedVersion, aliases: aliases, shapes: shapes,
      waivers: waivers, seeds: seeds, stages: stages, expectations: expectations)
  }

  public init(
    name: String, versions: [Model], currentVersion: String? = nil,
    oldestSupportedVersion: String? = nil, aliases: [VersionAlias] = [],
    shapes: [VersionShape] = [], waivers: [GoldenWaiver] = [], seeds: [SeedRule] = [],
    stages: [MigrationStage] = [], expectations: [HistoryExpectation] = []
  ) {
    self.expectations = expectations
    self.name = name
    self.versions = versions
    self.currentVersion = currentVersion
    self.seeds = seeds
    self.stages = stages
    self.oldestSupportedVersion = oldestSupportedVersion
    self.aliases = aliases
    self.shapes = shapes
    self.waivers = waivers
  }

  /// Every pair of versions, source before destination, by source and then destination.
  public var pairs: [VersionPair] {
    versions.indices.flatMap { source in
      versions.indices.dropFirst(source + 1).map { destination in
        VersionPair(
          history: name, source: source, destination: destination,
          sourceName: versions[source].name, destinationName: versions[destination].name)
      }
    }
  }

  /// The position of the current version; the last where none is named.
  public var currentPosition: Int {
    currentVersion.flatMap { name in versions.firstIndex { $0.name == name } }
      ?? versions.count - 1
  }

  /// The position of a version, counted from 0, given by its own name or by its number from 1.
  ///
  /// An exact name beats a number.
  ///
  /// - Throws: `ModelError.unknownVersion`.
  public func position(of version: String) throws(ModelError) -> Int {
    if let position = versions.firstIndex(where: { $0.name == version }) { return position }
    if let number = Int(version), versions.indices.contains(number - 1) { return number - 1 }
    throw ModelError.unknownVersion(version, history: name, versions: versions.map(\.name))
  }

  /// Checks the history, each of its models and each of its stages.
  ///
  /// - Returns: the versions in order.
  /// - Throws: `ModelError.invalidHistory` with every problem of every version.
  public func validated() throws(ModelError) -> [ValidatedModel] {
    var problems: [HistoryProblem] = []
    var models: [ValidatedModel] = []
    if versions.isEmpty { problems.append(.noVersions) }
    var seen: Set<String> = []
    for version in versions {
      if !seen.insert(version.name).inserted { problems.append(.duplicateVersion(version.name)) }
      do throws(ModelError) {
        models.append(try version.validated())
      } catch {
        if case .invalidModel(let name, let found) = error {
          problems += found.map { .inModel(version: name, $0) }
        } else {
          throw error
        }
      }
    }
    if let currentVersion, !seen.contains(currentVersion) {
      problems.append(.unknownCurrentVersion(currentVersion, known: versions.map(\.name)))
    }
    problems += declarationProblems() + combinationProblems()
    let valid = Dictionary(models.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for stage in stages {
      problems += stage.problems(in: self, models: valid).map { .inStage("\(stage)", $0) }
    }
    problems += expectations.compactMap { $0.problem(in: self) }
    for case .change(let source, let destination, let expects) in expectations {
      guard let from = valid[source], let to = valid[destination] else { continue }
      problems += expects.flatMap { $0.problems(from: from, to: to) }.map {
        .inExpectation("expectation from '\(source)' to '\(destination)'", $0)
      }
    }
    guard problems.isEmpty else {
      throw ModelError.invalidHistory(name: name, problems: problems)
    }
    return models
  }
}

/// Two versions of a history, the source before the destination.
public struct VersionPair: Hashable, Sendable, Codable, CustomStringConvertible {
  public let history: String
  /// The source's position in the history, counted from 0.
  public let source: Int
  /// The destination's position, greater than the source's.
  public let destination: Int
  public let sourceName: String
  public let destinationName: String

  public init(
    history: String, source: Int, destination: Int, sourceName: String, destinationName: String
  ) {
    self.history = history
    self.source = source
    self.destination = destination
    self.sourceName = sourceName
    self.destinationName = destinationName
  }

  public var description: String { "\(sourceName) → \(destinationName)" }
}
