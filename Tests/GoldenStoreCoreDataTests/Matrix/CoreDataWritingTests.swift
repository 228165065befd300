import Testing

#if canImport(CoreData)
  import BrowserModels
  import GoldenStore
  import GoldenStoreFormat
  import GoldenStoreModel
  import TestSupport

  /// The objects of every golden, written anew by Core Data, and the two files beside each other.
  @Suite(
    .cases("goldens written again") {
      try BrowserModels.all.reduce(0) { try $0 + CoreDataEngine.places(of: $1).count }
    })
  struct CoreDataWritingTests {
    @Test(arguments: CoreDataEngine.names)
    func coreDataWritesWhatGoldensHold(_ name: String) async throws {
      try await CoreDataEngine.examineGoldens(ofHistory: name) { try Self.problems(of: $0) }
    }

    private static func problems(of place: Catalog.Place) throws -> [String] {
      try withTemporaryDirectory { (folder: String) in
        let golden = place.golden.files
        let layout = try StoreLayout(place.model)
        let expected = try StoreReader(files: golden, layout: layout).contents()
        let written = StoreFiles(main: folder.appendingPathComponent(golden.name))
        try ManagedStore(files: written, model: place.model).write(expected)
        let found = try StoreReader(files: written, layout: layout).contents()
        let report = try ContentsComparison.report(
          expected: expected, found: found, model: place.model)
        return (report.isEmpty ? [] : ["the portable reader finds other objects: \(report)"])
          + (try StoreFileComparison.differences(
            ours: golden, theirs: written, model: place.model))
      }
    }
  }
#else
  @Suite(.disabled("\(CoreDataEngine.absence)"))
  struct CoreDataWritingTests {
    @Test func coreDataWritesWhatGoldensHold() {}
  }
#endif
