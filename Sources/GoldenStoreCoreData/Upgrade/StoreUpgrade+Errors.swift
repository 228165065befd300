import GoldenStoreFormat
import GoldenStoreMigration

/// What an upgrade makes of the errors that it meets.
extension StoreUpgrade {
  /// Runs a part of an upgrade that concerns the store.
  func attempt<Result>(
    _ step: UpgradeStep, _ body: () throws -> Result
  ) throws(PersistenceError) -> Result {
    do {
      return try body()
    } catch {
      throw translated(error, step)
    }
  }

  /// Runs a part of a hop.
  ///
  /// - Parameter place: The code of the history that runs; nil for none.
  func attempt<Result>(
    _ hop: HopModels, _ place: CustomCodePlace? = nil, _ body: () throws -> Result
  ) throws(PersistenceError) -> Result {
    do {
      return try body()
    } catch {
      throw translated(error, hop.hop, place)
    }
  }

  func translated(_ error: any Error, _ step: UpgradeStep) -> PersistenceError {
    if let error = error as? PersistenceError { return error }
    let facts = ErrorFacts(error, sqliteDomain: means.sqliteDomain)
    let problem: StoreProblem =
      switch facts.kind {
      case .diskFull: .diskFull(step, facts.coreData)
      case .cancelled: .cancelled(step)
      case .inUse: .inUse(facts.coreData)
      case .protected: .protected(facts.coreData)
      case .notAStore: .notAStore(facts.coreData)
      case .noMapping, .other: .failed(step, facts.coreData)
      }
    return .store(store.name, problem)
  }

  private func translated(
    _ error: any Error, _ hop: UpgradeHop, _ place: CustomCodePlace?
  ) -> PersistenceError {
    switch error as? PersistenceError {
    case .store?, .hop?: if let error = error as? PersistenceError { return error }
    case .some(let error) where place == nil: return error
    case _: break
    }
    let facts = ErrorFacts(error, sqliteDomain: means.sqliteDomain)
    if let error = error as? MigrationError, place != .willMigrate, place != .didMigrate {
      if case .cancelled = error { return .store(store.name, .cancelled(.hop(hop))) }
      return .hop(hop, of: store.name, .refused(error))
    }
    switch facts.kind {
    case .diskFull: return .store(store.name, .diskFull(.hop(hop), facts.coreData))
    case .cancelled: return .store(store.name, .cancelled(.hop(hop)))
    // A copy is nobody else's; where it can't be read, the device was locked meanwhile.
    case .protected where place == nil: return .store(store.name, .protected(facts.coreData))
    case .noMapping where place == nil:
      return .hop(hop, of: store.name, .notInferred(facts.coreData))
    case .inUse, .protected, .noMapping, .notAStore, .other:
      if let place {
        return .hop(hop, of: store.name, .customCode(place, CustomCodeError(error)))
      }
      return .hop(hop, of: store.name, .failed(facts.coreData))
    }
  }
}

extension PersistenceError {
  /// What the history says of a store's way.
  init(planning error: MigrationError, store: String) {
    self =
      switch error {
      case .model(let error): .model(error)
      case .unknownVersion(_, let history, let nearest, let differences, _, let combination):
        .store(
          store,
          .unknownVersion(
            history: history, nearest: nearest, differences: differences,
            combination: combination))
      case .downgrade(_, let found, let wanted):
        .store(store, .downgrade(found: found, wanted: wanted))
      case .unsupportedVersion(_, let version, let oldest):
        .store(store, .unsupportedVersion(version, oldest: oldest))
      default: .store(store, .noWay(error))
      }
  }
}
