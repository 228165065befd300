/// Why Core Data can't have the model of a version.
public enum ManagedObjectModelProblem: Hashable, Sendable {
  /// A property of a kind that Core Data got later than the system that runs.
  ///
  /// - Parameters:
  ///   - feature: Such as `composite attributes`.
  ///   - place: The property, such as `Person.address`.
  ///   - since: The systems that have it, such as `iOS 17, macOS 14`.
  case unavailable(feature: String, place: String, since: String)
}

extension ManagedObjectModelProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(let feature, let place, let since):
      "'\(place)' needs \(feature), which the Core Data of this system does not have; they came with \(since)"
    }
  }
}
