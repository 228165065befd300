#if canImport(CoreData)
  import BrowserModels
  import CoreData
  import Foundation
  import GoldenStore
  import GoldenStoreCoreData
  import GoldenStoreFormat
  import GoldenStoreMigration
  import GoldenStoreModel
  import TestSupport
  import Testing

  /// The upgrade with Core Data as its means.
  struct CoreDataUpgradeTests {
    @Test(arguments: BrowserModels.all.map(\.name))
    func everyGoldenIsUpgradedAndOpened(_ name: String) async throws {
      let history = try #require(BrowserModels.all.first { $0.name == name })
      let model = try history.versions[history.currentPosition].validated()
      for place in try Catalog(history, in: GreenCatalog.goldens).seededPlaces() {
        let folder = try TemporaryDirectory()
        let files = StoreFiles(main: folder.path.appendingPathComponent("Store.sqlite"))
        try place.golden.files.copy(to: files)
        let reference = try Migrator.migrate(
          files, to: history.currentPosition, in: history, stepwise: true,
          to: folder.path.appendingPathComponent("Reference.sqlite"))
        let store = HistoryStore(history, at: URL(fileURLWithPath: files.main))
        #expect(try store.plan().source == place.golden.version)
        let container = try await store.open()
        let opened = try #require(container.persistentStoreCoordinator.persistentStores.first)
        #expect(opened.options?[NSMigratePersistentStoresAutomaticallyOption] as? Bool == false)
        try container.persistentStoreCoordinator.remove(opened)
        let layout = try StoreLayout(model)
        // Core Data numbers the objects of a custom stage anew.
        if !reference.steps.contains(where: { $0.path == .custom }) {
          #expect(
            try StoreReader(files: files, layout: layout).contents()
              == StoreReader(files: reference.output, layout: layout).contents(),
            "\(place.golden.version)")
        }
        #expect(try store.plan().isUpToDate)
        #expect(!FileManager.default.fileExists(atPath: store.upgradeFolder.path))
      }
    }

    @Test func everyKindOfHopRuns() throws {
      let sample = try UpgradeSample()
      try sample.upgrade(means: .coreData(StoreOptions()))
      #expect(sample.version() == 6)
      #expect(try sample.books(at: 6).sorted() == UpgradeSample.expected(at: 6).sorted())
    }

    /// Killed before and after each thing that it does, the replacement left out: what Core Data
    /// leaves in the middle of that is its own.
    @Test func aKilledUpgradeLosesNothingAndTheNextOneFinishesIt() throws {
      let rehearsal = UpgradeScript()
      try UpgradeSample().upgrade(rehearsal, means: .coreData(StoreOptions()))
      for call in rehearsal.calls.indices {
        for moment in [UpgradeScript.Moment.before, .after] {
          let sample = try UpgradeSample()
          _ = try? sample.upgrade(
            UpgradeScript(stop: (call, moment)), means: .coreData(StoreOptions()))
          let comment: Comment = "killed \(moment) call \(call), \(rehearsal.calls[call])"
          #expect([1, 6].contains(sample.version()), comment)
          try sample.upgrade(means: .coreData(StoreOptions()))
          #expect(sample.version() == 6, comment)
          #expect(
            try sample.books(at: 6).sorted() == UpgradeSample.expected(at: 6).sorted(), comment)
        }
      }
    }

    @Test func aStoreThatIsNotThereYetIsMade() async throws {
      let folder = try TemporaryDirectory()
      let url = URL(fileURLWithPath: folder.path + "/deep/Library.sqlite")
      let options = StoreOptions(
        tracksPersistentHistory: true, postsRemoteChanges: true,
        pragmas: ["journal_mode": "WAL"], timeout: 5, others: ["com.example": .text("kept")])
      let store = HistoryStore(BrowserModels.bookmarks, at: url, options: options)
      #expect(try store.plan().source == nil)
      let container = try await store.open()
      #expect(container.name == "Library")
      #expect(try store.plan().isUpToDate)
    }

    @Test func whatIsNoStoreIsLeftAlone() async throws {
      let folder = try TemporaryDirectory()
      let url = URL(fileURLWithPath: folder.path + "/Library.sqlite")
      let bytes = Data(repeating: 0xEE, count: 9000)
      try bytes.write(to: url)
      do {
        _ = try await HistoryStore(BrowserModels.bookmarks, at: url).open()
        Issue.record("it was opened")
      } catch {
        guard case .store(_, .notAStore) = error else {
          Issue.record("\(error)")
          return
        }
      }
      #expect(try Data(contentsOf: url) == bytes)
    }

    @Test func optionsOfTheUpgradeItselfAreRefused() throws {
      let options = StoreOptions(others: [NSReadOnlyPersistentStoreOption: .flag(true)])
      let store = HistoryStore(
        BrowserModels.bookmarks, at: URL(fileURLWithPath: "/Library.sqlite"), options: options)
      #expect(
        throws: PersistenceError.store(
          "Library.sqlite", .reservedOption(NSReadOnlyPersistentStoreOption))
      ) { try store.plan() }
    }

    @Test func historyHasAnOptionOfItsOwnAndIsNeverLeftOut() throws {
      let sample = try UpgradeSample()
      let tracked = HistoryStore(
        sample.history, at: sample.url, options: StoreOptions(tracksPersistentHistory: true))
      let container = try tracked.openAndWait()
      for opened in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(opened)
      }
      #expect(throws: PersistenceError.self) {
        try HistoryStore(
          sample.history, at: sample.url,
          options: StoreOptions(others: [NSPersistentHistoryTrackingKey: .flag(true)])
        ).plan()
      }
    }

    @Test func stagesOfCoreDataLeadTheSameWay() throws {
      guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
      var history = UpgradeSample.history()
      history.currentVersion = "V3"
      let sample = try UpgradeSample(history)
      let store = HistoryStore(history, at: sample.url)
      let container = NSPersistentContainer(
        name: "Library", managedObjectModel: try store.makeManagedObjectModel())
      container.persistentStoreDescriptions = [try store.makeStagedStoreDescription()]
      var failure: (any Error)?
      container.loadPersistentStores { failure = $1 }
      #expect(failure == nil)
      for opened in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(opened)
      }
      #expect(sample.version() == 3)
      #expect(try sample.books(at: 3) == UpgradeSample.expected(at: 3))
    }
  }
#endif
