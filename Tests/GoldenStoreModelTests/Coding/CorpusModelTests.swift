import Foundation
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Every model file of the corpus is read and hashed once, and compared with what Core Data and
/// its tools recorded elsewhere.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
struct CorpusModelTests {
  /// The hash of each entity of a model, in hexadecimal digits.
  private typealias Hashes = [String: String]

  /// One pass over all files, which several tests look at.
  private static let readings = Result {
    try Corpus.items(kind: "model-xml").map { item in
      let file = try XCDataModelReader.read(item.url.path)
      let model = try #require(file.history.validated().first)
      return Reading(
        entityCount: model.model.entities.count, notes: file.notes,
        hashes: try VersionHash.entityHashes(of: model))
    }
  }

  private struct Reading {
    let entityCount: Int
    let notes: [ModelFileNote]
    let hashes: [EntityHash]
  }

  @Test func everyContentsFileParses() throws {
    let readings = try Self.readings.get()
    #expect(readings.count == 489)
    #expect(readings.filter { $0.entityCount == 0 }.count == 8)
    #expect(readings.map(\.entityCount).reduce(0, +) == 1_461)
    // The only thing that is read past: texts such as 'YES' as the default of an integer.
    let notes = readings.flatMap(\.notes)
    #expect(
      notes.allSatisfy { if case .defaultReadAsZero = $0.subject { true } else { false } },
      "\(notes)")
    #expect(notes.count == 46)
  }

  @Test func handwrittenFileParsesUnderItsOwnName() throws {
    let items = Corpus.items(kind: "model-xml-handwritten")
    #expect(items.count == 1)
    for item in items {
      let file = try XCDataModelReader.read(item.url.path)
      #expect(file.history.versions.map(\.name) == ["contents"])
    }
  }

  @Test func modelsOfTheTimeBeforeXcode42AreRefusedByName() throws {
    let items = Corpus.items(kind: "model-old-elements")
    var refused = 0
    for item in items {
      let folder = item.url.deletingLastPathComponent()
      let error = #expect(throws: ModelError.self) { try XCDataModelReader.read(folder.path) }
      #expect(throws: ModelError.self) { try XCDataModelReader.read(item.url.path) }
      refused += error?.description.contains("the format before Xcode 4.2") == true ? 1 : 0
    }
    #expect(refused == 23 && items.count == 23)
  }

  @Test func compiledModelsAreRefusedByName() throws {
    let items = Corpus.items(kind: "compiled-mom")
    #expect(items.count == 34)
    for item in items {
      #expect(throws: ModelError.self) { try XCDataModelReader.read(item.url.path) }
    }
  }

  @Test func everyRecordedHashOfTheTenModelsIsReproduced() throws {
    var versions = 0
    var entities = 0
    var seen = 0
    for recorded in try RecordedHashes.read().models {
      let path = Corpus.models.appendingPathComponent(recorded.model + ".xcdatamodeld").path
      let file = try XCDataModelReader.read(path)
      #expect(file.notes.allSatisfy { $0.place == nil })
      #expect(file.history.versions.map(\.name) == recorded.versions.map(\.name))
      for (model, expected) in zip(try file.history.validated(), recorded.versions) {
        let hashes = try VersionHash.entityHashes(of: model)
        #expect(hashes.map(\.entity) == expected.entities.map(\.name))
        #expect(hashes.map(\.hash.hexadecimal) == expected.entities.map(\.hash))
        #expect(VersionHash.checksum(of: hashes) == expected.checksum)
        #expect(VersionHash.digest(of: hashes) == expected.digest)
        versions += 1
        entities += hashes.count
        seen += expected.entities.filter(\.seenInAppleStore).count
      }
    }
    #expect(versions == 29)
    #expect(entities == 37)
    // A real store records 15 of the 37 hashes; the other 22 come from the rules.
    #expect(seen == 15)
  }

  @Test func everyShapeThatWasEditedInPlaceParses() throws {
    let folder = Corpus.models.appendingPathComponent("edited-in-place")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".xml") }
    for file in files {
      let read = try XCDataModelReader.read(folder.appendingPathComponent(file).path)
      let name = try #require(file.split(separator: "/").last).dropLast(".xml".count)
      #expect(read.history.versions.map(\.name) == [String(name)])
      _ = try VersionHash.entityHashes(of: try #require(read.history.validated().first))
      #expect(read.notes.isEmpty)
    }
    #expect(files.count == 12)
  }

  @Test func everyCurrentVersionIsFound() throws {
    var current: [String] = []
    for recorded in try RecordedHashes.read().models {
      let path = Corpus.models.appendingPathComponent(recorded.model + ".xcdatamodeld").path
      let history = try XCDataModelReader.read(path).history
      current.append(history.versions[history.currentPosition].name)
    }
    #expect(
      current == [
        "AppRatingPrompt 2", "Bookmark 3", "BookmarksModel 6", "BrowsingHistory", "Downloads 2",
        "HTTPSUpgrade 3", "History 6", "PrivacyStats", "RemoteMessaging", "SyncMetadata 4",
      ])
  }

  /// The hashes that Core Data wrote into a store, read by Foundation.
  @Test func everyStoreRecordsTheHashesOfItsModel() throws {
    let stores = Corpus.stores.filter {
      $0.matchingModelInCorpus != nil && $0.matchingModelEntities == $0.entities
    }
    var hashCount = 0
    var digests = 0
    var checksums = 0
    for store in stores {
      let file = Corpus.url(of: store.matchingModelInCorpus ?? "")
      let model = try #require(XCDataModelReader.read(file.path).history.validated().first)
      let metadata = try Corpus.withCopy(of: store) { try RecordedMetadata(store: $0) }
      let computed = try VersionHash.entityHashes(of: model)
      #expect(hashes(computed) == metadata.hashes, "\(store.id)")
      hashCount += metadata.hashes.count
      if let digest = metadata.digest {
        #expect(VersionHash.digest(of: computed) == digest, "\(store.id)")
        digests += 1
      }
      if let checksum = metadata.checksum {
        #expect(VersionHash.checksum(of: computed) == checksum, "\(store.id)")
        checksums += 1
      }
    }
    #expect(stores.count == 57)
    #expect(Corpus.stores.count == 73)
    #expect(hashCount == 245)
    #expect(digests == 17)
    #expect(checksums == 5)
  }

  /// The hashes and checksums that Xcode's model compiler wrote beside compiled models.
  @Test func compiledVersionsWithAModelOfTheSameHashesAreReproduced() throws {
    var computed: [Hashes: String] = [:]
    for reading in try Self.readings.get() {
      computed[hashes(reading.hashes)] = VersionHash.checksum(of: reading.hashes)
    }
    let files = Corpus.items(kind: "compiled-versioninfo")
    var versions = 0
    var reproduced = 0
    var reproducedFiles = 0
    var checksums = 0
    for file in files {
      let info = try PropertyListDecoder().decode(
        VersionInfo.self, from: Data(contentsOf: file.url))
      versions += info.hashes.count
      let known = info.hashes.filter { computed[hexadecimal($0.value)] != nil }
      reproduced += known.count
      reproducedFiles += known.count == info.hashes.count ? 1 : 0
      for (name, checksum) in info.checksums ?? [:] {
        guard let hashes = known[name] else { continue }
        #expect(computed[hexadecimal(hashes)] == checksum, "\(file.id) \(name)")
        checksums += 1
      }
      #expect(known.isEmpty == file.id.contains("RestKit"), "\(file.id)")
    }
    #expect(files.count == 10 && reproducedFiles == 7)
    #expect(versions == 22 && reproduced == 19)
    #expect(checksums == 9)
  }

  /// Entity by entity, so that stores of another repository's model and of merged models count.
  @Test func everyHashOfAStoreWithAModelInXMLIsReproduced() throws {
    var known: Set<EntityHash> = []
    for reading in try Self.readings.get() { known.formUnion(reading.hashes) }
    var explained = 0
    var unexplained: Set<String> = []
    for store in Corpus.stores {
      let recorded = try Corpus.withCopy(of: store) { try RecordedMetadata(store: $0) }.hashes
      let isExplained = recorded.allSatisfy { entity, digits in
        HashValue(hexadecimal: digits).map { known.contains(EntityHash(entity: entity, hash: $0)) }
          ?? false
      }
      explained += isExplained ? 1 : 0
      if !isExplained { unexplained.insert(store.repo) }
    }
    #expect(explained == 62)
    // Models in code: SwiftData's nine stores, and two whose model is only in the store.
    #expect(unexplained == ["TrinsicVentures/FreezeRay", "alemar11/CoreDataPlus"])
  }

  private func hashes(_ entities: [EntityHash]) -> Hashes {
    Dictionary(entities.map { ($0.entity, $0.hash.hexadecimal) }) { first, _ in first }
  }

  private func hexadecimal(_ hashes: [String: Data]) -> Hashes {
    hashes.mapValues { $0.map { String(format: "%02x", $0) }.joined() }
  }
}

/// `VersionInfo.plist` of a compiled model.
private struct VersionInfo: Decodable {
  let hashes: [String: [String: Data]]
  let checksums: [String: String]?

  enum CodingKeys: String, CodingKey {
    case hashes = "NSManagedObjectModel_VersionHashes"
    case checksums = "NSManagedObjectModel_VersionChecksums"
  }
}

/// What a store's metadata say of its model, read without the code under test.
private struct RecordedMetadata {
  let hashes: [String: String]
  let digest: String?
  let checksum: String?

  init(store: URL) throws {
    let connection = try Connection(path: store.path, mode: .readWrite)
    let list = try #require(
      try connection.firstRow("SELECT Z_PLIST FROM Z_METADATA") { $0.bytes(at: 0) })
    let decoded = try PropertyListDecoder().decode(Metadata.self, from: list)
    hashes = decoded.hashes.mapValues { $0.map { String(format: "%02x", $0) }.joined() }
    digest = decoded.digest
    checksum = decoded.checksum
  }

  private struct Metadata: Decodable {
    let hashes: [String: Data]
    let digest: String?
    let checksum: String?

    enum CodingKeys: String, CodingKey {
      case hashes = "NSStoreModelVersionHashes"
      case digest = "NSStoreModelVersionHashesDigest"
      case checksum = "NSStoreModelVersionChecksumKey"
    }
  }
}
