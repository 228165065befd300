public import GoldenStoreModel
import GoldenStoreFormat

/// One hop of a migration, from a version to a later one.
public struct MigrationStep: Hashable, Sendable {
  /// How a hop is made.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// From the two models alone.
    case lightweight
    /// With code of the history.
    case custom
  }

  /// The source's position in the history, counted from 0.
  public let source: Int
  /// The destination's position.
  public let destination: Int
  public let sourceName: String
  public let destinationName: String
  public let kind: Kind
  /// The most expensive thing that the hop does to a table.
  public let path: MigrationPath
  /// What the hop did to the store's persistent history; none in a plan.
  public let notes: [MigrationNote]
  /// How often code of the history was called; 0 in a plan.
  public let codeCalls: Int
}

extension MigrationStep: CustomStringConvertible {
  public var description: String {
    "'\(sourceName)' → '\(destinationName)' (\(kind.rawValue), \(path))"
  }
}

/// The hops from one version of a history to another, as far as the models tell.
public struct MigrationPlan: Hashable, Sendable {
  /// The hops in order; none where source and destination are one version.
  public let steps: [MigrationStep]

  /// The most expensive path of all steps.
  public var path: MigrationPath { steps.map(\.path).max() ?? .none }

  /// Plans a migration without a store.
  ///
  /// A history with stages is planned as staged migration plans it, unless every version is to be
  /// a stop.
  ///
  /// - Parameters:
  ///   - source: The source's position in the history, counted from 0.
  ///   - destination: The destination's position, not before the source's.
  ///   - stepwise: Whether every version in between is a stop. A hop is inferred, or is the custom
  ///     stage that begins where it does, which may lead over several versions.
  /// - Throws: `MigrationError.model` for a wrong history, `.positionOutOfRange`, `.downgrade`,
  ///   `.staged`, and the refusals of each step.
  public static func plan(
    history: ModelHistory, from source: Int, to destination: Int, stepwise: Bool
  ) throws(MigrationError) -> MigrationPlan {
    try plan(
      versions: HistoryVersions(history), from: source, to: destination, stepwise: stepwise)
  }

  /// The same with versions that were checked and hashed before, once for many plans.
  package static func plan(
    versions: HistoryVersions, from source: Int, to destination: Int, stepwise: Bool
  ) throws(MigrationError) -> MigrationPlan {
    var steps: [MigrationStep] = []
    for hop in try versions.hops(from: source, to: destination, stepwise: stepwise) {
      steps.append(try versions.step(for: hop))
    }
    return MigrationPlan(steps: steps)
  }
}
