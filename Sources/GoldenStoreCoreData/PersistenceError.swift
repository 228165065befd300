public import GoldenStoreModel

/// What can go wrong when Core Data serves a history.
public enum PersistenceError: Error, Equatable, Sendable {
  /// A history or a model that is wrong in itself.
  case model(ModelError)
  /// A version of which Core Data can't have the model, with everything that keeps it from it.
  case managedObjectModel(version: String, problems: [ManagedObjectModelProblem])
  /// A schema or a migration plan of SwiftData, by the name of its type, that can't be compared.
  case schema(String, SchemaProblem)
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
    }
  }
}
