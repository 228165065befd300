#if canImport(CoreData)
  import BrowserModels
  import CoreData
  import Foundation
  import GoldenStore
  import GoldenStoreCoreData
  import GoldenStoreModel
  import GoldenStoreTesting
  import Testing

  #if canImport(SwiftData)
    import SwiftData
  #endif

  // The Swift of the guide, line by line: that it compiles is what it is here for.

  private let bookmarks = BrowserModels.bookmarks

  func compareModels(_ compiled: NSManagedObjectModel) throws {
    let current = bookmarks.versions[bookmarks.currentPosition]
    for difference in try compiled.versionHashDifferences(from: current) {
      assertionFailure("\(difference)")
    }
  }

  func makeContainer() throws -> NSPersistentContainer {
    let current = bookmarks.versions[bookmarks.currentPosition]
    let model = try NSManagedObjectModel(current, for: .app(module: "Browser"))
    return NSPersistentContainer(name: "Bookmarks", managedObjectModel: model)
  }

  func openBookmarks(at url: URL) async throws -> NSPersistentContainer {
    let options = StoreOptions(tracksPersistentHistory: true)
    let store = HistoryStore(bookmarks, at: url, options: options)
    print(try store.plan())
    return try await store.open(module: "Browser") { progress in
      print("\(progress.step): \(progress.fractionCompleted)")
    }
  }

  @Suite(
    .goldens(
      bookmarks, in: "Goldens/Bookmarks",
      migrator: .custom(reaching: .everyVersion) { url, version in
        try HistoryStore(bookmarks, at: url).migrateAndWait(to: version)
      }))
  struct GuideGoldens {
    @Test(arguments: bookmarks.versions.map(\.name))
    func holds(_ version: String) async throws { try await expectGolden(version) }

    @Test(arguments: bookmarks.pairs)
    func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func makeStagedContainer(at url: URL) throws -> NSPersistentContainer {
    let store = HistoryStore(bookmarks, at: url)
    let container = NSPersistentContainer(
      name: "Bookmarks", managedObjectModel: try store.makeManagedObjectModel(module: "Browser"))
    container.persistentStoreDescriptions = [try store.makeStagedStoreDescription()]
    return container
  }

  #if canImport(SwiftData)
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func compareSchemas(_ plan: any SchemaMigrationPlan.Type) throws {
      #expect(try bookmarks.differences(of: plan) == [])
    }
  #endif
#endif
