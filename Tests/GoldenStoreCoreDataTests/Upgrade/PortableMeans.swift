import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

extension UpgradeMeans {
  static let testDomain = "SQLiteResultCodes"

  /// The means of an upgrade by the portable engine, whose errors look like Core Data's.
  static func portable(_ script: UpgradeScript = UpgradeScript()) -> UpgradeMeans {
    var means = UpgradeMeans(
      sqliteDomain: testDomain,
      identity: { store in
        let metadata = try StoreInspection(of: store).metadata
        return StoreIdentity(uuid: metadata.storeUUID, hashes: metadata.entityHashes)
      },
      replace: { try replace($0, $1, script) },
      prepare: { hop in
        if hop.stage?.entityMappings == nil {
          _ = try MappingModel.inferred(from: hop.source, to: hop.destination)
        }
      },
      run: { try Migrator.run($0, on: $1, of: $2) },
      migrate: { hop, source, destination, progress in
        try progress(0)
        try migrate(hop, source, destination)
        try progress(1)
      },
      open: { store, model in
        _ = try StoreReader(files: store, layout: StoreLayout(model)).contents()
      })
    means.reservedOptions = ["ReservedB", "ReservedA"]
    means.optionProperties = ["OwnB": "timeout", "OwnA": "tracksPersistentHistory"]
    let remove = means.remove
    means.remove = { path in
      if script.stops(.midway) { removeHalf(of: path) }
      try script.midway()
      try remove(path)
    }
    return means.scripted(script)
  }

  /// The same means, each call of which a script hears of first.
  func scripted(_ script: UpgradeScript) -> UpgradeMeans {
    var means = self
    means.identity = { [identity] store in
      try script.call(.identity, store) { try identity(store) }
    }
    means.replace = { [replace] destination, source in
      try script.call(.replace, destination) { try replace(destination, source) }
    }
    means.prepare = { [prepare] hop in try script.call(.prepare, nil) { try prepare(hop) } }
    means.run = { [run] handler, store, model in
      try script.call(.run, store) { try run(handler, store, model) }
    }
    means.migrate = { [migrate] hop, source, destination, progress in
      try script.call(.migrate, destination) { try migrate(hop, source, destination, progress) }
    }
    means.open = { [open] store, model in
      try script.call(.open, store) { try open(store, model) }
    }
    means.makeFolder = { [makeFolder] path in
      try script.call(.makeFolder, nil) { try makeFolder(path) }
    }
    means.rename = { [rename] path, name in
      try script.call(.rename, nil) { try rename(path, name) }
    }
    means.remove = { [remove] path in try script.call(.remove, nil) { try remove(path) } }
    means.addExternalValues = { [addExternalValues] store, other in
      try script.call(.addExternalValues, store) { try addExternalValues(store, other) }
    }
    return means
  }

  /// A hop as a history of two versions, without handlers, which run apart.
  private static func migrate(
    _ hop: HopModels, _ source: StoreFiles, _ destination: StoreFiles
  ) throws {
    let stages: [MigrationStage] =
      hop.stage?.entityMappings.map { mappings in
        [
          .custom(
            from: hop.source.name, to: hop.destination.name, entityMappings: mappings,
            primaryKeys: hop.stage?.primaryKeys ?? .kept)
        ]
      } ?? []
    let history = ModelHistory(
      name: "Hop", versions: [hop.source.model, hop.destination.model], stages: stages)
    _ = try Migrator.migrate(
      source, from: 0, to: 1, in: history,
      persistentHistory: PersistentHistoryOptions(allowsGaps: true), to: destination.main)
  }

  /// Not atomic at all, so that whatever a coordinator may leave is left here.
  private static func replace(
    _ destination: StoreFiles, _ source: StoreFiles, _ script: UpgradeScript
  ) throws {
    try destination.delete()
    try script.midway()
    try source.copy(to: destination)
    // The database is there, and the external values are not yet.
    let support = destination.path(of: .supportFolder)
    if script.stops(.secondMidway), StoreFiles.isFolder(support) {
      try FileManager.default.removeItem(atPath: support)
    }
    try script.midway()
  }

  /// What a killed process leaves of a folder that it was deleting: main files go first.
  private static func removeHalf(of path: String) {
    let names = FileManager.default.subpaths(atPath: path) ?? []
    for name in names where name.hasSuffix(".sqlite") {
      try? FileManager.default.removeItem(atPath: path.appendingPathComponent(name))
    }
  }
}

/// What happens at the calls of an upgrade: counts them, and fails or kills at one of them.
final class UpgradeScript: @unchecked Sendable {
  enum Action: String, CaseIterable {
    case identity, replace, prepare, run, migrate, open, makeFolder, rename, remove
    case addExternalValues
  }

  struct Call: Equatable, CustomStringConvertible {
    let action: Action
    /// The name of the folder of the store that is read or written; empty for the store itself.
    let place: String

    var description: String { "\(action) \(place)" }
  }

  enum Moment: String, CaseIterable {
    case before, midway, secondMidway, after
  }

  /// Ends the process, as far as the disk can tell: nothing works after it.
  struct Killed: Error {}

  /// Guards everything below; the parts of one upgrade never overlap, but tests run two at once.
  private let lock = NSRecursiveLock()
  private var recorded: [Call] = []
  private var isDead = false
  private var midways = 0
  private let stop: (call: Int, moment: Moment)?
  private let failure: (any Error)?
  private let visit: @Sendable (Call) throws -> Void

  /// - Parameters:
  ///   - stop: The number of the call, from 0, and when within it.
  ///   - failure: What is thrown there; nil kills.
  ///   - visit: Called before each call, once it is counted.
  init(
    stop: (call: Int, moment: Moment)? = nil, failure: (any Error)? = nil,
    visit: @escaping @Sendable (Call) throws -> Void = { _ in }
  ) {
    self.stop = stop
    self.failure = failure
    self.visit = visit
  }

  var calls: [Call] { lock.withLock { recorded } }

  fileprivate func call<Result>(
    _ action: Action, _ store: StoreFiles?, _ body: () throws -> Result
  ) throws -> Result {
    let call = Call(action: action, place: Self.place(store))
    let isStop = try lock.withLock {
      if isDead { throw Killed() }
      recorded.append(call)
      midways = 0
      return stop?.call == recorded.count - 1
    }
    try visit(call)
    if isStop, stop?.moment == .before { try end() }
    let result: Result
    do {
      result = try body()
    } catch {
      throw Self.coreData(error)
    }
    if isStop, stop?.moment == .after { try end() }
    return result
  }

  /// Whether the running call is to be ended at a moment of what it does.
  fileprivate func stops(_ moment: Moment) -> Bool {
    lock.withLock { stop?.call == recorded.count - 1 && stop?.moment == moment }
  }

  fileprivate func midway() throws {
    let count = lock.withLock {
      midways += 1
      return midways
    }
    guard let stop, stop.call == calls.count - 1 else { return }
    if stop.moment == (count == 1 ? .midway : .secondMidway) { try end() }
  }

  private func end() throws {
    if let failure { throw failure }
    lock.withLock { isDead = true }
    throw Killed()
  }

  private static func place(_ store: StoreFiles?) -> String {
    guard let store else { return "" }
    let folder = store.folder
    return folder.folder.hasSuffix(".upgrade") ? folder.fileName : ""
  }

  /// An error as Core Data reports it.
  private static func coreData(_ error: any Error) -> any Error {
    switch error {
    case let error as StoreError: coreData(error)
    case MigrationError.store(let error): coreData(error)
    case MigrationError.cannotMigrate(_, _, .database(let code, let message)):
      NSError(
        domain: NSCocoaErrorDomain, code: 134_110,
        userInfo: ["reason": message, UpgradeMeans.testDomain: NSNumber(value: code)])
    case let error as MigrationError:
      error.coreData.map { object(of: $0) } ?? error
    default: error
    }
  }

  private static func coreData(_ error: StoreError) -> any Error {
    switch error {
    case .inUse: NSError(domain: UpgradeMeans.testDomain, code: 5)
    case .fileMissing: NSError(domain: NSCocoaErrorDomain, code: 260)
    case .notADatabase, .notACoreDataStore, .damagedHeader, .cutShort, .metadataRows,
      .damagedMetadata, .metadataKeyMissing:
      NSError(
        domain: NSCocoaErrorDomain, code: 259,
        userInfo: ["reason": error.description, UpgradeMeans.testDomain: NSNumber(value: 26)])
    default: error
    }
  }

  private static func object(of error: CoreDataError) -> NSError {
    var info: [String: Any] = ["reason": error.reason]
    if let underlying = error.underlying { info[NSUnderlyingErrorKey] = object(of: underlying) }
    return NSError(domain: error.domain, code: error.code, userInfo: info)
  }
}
