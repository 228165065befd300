import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Migrations of the file itself, where others may have it open.
struct MigrateInPlaceTests {
  private static let custom = WorkedExamples.people
  private static let inferred: ModelHistory = {
    var history = WorkedExamples.people
    history.stages = []
    return history
  }()
  private static let rows = (1...40).map {
    "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZFIRST) VALUES (\($0), 1, 1, 'p\($0)')"
  }
  private static let hidden =
    ".Store.sqlite.migrationdestination_41b5a6b5c6e848c462a8480cd24caef3"

  /// The second version without what is mandatory, so that inference reaches it.
  private static let optional: ModelHistory = {
    var history = inferred
    history.versions[1].entities[0].attributes[0].isOptional = true
    return history
  }()

  @Test func aStoreThatIsOpenElsewhereIsNotReplaced() throws {
    try StagedStore.with(Self.custom, rows: Self.rows) { store in
      let other = try Connection(path: store.files.main, mode: .readWrite)
      let count = try other.integer("SELECT count(*) FROM ZPERSON")
      #expect(throws: MigrationError.inUse(store: "Store.sqlite")) {
        try store.migrateInPlace()
      }
      #expect(try !store.fileNames().contains(Self.hidden))
      #expect(try other.integer("SELECT count(*) FROM ZPERSON") == count)
      try other.close()
      #expect(try store.version() == 0)
      try store.migrateInPlace()
      #expect(try store.version() == 1)
      #expect(try store.fileNames() == ["Store.sqlite"])
    }
  }

  @Test(arguments: [false, true])
  func aRefusedMigrationLeavesTheLogAsItWas(isStaged: Bool) throws {
    struct Stopped: Error {}
    var history = Self.inferred
    if isStaged {
      history.stages = [
        .custom(
          from: "V1", to: "V2",
          entityMappings: [
            CustomEntityMapping(
              from: "Person", to: "Person", setting: ["name"], values: { _ in throw Stopped() })
          ])
      ]
    }
    try StagedStore.with(history, rows: Self.rows) { store in
      func files() throws -> [String: Data] {
        try bytes(of: store.files.main).filter { $0.key != StoreFiles.Part.sharedMemory.rawValue }
      }
      let before = try files()
      #expect(before.count == 2)
      #expect(throws: (any Error).self) { try store.migrateInPlace() }
      #expect(try files() == before)
    }
  }

  /// A change in place, perhaps a handler that writes, and a new store.
  private static func steps(hasHandler: Bool) -> ModelHistory {
    let insertion: MigrationStage.Handler = { context in
      try context.insert("Person", values: ["first": "new"])
    }
    let stage = MigrationStage.custom(
      from: "V2", to: "V3",
      entityMappings: [
        CustomEntityMapping(
          from: "Person", to: "Person", setting: ["name"],
          values: { person in ["name": try person["first"]] })
      ], willMigrate: hasHandler ? insertion : nil)
    return ModelHistory("Steps", stages: [.lightweight("V1"), stage]) {
      Model("V1") { Entity("Person") { Attribute("first", .string) } }
      Model("V2") {
        Entity("Person") {
          Attribute("first", .string)
          Attribute("age", .integer16, default: 3)
        }
      }
      Model("V3") {
        Entity("Person") {
          Attribute("age", .integer16)
          Attribute("name", .string)
        }
      }
    }
  }

  /// What steps and handlers before it have committed is not taken for another's work.
  @Test(arguments: ["WAL", "DELETE"], [false, true])
  func aStoreIsReplacedAfterChangesInPlace(journalMode: String, hasHandler: Bool) throws {
    let history = Self.steps(hasHandler: hasHandler)
    try StagedStore.with(history, rows: Self.rows, journalMode: journalMode) { store in
      let output = try store.migrate().output
      try store.migrateInPlace()
      for files in [output, store.files] {
        let people = try store.contents(of: files, at: 2).objects(of: "Person")
        #expect(people.count == (hasHandler ? 41 : 40))
        #expect(people[39].value(of: "name") == "p40" && people[39].value(of: "age") == 3)
      }
      #expect(try store.fileNames() == ["Result.sqlite", "Store.sqlite"])
    }
  }

  @Test func aChangeInPlaceWorksBesideAnIdleReader() throws {
    try StagedStore.with(Self.optional, rows: Self.rows) { store in
      let other = try Connection(path: store.files.main, mode: .readWrite)
      #expect(try other.integer("SELECT count(*) FROM ZPERSON") == 40)
      let result = try store.migrateInPlace()
      #expect(result.path == .rebuild)
      #expect(try other.integer("SELECT count(*) FROM ZPERSON WHERE ZNAME IS NULL") == 40)
      try other.close()
      #expect(try store.version() == 1)
    }
  }

  @Test(arguments: [custom, optional])
  func whoeverIsLateFindsTheWorkDone(_ history: ModelHistory) throws {
    try StagedStore.with(history, rows: Self.rows) { store in
      let outcomes = Outcomes()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          outcomes.add(try store.migrateInPlace().path.description)
        } catch {
          outcomes.add("\(error)")
        }
      }
      let path = history.stages.isEmpty ? "rebuild" : "custom"
      #expect(outcomes.all.sorted() == [path, "none", "none", "none"].sorted())
      let version = try store.version()
      #expect(version == 1)
      // Whoever found the work done leaves the -wal as it was; nothing else may lie around.
      let names = try store.fileNames()
      #expect(names.allSatisfy { $0.hasPrefix("Store.sqlite") }, "\(names)")
      #expect(try store.contents(of: store.files, at: 1).objects(of: "Person").count == 40)
    }
  }

  @Test func whoeverWaitsDoesNotHoldTheOldStoreOpen() throws {
    try StagedStore.with(Self.custom, rows: Self.rows) { store in
      let outcomes = Outcomes()
      let isInside = DispatchSemaphore(value: 0)
      let isStarted = DispatchSemaphore(value: 0)
      let never = DispatchSemaphore(value: 0)
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        if number == 1 {
          _ = isInside.wait(timeout: .now() + 10)
          isStarted.signal()
        }
        do {
          let result = try store.migrateInPlace { progress in
            guard number == 0, progress.phase == .createInstances, progress.completed == 1 else {
              return
            }
            // The other one comes while the new store is being written, and has time to open it.
            isInside.signal()
            _ = isStarted.wait(timeout: .now() + 10)
            _ = never.wait(timeout: .now() + 0.5)
          }
          outcomes.add(result.path.description)
        } catch {
          outcomes.add("\(error)")
          isInside.signal()
        }
      }
      #expect(outcomes.all.sorted() == ["custom", "none"])
    }
  }

  /// What several threads have to tell.
  private final class Outcomes: @unchecked Sendable {
    private let lock = NSLock()
    private var outcomes: [String] = []

    func add(_ outcome: String) { lock.withLock { outcomes.append(outcome) } }

    var all: [String] { lock.withLock { outcomes } }
  }

  @Test func whatAKilledProcessLeftIsDeleted() throws {
    try StagedStore.with(Self.custom, rows: Self.rows) { store in
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try Data("half a store".utf8).write(
          to: URL(fileURLWithPath: store.folder + "/" + Self.hidden + suffix))
      }
      try store.migrateInPlace()
      #expect(try store.fileNames() == ["Store.sqlite"])
      try requireFresh(store.files, store, at: 1)
    }
  }

  /// A process that was killed just before the rename had left WAL mode for it.
  @Test func theJournalModeIsThatBeforeTheKill() throws {
    try StagedStore.with(Self.custom, rows: Self.rows, journalMode: "DELETE") { store in
      let hidden = store.folder + "/" + Self.hidden
      try SampleStore.make(Self.custom.versions[1], at: hidden, rows: [])
      try SampleStore.change(hidden, ["DELETE FROM Z_MODELCACHE"])
      #expect(try DatabaseHeader(contentsOf: hidden).isWriteAheadLogged)
      try store.migrateInPlace()
      #expect(try store.fileNames() == ["Store.sqlite"])
      #expect(try DatabaseHeader(contentsOf: store.files.main).isWriteAheadLogged)
    }
  }

  @Test func aStoreAtTheDestinationIsLeftAlone() throws {
    try StagedStore.with(Self.custom, rows: [], at: 1) { store in
      let before = try bytes(of: store.files.main)
      let result = try store.migrateInPlace()
      #expect(result.steps.isEmpty && result.source == 1)
      let isSame = try bytes(of: store.files.main)["main"] == before["main"]
      #expect(isSame && before["main"] != nil)
      #expect(try store.version() == 1)
    }
  }

  @Test(arguments: ["WAL", "DELETE"])
  func theJournalModeStays(journalMode: String) throws {
    for history in [Self.custom, Self.optional] {
      try StagedStore.with(history, rows: Self.rows, journalMode: journalMode) { store in
        try store.migrateInPlace()
        let header = try DatabaseHeader(contentsOf: store.files.main)
        #expect(header.isWriteAheadLogged == (journalMode == "WAL"))
      }
    }
  }

  @Test func laterAndUnknownVersionsAreRefusedUntouched() throws {
    try StagedStore.with(Self.custom, rows: [], at: 1) { store in
      let before = try bytes(of: store.files.main)["main"]
      #expect(throws: MigrationError.self) { try store.migrateInPlace(to: 0) }
      let stranger = StagedStore(
        history: WorkedExamples.trips, folder: store.folder, files: store.files)
      #expect(throws: MigrationError.self) { try stranger.migrateInPlace() }
      let isSame = try bytes(of: store.files.main)["main"] == before
      #expect(isSame && before != nil)
      #expect(try store.version() == 1)
    }
  }
}
