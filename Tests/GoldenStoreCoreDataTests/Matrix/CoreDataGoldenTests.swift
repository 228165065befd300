import Testing

#if canImport(CoreData)
  import BrowserModels
  import CoreData
  import Foundation
  import GoldenStore
  import GoldenStoreCoreData
  import GoldenStoreFormat
  import GoldenStoreModel
  import TestSupport

  /// Every golden, opened by Core Data as it is: it takes it for a store of the version, reads every
  /// object as the portable reader does, and changes neither schema nor rows.
  @Suite(
    .cases("goldens opened") {
      try BrowserModels.all.reduce(0) { try $0 + CoreDataEngine.places(of: $1).count }
    })
  struct CoreDataGoldenTests {
    @Test(arguments: CoreDataEngine.names)
    func goldensOpenWithoutMigration(_ name: String) async throws {
      try await CoreDataEngine.examineGoldens(ofHistory: name) { try Self.problems(of: $0) }
    }

    private static func problems(of place: Catalog.Place) throws -> [String] {
      try withTemporaryDirectory { (folder: String) in
        let golden = place.golden.files
        let copy = StoreFiles(main: folder.appendingPathComponent(golden.name))
        try golden.copy(to: copy)
        let store = ManagedStore(files: copy, model: place.model)
        let model = try NSManagedObjectModel(place.model, for: .app(module: "App"))
        let metadata = try store.metadata()
        var problems: [String] = []
        if !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) {
          problems.append("Core Data would migrate it")
        }
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        if hashes != model.entityVersionHashesByName {
          problems.append("its metadata have other hashes than the model")
        }
        let found = try store.contents()
        let expected = try StoreReader(files: golden, layout: StoreLayout(place.model)).contents()
        let report = try ContentsComparison.report(
          expected: expected, found: found, model: place.model)
        if !report.isEmpty { problems.append("Core Data reads other objects: \(report)") }
        if report.objectsCompared == 0 { problems.append("no object was compared") }
        return problems
          + (try StoreFileComparison.differences(ours: golden, theirs: copy, model: place.model))
          .map { "opening it changed the file: \($0)" }
      }
    }
  }
#else
  @Suite(.disabled("\(CoreDataEngine.absence)"))
  struct CoreDataGoldenTests {
    @Test func goldensOpenWithoutMigration() {}
  }
#endif
