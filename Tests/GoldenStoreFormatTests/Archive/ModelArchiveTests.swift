import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

struct ModelArchiveTests {
  /// The cached model of a store, with the metadata beside it; `nil` where there is none.
  static func cachedModel(
    of store: Corpus.Item
  ) throws -> (content: Data, metadata: StoreMetadata)? {
    try Corpus.withCopy(of: store) { url in
      let connection = try Connection(path: url.path, mode: .readWrite)
      defer { try? connection.close() }
      let hasCache = try connection.integer(
        "SELECT count(*) FROM sqlite_master WHERE name = 'Z_MODELCACHE'")
      guard hasCache == 1,
        let content = try connection.firstRow(
          "SELECT Z_CONTENT FROM Z_MODELCACHE",
          {
            $0.bytes(at: 0)
          }), !content.isEmpty,
        let list = try connection.firstRow("SELECT Z_PLIST FROM Z_METADATA", { $0.bytes(at: 0) })
      else { return nil }
      return (content, try StoreMetadata(propertyList: list, storeUUID: "", store: store.id))
    }
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func everyCachedModelHashesToWhatItsStoreRecords() throws {
    var stores = 0
    var hashes = 0
    var notes: [String] = []
    for store in Corpus.stores {
      guard let cached = try Self.cachedModel(of: store) else { continue }
      stores += 1
      let archived = try ArchivedModel(cacheContent: cached.content, versionName: store.id)
      notes += archived.notes.map { "\(store.id.split(separator: "/").last ?? ""): \($0)" }
      let computed = try VersionHash.entityHashes(of: archived.model.validated())
      #expect(computed == cached.metadata.entityHashes, "\(store.id)")
      hashes += computed.count
    }
    #expect(stores == 61)
    #expect(hashes == 210)
    // All that a model can't hold, of all stores.
    let left = "attribute 'frontCover': the default, a CoreDataPlus_Tests.Cover, is left out"
    #expect(
      notes
        == ["4", "7"].flatMap { store in
          ["Book", "GraphicNovel"].map { "\(store): entity '\($0)', \(left)" }
        })
  }

  /// In what an archive of ours may differ from Core Data's, each with the exact end of the
  /// difference and in how many places of how many stores it occurs. Everything else is the same,
  /// key by key.
  struct Exception: Sendable {
    let reason: String
    let endings: [String]
    /// The frameworks of the stores in which it occurs.
    let frameworks: ClosedRange<Int>
    let places: Int
    let stores: Int
  }

  static let exceptions = [
    Exception(
      reason: "an inherited property of a compiled model is a proxy",
      endings: ["]: class _NSPropertyDescriptionProxy against NSAttributeDescription"],
      frameworks: 752...1244, places: 180, stores: 12),
    Exception(
      reason: "a compiled model has a Boolean default as a number, one made in code as a Boolean",
      endings: [".NSDefaultValue: integer(0) against boolean(false)"],
      frameworks: 752...1244, places: 49, stores: 13),
    Exception(
      reason: "a compiled entity without subentities has no dictionary of them",
      endings: [".NSSubentities: class null against NSDictionary"],
      frameworks: 637...1244, places: 96, stores: 22),
    Exception(
      reason: "some models, most made in code, have empty lists where others have none",
      endings: [
        ".NSFetchIndexDescriptions: only first: NSArray of 0",
        ".NSCompoundIndexes: only first: NSArray of 0", ".NSUniqueTuples: only first: NSArray of 0",
      ], frameworks: 847...1518, places: 59, stores: 18),
    Exception(
      reason: "a framework from before fetch indexes flags the attributes alone",
      endings: (1...3).map { ".NSFetchIndexDescriptions: only second: NSArray of \($0)" }
        + [".NSCompoundIndexes: only second: NSArray of 0"],
      frameworks: 637...754, places: 83, stores: 14),
    Exception(
      reason: "a default of an app's own class has no form in our vocabulary",
      endings: [".NSDefaultValue: class CoreDataPlus_Tests.Cover against null"],
      frameworks: 1344...1344, places: 2, stores: 2),
  ]

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func anArchiveThatWeWriteIsTheGraphThatCoreDataWrites() throws {
    var stores = 0
    var exact = 0
    var pairs = 0
    var found = Self.exceptions.map { _ in
      (places: 0, stores: Set<String>(), frameworks: Set<Int>())
    }
    for store in Corpus.stores {
      guard let cached = try Self.cachedModel(of: store) else { continue }
      let archived = try ArchivedModel(cacheContent: cached.content, versionName: store.id)
      let written = try ArchivedModel.cacheContent(of: archived.model.validated())
      let theirs = try #require(try Self.graph(cached.content))
      let ours = try #require(try Self.graph(written))
      let comparison = ArchiveGraph.compare(theirs, ours)
      for difference in comparison.differences {
        let position = Self.exceptions.firstIndex { exception in
          exception.endings.contains { difference.hasSuffix($0) }
        }
        guard let position else {
          Issue.record("\(store.id): \(difference)")
          continue
        }
        found[position].places += 1
        found[position].stores.insert(store.id)
        found[position].frameworks.insert(try #require(store.frameworkVersion))
      }
      stores += 1
      pairs += comparison.pairs
      exact += comparison.differences.isEmpty ? 1 : 0
    }
    for (exception, found) in zip(Self.exceptions, found) {
      #expect(found.places == exception.places, "\(exception.reason)")
      #expect(found.stores.count == exception.stores, "\(exception.reason)")
      #expect(found.frameworks.min() == exception.frameworks.lowerBound, "\(exception.reason)")
      #expect(found.frameworks.max() == exception.frameworks.upperBound, "\(exception.reason)")
    }
    #expect(stores == 61)
    #expect(pairs == 5814)
    #expect(exact == 13)
  }

  private static func graph(_ content: Data) throws -> ArchiveGraph? {
    ArchiveGraph(try BinaryPropertyList.decode(RawDeflate.inflate(content, limit: 1 << 26)))
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func aModelReadFromItsArchiveIsWrittenToEqualBytesAgain() throws {
    for store in Corpus.stores {
      guard let cached = try Self.cachedModel(of: store) else { continue }
      let model = try ArchivedModel(cacheContent: cached.content, versionName: "M").model
      let written = try ArchivedModel.cacheContent(of: model.validated())
      let read = try ArchivedModel(cacheContent: written, versionName: "M").model
      #expect(try ArchivedModel.cacheContent(of: read.validated()) == written, "\(store.id)")
    }
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func everyCompiledModelIsRead() throws {
    let files = Corpus.items(kind: "compiled-mom").filter { $0.id.hasSuffix(".mom") }
    var read = 0
    var refused: [String] = []
    for file in files {
      do throws(ModelArchiveDamage) {
        let bytes = (try? Data(contentsOf: file.url)) ?? Data()
        let archived = try ArchivedModel(archive: bytes, versionName: file.id)
        #expect(throws: Never.self) {
          try VersionHash.entityHashes(of: archived.model.validated())
        }
        #expect(!archived.model.entities.isEmpty)
        #expect(archived.notes == [])
        read += 1
      } catch {
        refused.append("\(file.id): \(error)")
      }
    }
    #expect(read == 26)
    #expect(refused == [])
  }
}
