/// Where staged migration leads a store: Core Data's rules, as a function of checksums alone.
///
/// Format: StoreFormat F159 to F162.
package struct StagedMigration: Sendable {
  /// A stage as its checksums.
  package enum Stage: Hashable, Sendable {
    case lightweight([String])
    case custom(current: String, next: String)

    var isLightweight: Bool { if case .lightweight = self { true } else { false } }

    /// Whether the stage begins with a version, or leads through it.
    func holds(_ checksum: String) -> Bool {
      switch self {
      case .lightweight(let checksums): checksums.contains(checksum)
      case .custom(let current, _): current == checksum
      }
    }

    /// Whether a custom stage ends with a version.
    func endsWith(_ checksum: String) -> Bool {
      if case .custom(_, let next) = self { next == checksum } else { false }
    }
  }

  /// One migration of the plan.
  package struct Step: Hashable, Sendable {
    /// The checksum of the version that the store has before.
    package let source: String
    package let destination: String
    /// The place of a custom stage; nil for an inferred migration.
    package let stage: Int?
  }

  package let stages: [Stage]

  /// Checks what Core Data checks when a plan is made.
  package init(_ stages: [Stage]) throws(StagedMigrationProblem) {
    self.stages = stages
    var lightweight: Set<String> = []
    var current: Set<String> = []
    var next: Set<String> = []
    var seen: Set<Stage> = []
    for stage in stages {
      let isRepeated = !seen.insert(stage).inserted
      switch stage {
      case .lightweight(let checksums):
        if isRepeated { throw .duplicateLightweightStages }
        guard lightweight.isDisjoint(with: checksums) else { throw .duplicateVersions }
        lightweight.formUnion(checksums)
      case .custom(let source, let destination):
        if source == destination { throw .equalReferences }
        guard current.insert(source).inserted, next.insert(destination).inserted else {
          throw .duplicateVersions
        }
      }
    }
    guard lightweight.isDisjoint(with: current.union(next)) else { throw .duplicateVersions }
  }

  /// Plans the way of a store.
  ///
  /// - Parameters:
  ///   - recorded: The checksum in the store's metadata; nil where there is none.
  ///   - cached: The checksum of the model that the store holds; nil where it holds none.
  ///   - coordinator: The checksum of the version that is wanted.
  package func steps(
    from recorded: String?, cached: String?, to coordinator: String
  ) throws(StagedMigrationProblem) -> [Step] {
    guard stages.contains(where: { $0.holds(coordinator) || $0.endsWith(coordinator) }) else {
      throw .unknownCoordinatorVersion
    }
    let (store, start) = try position(of: recorded, cached: cached)
    try requireForward(from: store, to: coordinator)
    var steps: [Step] = []
    var place = store
    func add(_ destination: String, stage: Int? = nil) {
      // What is there already is compatible, and nothing runs.
      guard place != destination || stage != nil else { return }
      steps.append(Step(source: place, destination: destination, stage: stage))
      place = destination
    }
    if !stages[start...].allSatisfy(\.isLightweight) {
      for (number, stage) in stages.enumerated().dropFirst(start) {
        switch stage {
        case .lightweight: add(currentOfNextCustomStage(after: number) ?? coordinator)
        case .custom(_, let next): add(next, stage: number)
        }
      }
    }
    // Stages that are all lightweight are one migration; and opening the store at the end may
    // migrate it once more.
    add(coordinator)
    return steps
  }

  /// The stage at which a store begins, and the checksum that says so.
  private func position(
    of recorded: String?, cached: String?
  ) throws(StagedMigrationProblem) -> (checksum: String, stage: Int) {
    if let recorded, let stage = stage(of: recorded) { return (recorded, stage) }
    guard let cached else { throw .noChecksum }
    guard let stage = stage(of: cached) else { throw .unknownStoreVersion }
    return (cached, stage)
  }

  private func stage(of checksum: String) -> Int? {
    for (number, stage) in stages.enumerated() {
      if stage.holds(checksum) { return number }
      if stage.endsWith(checksum) { return number + 1 }
    }
    return nil
  }

  private func requireForward(
    from store: String, to coordinator: String
  ) throws(StagedMigrationProblem) {
    guard let first = stages.lastIndex(where: { $0.holds(store) }),
      let last = stages.lastIndex(where: { $0.holds(coordinator) || $0.endsWith(coordinator) })
    else { return }
    if last < first { throw .backward }
    guard first == last, case .lightweight(let checksums) = stages[last],
      last == stages.lastIndex(where: \.isLightweight),
      let from = checksums.firstIndex(of: store), let to = checksums.firstIndex(of: coordinator)
    else { return }
    if to < from { throw .backward }
  }

  /// The version at which the custom stage begins that follows lightweight stages.
  private func currentOfNextCustomStage(after number: Int) -> String? {
    for case .custom(let current, _) in stages.dropFirst(number + 1) { return current }
    return nil
  }
}

/// Why Core Data does not begin a staged migration.
public enum StagedMigrationProblem: Error, Hashable, Sendable {
  /// Two lightweight stages are the same.
  case duplicateLightweightStages
  /// A version is in two stages that may not share it.
  case duplicateVersions
  /// A custom stage begins and ends with versions of the same checksum.
  case equalReferences
  /// No stage has the version that is wanted.
  case unknownCoordinatorVersion
  /// No stage has the version of the store.
  case unknownStoreVersion
  /// The store says neither its version's checksum nor its model.
  case noChecksum
  /// The wanted version comes before that of the store.
  case backward
  /// Code is to run on a store that has another version than the stage's source.
  case otherVersion(stage: String, found: String)
}

extension StagedMigrationProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .duplicateLightweightStages:
      "two lightweight stages name the same versions; leave one out"
    case .duplicateVersions:
      """
      a version, or one of the same entity hashes, is in two stages; it may be in one lightweight \
      stage, or be the source of one custom stage and the destination of another
      """
    case .equalReferences:
      "a custom stage begins and ends with versions of the same entity hashes; leave it out"
    case .unknownCoordinatorVersion:
      "no stage names the destination; add it to a lightweight stage, or to a custom one"
    case .unknownStoreVersion:
      "no stage names the store's version; add it to a lightweight stage, or to a custom one"
    case .noChecksum:
      """
      the store records no checksum of its model, and no model; it has to be opened once without \
      stages by a system that writes them
      """
    case .backward: "the stages lead away from the destination; a store is never migrated backwards"
    case .otherVersion(let stage, let found):
      "the \(stage) runs code on its source, but the store has version '\(found)' then"
    }
  }
}

extension StagedMigrationProblem {
  /// Core Data's error; nil where it raises an exception, whose text is ``exception``.
  ///
  /// Format: StoreFormat F159.
  public var coreData: CoreDataError? {
    switch self {
    case .unknownCoordinatorVersion:
      CoreDataError(
        code: CoreDataCode.modelReferenceNotFound,
        reason: "Cannot use staged migration with an unknown coordinator model version.")
    case .unknownStoreVersion:
      CoreDataError(
        code: CoreDataCode.modelReferenceNotFound,
        reason: "Cannot use staged migration with an unknown model version.")
    case .noChecksum:
      CoreDataError(
        code: CoreDataCode.frameworkVersionMismatch,
        reason: "The store must be opened one time without Staged Migration to update store "
          + "metadata to be able to use Staged Migration.")
    case .backward: .backwardMigration
    case .otherVersion:
      CoreDataError(
        code: CoreDataCode.incompatibleVersionHash,
        reason: "The model used to open the store is incompatible with the one used to create "
          + "the store")
    case .duplicateLightweightStages, .duplicateVersions, .equalReferences: nil
    }
  }

  /// The text of the exception that Core Data raises; nil where it reports an error.
  public var exception: String? {
    switch self {
    case .duplicateLightweightStages: "Duplicate lightweight migration stages detected."
    case .duplicateVersions: "Duplicate version checksums across stages detected."
    case .equalReferences:
      "The current model reference and the next model reference cannot be equal."
    case .unknownCoordinatorVersion, .unknownStoreVersion, .noChecksum, .backward, .otherVersion:
      nil
    }
  }
}
