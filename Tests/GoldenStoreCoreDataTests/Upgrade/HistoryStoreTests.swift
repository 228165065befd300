import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

struct HistoryStoreTests {
  private func store(
    _ sample: UpgradeSample, _ script: UpgradeScript = UpgradeScript(), isStepwise: Bool = true
  ) -> HistoryStore {
    HistoryStore(
      sample.history, at: sample.url, isStepwise: isStepwise, means: .portable(script))
  }

  @Test func aStoreIsUpgradedInTheBackground() async throws {
    let sample = try UpgradeSample()
    final class Threads: @unchecked Sendable {
      let lock = NSLock()
      var areMain: [Bool] = []
    }
    let threads = Threads()
    let plan = try await store(sample).migrate { _ in
      threads.lock.withLock { threads.areMain.append(Thread.isMainThread) }
    }
    #expect(plan.hops.count == 4)
    #expect(try sample.books(at: 6) == UpgradeSample.expected(at: 6))
    #expect(threads.areMain.count > 6)
    #expect(!threads.areMain.contains(true))
  }

  @Test func aCancelledTaskEndsTheUpgrade() async throws {
    let sample = try UpgradeSample()
    let original = try sample.bytes()
    let store = store(sample)
    let (reached, reach) = AsyncStream.makeStream(of: Void.self)
    let isCancelled = DispatchSemaphore(value: 0)
    let task = Task {
      defer { reach.finish() }
      return try await store.migrate { progress in
        guard case .hop(let hop) = progress.step, hop.destination == "V5" else { return }
        reach.yield()
        // Told more than once; whoever comes first lets the next one pass.
        isCancelled.wait()
        isCancelled.signal()
      }
    }
    for await _ in reached { break }
    task.cancel()
    isCancelled.signal()
    let result = await task.result
    guard case .failure(let error as PersistenceError) = result,
      case .store("Library.sqlite", .cancelled(.hop(let hop))) = error
    else {
      Issue.record("\(result)")
      return
    }
    #expect(hop.source == "V3")
    #expect(
      error.description
        == "the upgrade of 'Library.sqlite' was cancelled while a copy was migrated 'V3' → 'V5'")
    #expect(error.coreData?.code == 134_120)
    #expect(try sample.bytes() == original)
  }

  @Test func twoUpgradesAtOnceAreOneAfterTheOther() async throws {
    let sample = try UpgradeSample()
    let scripts = (0..<4).map { _ in UpgradeScript() }
    let plans = try await withThrowingTaskGroup(of: UpgradePlan.self) { group in
      for script in scripts {
        let store = store(sample, script)
        group.addTask { try await store.migrate() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(plans.filter(\.isUpToDate).count == 3)
    #expect(scripts.filter { $0.calls.contains { $0.action == .migrate } }.count == 1)
    #expect(try sample.books(at: 6) == UpgradeSample.expected(at: 6))
  }

  @Test func whoeverWaitsCanBeCancelled() async throws {
    let sample = try UpgradeSample()
    let lock = try FolderLock(sample.folder.path)
    let store = store(sample)
    let task = Task { try await store.migrate() }
    task.cancel()
    let result = await task.result
    withExtendedLifetime(lock) {}
    #expect(throws: PersistenceError.store("Library.sqlite", .cancelled(.plan))) {
      try result.get()
    }
    #expect(sample.version() == 1)
  }

  @Test func stagesAloneMayDecideWhereTheStoreStops() throws {
    let history = ModelHistory("Steps", stages: [.lightweight("V1", "V2", "V3")]) {
      for attributes in 1...3 {
        Model("V\(attributes)") {
          Entity("Book") {
            Attribute("title", .string)
            for number in 1..<attributes { Attribute("extra\(number)", .string) }
          }
        }
      }
    }
    let sample = try UpgradeSample(history)
    #expect(try store(sample).plan().hops.map(\.destination) == ["V2", "V3"])
    let direct = store(sample, isStepwise: false)
    #expect(try direct.plan().hops.map(\.destination) == ["V3"])
    #expect(try direct.migrateAndWait().hops.count == 1)
    #expect(sample.version() == 3)
  }

  @Test func theCurrentVersionIsTheDestination() throws {
    var history = UpgradeSample.history()
    history.currentVersion = "V3"
    let sample = try UpgradeSample(history)
    try store(sample).migrateAndWait()
    #expect(sample.version() == 3)
    try store(sample).migrateAndWait(to: "V6")
    #expect(sample.version() == 6)
    let error = #expect(throws: PersistenceError.self) { try store(sample).plan() }
    #expect(error == .store("Library.sqlite", .downgrade(found: "V6", wanted: "V3")))
    #expect(
      error?.description == """
        'Library.sqlite' holds version 'V6', which is later than 'V3'; a store is never migrated \
        backwards
        """)
  }

  @Test func wrongHistoriesAndVersionsAreRefused() throws {
    let sample = try UpgradeSample()
    #expect(
      throws: PersistenceError.model(
        .unknownVersion("V9", history: "Shelf", versions: sample.history.versions.map(\.name)))
    ) { try store(sample).plan(to: "V9") }
    var history = sample.history
    history.stages.append(.lightweight("V2"))
    let doubtful = HistoryStore(history, at: sample.url, means: .portable())
    #expect(
      throws: PersistenceError.store(
        "Library.sqlite", .noWay(.staged(history: "Shelf", .duplicateVersions)))
    ) { try doubtful.plan() }
    history.versions = []
    let empty = HistoryStore(history, at: sample.url, means: .portable())
    guard case .model = #expect(throws: PersistenceError.self, performing: { try empty.plan() })
    else {
      Issue.record("another error")
      return
    }
  }

  @Test func optionsOfTheUpgradeItselfAreRefused() throws {
    let sample = try UpgradeSample()
    let store = HistoryStore(
      sample.history, at: sample.url,
      options: StoreOptions(
        others: ["Other": .flag(true), "ReservedB": .flag(true), "ReservedA": .flag(true)]),
      means: .portable())
    let expected = PersistenceError.store("Library.sqlite", .reservedOption("ReservedA"))
    #expect(throws: expected) { try store.plan() }
    #expect(throws: expected) { try store.migrateAndWait() }
    #expect(sample.version() == 1)
  }

  @Test func optionsWithAPropertyAreRefusedByItsName() throws {
    let sample = try UpgradeSample()
    let store = HistoryStore(
      sample.history, at: sample.url,
      options: StoreOptions(others: ["OwnB": .number(1), "OwnA": .flag(true)]),
      means: .portable())
    let expected = PersistenceError.store(
      "Library.sqlite", .optionWithProperty("OwnA", property: "tracksPersistentHistory"))
    #expect(throws: expected) { try store.plan() }
    #expect(throws: expected) { try store.migrateAndWait() }
  }

  @Test func equalVersionsAreNoWork() throws {
    let history = ModelHistory("Same", aliases: [VersionAlias("V2", of: "V1")]) {
      for name in ["V1", "V2", "V3"] {
        Model(name) {
          Entity("Book") {
            Attribute("title", .string)
            if name == "V3" { Attribute("note", .string) }
          }
        }
      }
    }
    let sample = try UpgradeSample(history)
    // Of two versions with the same hashes the store has the later one.
    #expect(try store(sample).plan(to: "V2").isUpToDate)
    #expect(try store(sample).plan().source == "V2")
    #expect(try store(sample).migrateAndWait(to: "V1").isUpToDate)
    #expect(try store(sample).migrateAndWait().hops.count == 1)
    #expect(sample.version() == 3)
  }

  @Test func whatCoreDataRaisesExceptionsOnIsRefused() throws {
    let sample = try UpgradeSample()
    let elsewhere = try #require(URL(string: "https://example.org/Library.sqlite"))
    let error = #expect(throws: PersistenceError.self) {
      try HistoryStore(sample.history, at: elsewhere, means: .portable()).plan()
    }
    #expect(
      error?.description == """
        'https://example.org/Library.sqlite' is not the URL of a file; expected one that begins \
        with 'file:'
        """)
    func store(_ configuration: String, _ history: ModelHistory) -> HistoryStore {
      HistoryStore(
        history, at: sample.url, options: StoreOptions(configuration: configuration),
        means: .portable())
    }
    var history = sample.history
    _ = try store("Default", history).plan()
    for index in 1..<6 {
      history.versions[index].configurations = [
        ModelConfiguration("Local", entities: ["Book"])
      ]
    }
    _ = try store("Local", history).plan()
    // Handlers and new stores are opened with it, at every version on the way.
    let refused = #expect(throws: PersistenceError.self) {
      try store("Local", history).migrateAndWait()
    }
    #expect(
      refused
        == .store("Library.sqlite", .unknownConfiguration("Local", version: "V1", known: [])))
    #expect(sample.version() == 1)
    #expect(
      #expect(throws: PersistenceError.self) { try store("Locals", history).plan() }?.description
        == """
        version 'V6' has no configuration 'Locals', with which 'Library.sqlite' is to be opened; did \
        you mean 'Local'?
        """)
  }

  @Test func aHistoryThatIsTrackedIsNotLostUnasked() throws {
    let sample = try UpgradeSample()
    let before = try sample.bytes()
    func store(_ options: StoreOptions) -> HistoryStore {
      HistoryStore(sample.history, at: sample.url, options: options, means: .portable())
    }
    let hop = UpgradeHop(source: "V3", destination: "V5", kind: .custom([.entityMappings]))
    #expect(throws: PersistenceError.hop(hop, of: "Library.sqlite", .losesHistory)) {
      try store(StoreOptions(tracksPersistentHistory: true)).migrateAndWait()
    }
    #expect(try sample.bytes() == before)
    // Up to the stage nothing is lost.
    try store(StoreOptions(tracksPersistentHistory: true)).migrateAndWait(to: "V3")
    try store(
      StoreOptions(tracksPersistentHistory: true, mayLosePersistentHistory: true)
    ).migrateAndWait()
    #expect(sample.version() == 6)
  }

  @Test func equalVersionsOnTheWayAreShownAndNoWork() throws {
    let history = ModelHistory("Same", aliases: [VersionAlias("V3", of: "V2")]) {
      for (number, name) in ["V1", "V2", "V3", "V4"].enumerated() {
        Model(name) {
          Entity("Book") {
            Attribute("title", .string)
            if number > 0 { Attribute("note", .string) }
            if number > 2 { Attribute("pages", .integer32) }
          }
        }
      }
    }
    let sample = try UpgradeSample(history)
    let script = UpgradeScript()
    let plan = try store(sample, script).migrateAndWait()
    #expect(
      plan.description == """
        'Library.sqlite' holds version 'V1': 3 hops to 'V4'
          'V1' → 'V2' (inferred)
          'V2' → 'V3' (same hashes)
          'V3' → 'V4' (inferred)
        """)
    #expect(script.calls.filter { $0.action == .migrate }.count == 2)
    #expect(sample.version() == 4)
  }
}
