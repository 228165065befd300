public import GoldenStoreMigration
public import GoldenStoreModel

/// What can go wrong when Core Data serves a history.
public enum PersistenceError: Error, Equatable, Sendable {
  /// A history or a model that is wrong in itself.
  case model(ModelError)
  /// A version of which Core Data can't have the model, with everything that keeps it from it.
  case managedObjectModel(version: String, problems: [ManagedObjectModelProblem])
  /// Code of a history can't work on a store that Core Data has open.
  case managedObject(ManagedObjectProblem)
  /// A schema or a migration plan of SwiftData, by the name of its type, that can't be compared.
  case schema(String, SchemaProblem)

  // MARK: Upgrades

  /// A store that is not upgraded or opened, by its file name.
  case store(String, StoreProblem)
  /// One hop of an upgrade of a store, which ended there.
  case hop(UpgradeHop, of: String, HopProblem)
  /// A history whose ways Core Data's own staged migration can't follow.
  case stages(history: String, StagedPlanProblem)
}

extension PersistenceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .model(let error): "\(error)"
    case .schema(let name, let problem): "schema '\(name)' \(problem)"
    case .managedObjectModel(let version, let problems):
      problems.count == 1
        ? "version '\(version)': \(problems[0])"
        : "version '\(version)': \(problems.count) problems:\n"
          + problems.map { "  \($0)" }.joined(separator: "\n")
    case .managedObject(let problem): "\(problem)"
    case .store(let store, let problem): problem.sentence(store)
    case .hop(let hop, let store, let problem): problem.sentence(hop, of: store)
    case .stages(let history, let problem): "history '\(history)' as stages: \(problem)"
    }
  }

  /// The error that Core Data reported, or that it reports in the same case; nil where there is
  /// none.
  public var coreData: CoreDataError? {
    switch self {
    case .model, .managedObjectModel, .managedObject, .schema, .stages: nil
    case .store(_, let problem): problem.coreData
    case .hop(_, _, let problem): problem.coreData
    }
  }
}
