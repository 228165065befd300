import BrowserModels
import GoldenStore
import GoldenStoreCoreData
import GoldenStoreModel
import TestSupport
import Testing

#if canImport(CoreData)
  import CoreData
#endif

/// The version hashes that Core Data computes, against ours.
struct CoreDataHashTests {
  /// Random models as those of `ModelRoundTripTests`, but for what Core Data can't be given.
  static var randomModels: [ValidatedModel] {
    get throws {
      try (0..<240).map {
        try RandomModel(seed: 1, index: $0, isForCoreData: true).model.validated()
      }
    }
  }

  /// Every version and every shape of the built-in histories.
  static var versions: [ValidatedModel] {
    get throws {
      try BrowserModels.all.flatMap { try CoreDataEngine.places(of: $0).map(\.model) }
    }
  }

  @Test func coreDataCanBeGivenEveryModel() throws {
    let versions = try Self.versions
    #expect(versions.count == 47)
    for model in try Self.randomModels + versions {
      #expect(throws: Never.self) {
        _ = try ManagedObjectModelPlan(model, for: .migration, hasComposites: true)
      }
    }
    for model in versions {
      #expect(throws: Never.self) {
        _ = try ManagedObjectModelPlan(model, for: .app(module: "App"), hasComposites: true)
      }
    }
  }
}

#if canImport(CoreData)
  @Suite(
    .cases("models hashed") {
      try CoreDataHashTests.versions.count * 2 + CoreDataHashTests.randomModels.count
    })
  struct CoreDataHashComparisonTests {
    @Test func versionsHashAsCoreDataSays() async throws {
      for version in try CoreDataHashTests.versions {
        for purpose in [ManagedObjectModelPurpose.migration, .app(module: "App")] {
          await Self.compare(version, for: purpose)
        }
      }
    }

    @Test func randomModelsHashAsCoreDataSays() async throws {
      for model in try CoreDataHashTests.randomModels {
        await Self.compare(model, for: .migration)
      }
    }

    private static func compare(
      _ version: ValidatedModel, for purpose: ManagedObjectModelPurpose
    ) async {
      do {
        let model = try NSManagedObjectModel(version, for: purpose)
        for difference in try model.versionHashDifferences(from: version) {
          Issue.record("version '\(version.name)': \(difference)")
        }
        let hashes = try VersionHash.entityHashes(of: version)
        let found = model.entityVersionHashesByName
        #expect(found.count == hashes.count)
        for hash in hashes { #expect(found[hash.entity] == hash.hash.data, "\(version.name)") }
        if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) {
          #expect(model.versionChecksum == VersionHash.checksum(of: hashes), "\(version.name)")
        }
      } catch {
        // An older system lacks what a newer one has.
        let isUnavailable =
          if case PersistenceError.managedObjectModel(_, let problems) = error {
            problems.allSatisfy(\.isUnavailable)
          } else {
            false
          }
        if !isUnavailable { Issue.record(error, "version '\(version.name)'") }
      }
      await CaseCount.add()
    }
  }

  extension ManagedObjectModelProblem {
    fileprivate var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
  }
#else
  @Suite(.disabled("\(CoreDataEngine.absence)"))
  struct CoreDataHashComparisonTests {
    @Test func versionsHashAsCoreDataSays() {}

    @Test func randomModelsHashAsCoreDataSays() {}
  }
#endif
