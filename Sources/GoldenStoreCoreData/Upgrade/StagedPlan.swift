public import GoldenStoreMigration
import GoldenStoreModel

/// The way of every store of a history as stages that Core Data itself follows.
///
/// Core Data's plan is one list: a store enters it where a stage knows its version, and takes every
/// stage that comes after. The way of the oldest supported version gives the custom stages, with
/// code or without, since lightweight ones are no stops; every other version enters by a
/// lightweight stage right before the stop where inference leads it. What no such list can say is
/// refused.
package struct StagedPlan: Sendable {
  package enum Stage: Sendable {
    /// Versions from which inference leads on, by their checksums.
    case lightweight([String])
    case custom(HopModels, source: String, destination: String)

    var checksums: StagedMigration.Stage {
      switch self {
      case .lightweight(let checksums): .lightweight(checksums)
      case .custom(_, let source, let destination):
        .custom(current: source, next: destination)
      }
    }
  }

  package let stages: [Stage]

  /// A version that a store may have, and its way.
  private struct Origin {
    let name: String
    let checksum: String
    let steps: [Step]
  }

  private struct Step {
    let hop: HopModels
    let source: String
    let destination: String
  }

  /// - Parameters:
  ///   - destination: The version of the model that the stages are used with.
  ///   - isStepwise: Whether every version is a stop; else the stages of the history are.
  /// - Throws: `PersistenceError.stages`, `.model`.
  package init(
    _ versions: HistoryVersions, to destination: Int, isStepwise: Bool
  ) throws(PersistenceError) {
    let origins = try Self.origins(versions, to: destination, isStepwise: isStepwise)
    let end = versions.checksums[destination]
    func refusal(_ problem: StagedPlanProblem) -> PersistenceError {
      .stages(history: versions.name, problem)
    }
    let chain = origins.first { !$0.steps.isEmpty }?.steps ?? []
    for step in chain where step.hop.stage?.entityMappings != nil {
      throw refusal(.entityMappings(step.hop.hop))
    }
    // Before the stage of each number, and behind the last one.
    var entries = [[String]](repeating: [], count: chain.count + 1)
    let stops = chain.map(\.source) + [end]
    for origin in origins where !stops.contains(origin.checksum) {
      guard let stop = origin.steps.first.flatMap({ stops.firstIndex(of: $0.destination) }) else {
        throw refusal(.otherWay(version: origin.name))
      }
      if !entries[stop].contains(origin.checksum) { entries[stop].append(origin.checksum) }
    }
    let stages = Self.stages(chain, entries: entries, end: end)
    // A history of one version has no way at all.
    self.stages = stages.isEmpty ? [.lightweight([end])] : stages
    let plan: StagedMigration
    do throws(StagedMigrationProblem) {
      plan = try StagedMigration(self.stages.map(\.checksums))
    } catch {
      throw refusal(.stages(error))
    }
    for origin in origins where !leads(plan, origin, to: end) {
      throw refusal(.otherWay(version: origin.name))
    }
  }

  /// - Parameter entries: The versions that enter before the stage of each number, and at the end.
  private static func stages(_ chain: [Step], entries: [[String]], end: String) -> [Stage] {
    var stages: [Stage] = []
    for (number, step) in chain.enumerated() {
      if !entries[number].isEmpty { stages.append(.lightweight(entries[number])) }
      // Who enters at the end must not come after the stage that has the end, which is an error.
      let isShared = number == chain.count - 1 && !entries[chain.count].isEmpty
      if isShared, step.hop.stage?.hasCode != true {
        // What a custom stage ends with may be in no lightweight one, and needs not.
        let start = number == 0 ? [step.source] : []
        stages.append(.lightweight(start + entries[chain.count] + [end]))
      } else {
        stages.append(.custom(step.hop, source: step.source, destination: step.destination))
      }
    }
    return stages
  }

  /// Whether Core Data leads a store the way that the history does.
  private func leads(_ plan: StagedMigration, _ origin: Origin, to end: String) -> Bool {
    // The same checksum is all that Core Data asks for.
    let recorded = try? plan.steps(from: origin.checksum, cached: origin.checksum, to: end)
    guard let recorded, recorded.count == origin.steps.count else { return false }
    return zip(recorded, origin.steps).allSatisfy { step, expected in
      let code: UpgradeHop.Kind? = step.stage.flatMap {
        if case .custom(let hop, _, _) = stages[$0] { hop.hop.kind } else { nil }
      }
      return step.source == expected.source && step.destination == expected.destination
        && (code ?? .inferred) == expected.hop.hop.kind
    }
  }

  /// Every version from which a store may come, the oldest first, with the shapes behind them.
  private static func origins(
    _ versions: HistoryVersions, to destination: Int, isStepwise: Bool
  ) throws(PersistenceError) -> [Origin] {
    var origins: [Origin] = []
    for position in versions.oldestSupported..<max(destination, versions.oldestSupported) {
      origins.append(try origin(versions, position, to: destination, isStepwise))
    }
    for shape in versions.history.shapes {
      let hashes: [EntityHash]
      do throws(ModelError) {
        hashes = try VersionHash.entityHashes(of: shape.model.validated())
      } catch {
        throw .model(error)
      }
      let found: (versions: HistoryVersions, position: Int)?
      do throws(MigrationError) {
        found = try versions.including(shapeOf: hashes)
      } catch {
        throw planning(error, versions)
      }
      guard let found, found.position <= destination,
        found.position >= found.versions.oldestSupported
      else { continue }
      // With the shape in its place the destination has moved up by one.
      origins.append(
        try origin(found.versions, found.position, to: destination + 1, isStepwise))
    }
    return origins
  }

  private static func origin(
    _ versions: HistoryVersions, _ position: Int, to destination: Int, _ isStepwise: Bool
  ) throws(PersistenceError) -> Origin {
    let hops: [HistoryVersions.Hop]
    do throws(MigrationError) {
      hops = try versions.hops(from: position, to: destination, stepwise: isStepwise)
    } catch {
      throw planning(error, versions)
    }
    return Origin(
      name: versions.models[position].name, checksum: versions.checksums[position],
      steps: hops.filter { !versions.isNeutral($0) }.map { hop in
        Step(
          hop: HopModels(hop, of: versions), source: versions.checksums[hop.source],
          destination: versions.checksums[hop.destination])
      })
  }

  private static func planning(
    _ error: MigrationError, _ versions: HistoryVersions
  ) -> PersistenceError {
    switch error {
    case .model(let error): .model(error)
    case .staged(_, let problem): .stages(history: versions.name, .stages(problem))
    default: .stages(history: versions.name, .noWay(error))
    }
  }
}

/// Why the ways of a history are no list of stages that Core Data could follow.
public enum StagedPlanProblem: Equatable, Sendable {
  /// A custom stage makes objects; Core Data's stages have handlers only.
  case entityMappings(UpgradeHop)
  /// Stores of this version would go another way than the history leads them.
  case otherWay(version: String)
  /// What Core Data would raise an exception on.
  case stages(StagedMigrationProblem)
  /// The history itself has no way.
  case noWay(MigrationError)
  /// Core Data computes another checksum for a version.
  case checksum(version: String, expected: String, found: String)
}

extension StagedPlanProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .entityMappings(let hop):
      "the custom stage \(hop.names) makes objects by entity mappings, for which Core Data has no "
        + "stage; migrate with 'HistoryStore' instead"
    case .otherWay(let version):
      "a store of version '\(version)' would go another way than the history leads it; migrate "
        + "with 'HistoryStore' instead"
    case .stages(let problem): "\(problem)"
    case .noWay(let error): "\(error)"
    case .checksum(let version, let expected, let found):
      "version '\(version)' has the checksum '\(found)', expected '\(expected)'"
    }
  }
}
