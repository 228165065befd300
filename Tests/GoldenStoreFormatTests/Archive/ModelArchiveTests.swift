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
      notes += archived.notes
      let computed = try VersionHash.entityHashes(of: archived.model.validated())
      #expect(computed == cached.metadata.entityHashes, "\(store.id)")
      hashes += computed.count
    }
    #expect(stores == 61)
    #expect(hashes == 210)
  }

  /// In what an archive of ours may differ from Core Data's, and in how many places of how many
  /// stores it does. Everything else is the same, key by key.
  enum Exception: String, CaseIterable {
    /// Frameworks 752 to 1244 list an inherited property of a compiled model as a proxy.
    case proxies = "class _NSPropertyDescriptionProxy against"
    /// A Boolean default is a number in some archives and a Boolean in others.
    case booleanDefaults = "NSDefaultValue: integer(0) against boolean(false)"
    /// Frameworks up to 1244 write no dictionary where a compiled entity has no subentities.
    case noSubentities = "NSSubentities: class null against NSDictionary"
    /// Some archives hold empty lists where others leave the key out.
    case emptyLists = "only first: array([])"
    /// Frameworks before fetch indexes keep only the flags and the compound ones.
    case oldIndexes = "NSFetchIndexDescriptions: only second"
    case oldCompoundIndexes = "NSCompoundIndexes: only second"
    /// The predicates of validation, their warnings and the flags of both.
    case validation = "NSValidation"
    case validationFlags = "_P: integer(193) against integer(241)"
    /// Fetched properties and defaults of an app's own class have no form in our vocabulary.
    case fetchedProperties = "eedbacks]: only in one of them"
    case customDefaults = "NSDefaultValue: class CoreDataPlus_Tests.Cover against null"
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func anArchiveThatWeWriteIsTheGraphThatCoreDataWrites() throws {
    var stores = 0
    var exact = 0
    for store in Corpus.stores {
      guard let cached = try Self.cachedModel(of: store) else { continue }
      let archived = try ArchivedModel(cacheContent: cached.content, versionName: store.id)
      let written = try ArchivedModel.cacheContent(of: archived.model.validated())
      let theirs = try #require(try Self.graph(cached.content))
      let ours = try #require(try Self.graph(written))
      let differences = ArchiveGraph.differences(theirs, ours)
      let unexplained = differences.filter { difference in
        !Exception.allCases.contains { difference.contains($0.rawValue) }
      }
      #expect(unexplained == [], "\(store.id)")
      stores += 1
      exact += differences.isEmpty ? 1 : 0
    }
    #expect(stores == 61)
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
        read += 1
      } catch {
        refused.append("\(file.id): \(error)")
      }
    }
    #expect(read == 26)
    #expect(refused == [])
  }
}
