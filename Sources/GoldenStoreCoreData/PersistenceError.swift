public import GoldenStoreModel

/// What can go wrong when Core Data serves a history.
public enum PersistenceError: Error, Equatable, Sendable {
  /// A history or a model that is wrong in itself.
  case model(ModelError)
  /// A version of which Core Data can't have the model.
  case managedObjectModel(version: String, ManagedObjectModelProblem)
}

extension PersistenceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .model(let error): "\(error)"
    case .managedObjectModel(let version, let problem): "version '\(version)': \(problem)"
    }
  }
}
