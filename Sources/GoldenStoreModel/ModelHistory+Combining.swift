/// One version of a store that several models share: which version of each of them it holds.
public struct ModelCombination: Hashable, Sendable {
  /// What the store's version is called.
  public var name: String
  /// The versions of the members in it; a member that is not named has no entity in the store yet.
  public var members: [Member]

  /// A version of one of the models.
  public struct Member: Hashable, Sendable {
    /// The name of the model's own history.
    public var history: String
    public var version: String

    public init(history: String, version: String) {
      self.history = history
      self.version = version
    }
  }

  /// - Parameter members: The name of each history, and that of its version.
  public init(_ name: String, _ members: KeyValuePairs<String, String>) {
    self.name = name
    self.members = members.map { Member(history: $0.key, version: $0.value) }
  }
}

extension ModelHistory {
  /// The history of a store that several models share, which changes whenever one of them does.
  ///
  /// Each version is the union of the versions that a combination names, as Core Data merges
  /// models: the hashes are those of the members. The seeds of the members serve here too, so
  /// that their objects look the same.
  ///
  /// - Parameters:
  ///   - members: The histories of the models.
  ///   - combinations: The versions of the store, oldest first. One that names what is not there
  ///     is a problem of ``validated()``.
  ///   - stages: How a store gets from combination to combination; needed where a member has
  ///     custom stages, which name versions of its own.
  public init(
    _ name: String, combining members: [ModelHistory], as combinations: [ModelCombination],
    oldestSupportedVersion: String? = nil, aliases: [VersionAlias] = [],
    shapes: [VersionShape] = [], waivers: [GoldenWaiver] = [], stages: [MigrationStage] = [],
    expectations: [HistoryExpectation] = []
  ) {
    self.init(
      name: name,
      versions: combinations.map { combination in
        Model.union(
          of: combination.members.compactMap { part in
            members.first { $0.name == part.history }?.versions
              .first { $0.name == part.version }
          }, name: combination.name)
      },
      oldestSupportedVersion: oldestSupportedVersion, aliases: aliases, shapes: shapes,
      waivers: waivers, seeds: members.flatMap(\.seeds), stages: stages,
      expectations: expectations)
    self.members = members
    self.combinations = combinations
  }

  /// What is wrong with the combinations.
  func combinationProblems() -> [HistoryProblem] {
    var problems: [HistoryProblem] = []
    let names = members.map(\.name)
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      problems.append(.duplicateMember(name))
    }
    for combination in combinations {
      var seen: Set<String> = []
      for part in combination.members {
        guard let member = members.first(where: { $0.name == part.history }) else {
          problems.append(
            .unknownMember(part.history, combination: combination.name, known: names))
          continue
        }
        if !seen.insert(part.history).inserted {
          problems.append(.repeatedMember(part.history, combination: combination.name))
        }
        let versions = member.versions.map(\.name)
        if !versions.contains(part.version) {
          problems.append(
            .unknownVersion(
              part.version, in: "combination '\(combination.name)' of '\(part.history)'",
              known: versions))
        }
      }
    }
    if stages.isEmpty {
      problems += members.filter { $0.stages.contains(where: \.isCustom) }
        .map { .stagesOfMember($0.name) }
    }
    return problems
  }

  /// Says which versions of its members a store holds that is of no version of the history: one
  /// member alone, or several that never shipped together.
  ///
  /// - Parameter hashes: What the store records of all its entities.
  /// - Returns: A clause about the store; `nil` if the store holds anything else.
  package func strangeCombination(of hashes: [EntityHash]) -> String? {
    var left = Set(hashes)
    var held: [String] = []
    for member in members {
      let versions = member.versions.compactMap { version in
        (try? version.validated()).flatMap { try? VersionHash.entityHashes(of: $0) }
          .map { (name: version.name, hashes: Set($0)) }
      }
      let entities = Set(versions.flatMap(\.hashes).map(\.entity))
      let found = left.filter { entities.contains($0.entity) }
      if found.isEmpty { continue }
      guard let version = versions.last(where: { $0.hashes == found }) else { return nil }
      held.append(version.name)
      left.subtract(found)
    }
    guard left.isEmpty, !held.isEmpty else { return nil }
    return held.count == 1
      ? "it holds '\(held[0])' alone, which '\(name)' never did"
      : "it holds \(ModelError.quotedList(held)), which '\(name)' never held together"
  }
}

extension MigrationStage {
  fileprivate var isCustom: Bool {
    if case .custom = kind { true } else { false }
  }
}
