import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// The stores of the corpus that SwiftData wrote: our words for their schemas, and our reader and
/// writer, against the files.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct SwiftDataStoreTests {
  /// The version of a store in our words, and the model that the store holds.
  private static func models(of store: Corpus.Item, _ url: URL) throws -> (Model, stored: Model) {
    let position = try #require(UserSchemas.position(of: store))
    let stored = try CompiledModelReader.model(cachedIn: StoreFiles(main: url.path))
    #expect(stored.notes == [])
    return (
      UserSchemas.history.versions[position], try #require(stored.history.versions.first)
    )
  }

  /// Passes the copy of every store.
  private func forEachStore(_ body: (Corpus.Item, URL) throws -> Void) throws {
    for store in Corpus.swiftDataStores {
      try Corpus.withCopy(of: store) { try body(store, $0) }
    }
  }

  @Test("9 of the 73 stores are SwiftData's, 5 of schema 1.0.0 and 4 of 2.0.0, none with an object")
  func nineStoresOfTwoSchemas() {
    #expect(Corpus.stores.count == 73)
    #expect(Corpus.swiftDataStores.count == 9)
    let positions = Corpus.swiftDataStores.map { UserSchemas.position(of: $0) }
    #expect(positions.filter { $0 == 0 }.count == 5)
    #expect(positions.filter { $0 == 1 }.count == 4)
    #expect(Corpus.swiftDataStores.allSatisfy { $0.rows?["ZUSER"] == 0 })
    #expect(Set(Corpus.swiftDataStores.map(\.frameworkVersion)) == [1448, 1518])
  }

  // MARK: Words

  @Test func theModelInOurWordsIsTheOneInTheStore() throws {
    var compared = 0
    try forEachStore { store, url in
      let (ours, stored) = try Self.models(of: store, url)
      #expect(ModelDifference.between(stored, ours) == [], "\(store.id)")
      compared += 1
    }
    #expect(compared == 9)
  }

  @Test("9 of 9 entity hashes, digests and checksums")
  func theWordsGiveTheRecordedHashes() throws {
    var hashes = 0
    var digests = 0
    var checksums = 0
    try forEachStore { store, url in
      let ours = try Self.models(of: store, url).0.validated()
      let metadata = try StoreInspection(of: StoreFiles(main: url.path)).metadata
      let computed = try VersionHash.entityHashes(of: ours)
      #expect(computed == metadata.entityHashes, "\(store.id)")
      #expect(try VersionHash.digest(of: ours) == metadata.digest, "\(store.id)")
      #expect(try VersionHash.checksum(of: ours) == metadata.checksum, "\(store.id)")
      #expect(ours.model.versionIdentifiers == metadata.versionIdentifiers, "\(store.id)")
      hashes += metadata.entityHashes.count
      digests += metadata.digest == nil ? 0 : 1
      checksums += metadata.checksum == nil ? 0 : 1
    }
    #expect(hashes == 9)
    #expect(digests == 9)
    #expect(checksums == 9)
  }

  /// The words whose meaning rests on the public stores, or on an inference (F221 to F225).
  @Test func wordsThatNoStoreOfTheCorpusShows() throws {
    var shown: Set<String> = []
    try forEachStore { store, url in
      shown.formUnion(SwiftDataWords.words(of: try Self.models(of: store, url).stored))
    }
    #expect(shown == ["a versioned schema", "optional string", "optional date"])
    #expect(
      SwiftDataWords.all.filter { !shown.contains($0) } == [
        "a default value", "an original name", "a hash modifier", "an option unique",
        "an option externalStorage", "an option preserveValueOnDeletion", "an option spotlight",
        "an option allowsCloudEncryption", "an option ephemeral", "#Unique", "#Index",
        "an array of models", "an optional array of models", "an optional model", "a model",
        "a minimum or maximum", "an inverse", "a relationship without inverse",
        "delete rule noAction", "delete rule nullify", "delete rule cascade", "delete rule deny",
        "string", "integer16", "optional integer16", "integer32", "optional integer32",
        "integer64", "optional integer64", "double", "optional double", "float",
        "optional float", "decimal", "optional decimal", "boolean", "optional boolean", "date",
        "binary", "optional binary", "uuid", "optional uuid", "uri", "optional uri",
      ])
  }

  // MARK: Stores

  /// What plain SQL finds in a store, apart from metadata and the archived model.
  private struct Contents {
    let statements: [String]
    /// The cells of each table, row by row.
    let rows: [String: [[SQLValue]]]

    init(_ connection: Connection) throws {
      statements = try connection.rows(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
      ) { try $0.text(at: 0) }
      let names = try connection.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table'"
      ) { try $0.text(at: 0) }
      var rows: [String: [[SQLValue]]] = [:]
      for name in names where name != "Z_METADATA" && name != "Z_MODELCACHE" {
        let width = try connection.integer("SELECT count(*) FROM pragma_table_info(\(name))")
        rows[name] = try connection.rows("SELECT * FROM \(identifier: name) ORDER BY 1") { row in
          try (0..<Int(width)).map { try row.value(at: $0) }
        }
      }
      self.rows = rows
    }
  }

  /// Opens a store, reads it, writes what was read again, and compares the files.
  ///
  /// - Returns: How many objects were read.
  private func checkRoundTrip(_ store: Corpus.Item, _ url: URL) throws -> Int {
    let files = StoreFiles(main: url.path)
    let layout = try StoreLayout(
      try Self.models(of: store, url).0.validated(), includesHistory: true)
    let reader = try StoreReader(files: files, layout: layout)
    let contents = try reader.contents()
    let again = url.path + ".again"
    try StoreWriter.write(
      contents, layout: layout,
      storeUUID: try #require(UUID(uuidString: reader.metadata.storeUUID)),
      variant: .rollback, to: again)

    let theirs = try Connection(path: url.path, mode: .readWrite)
    let ours = try Connection(path: again, mode: .readWrite)
    for connection in [theirs, ours] {
      let check = try connection.rows("PRAGMA integrity_check") { try $0.text(at: 0) }
      #expect(check == ["ok"], "\(store.id)")
    }
    let found = try Contents(ours)
    let original = try Contents(theirs)
    #expect(found.statements == original.statements, "\(store.id)")
    #expect(found.rows == original.rows, "\(store.id)")

    var expected = reader.metadata
    expected.frameworkVersion = 1345
    expected.others = [:]
    let written = try StoreInspection(of: StoreFiles(main: again)).metadata
    #expect(written == expected, "\(store.id)")
    #expect(
      reader.metadata.others.keys.sorted()
        == (store.frameworkVersion == 1518 ? ["NSPersistenceMaximumFrameworkVersion"] : []))
    let archived = try CompiledModelReader.model(cachedIn: StoreFiles(main: again)).history
    let stored = try CompiledModelReader.model(cachedIn: files).history
    #expect(ModelDifference.between(stored.versions[0], archived.versions[0]) == [])
    try ours.close()
    try theirs.close()
    return contents.entities.reduce(0) { $0 + $1.objects.count }
  }

  @Test("9 of 9 stores are read and written again as SwiftData wrote them")
  func everyStoreIsReadAndWrittenAgain() throws {
    var stores = 0
    try forEachStore { store, url in
      let objects = try checkRoundTrip(store, url)
      #expect(objects == 0, "\(store.id)")
      stores += 1
    }
    #expect(stores == 9)
  }

  /// No store has an object, so that each gets three with plain SQL.
  @Test func objectsInTheirTablesAreReadAndWrittenAgain() throws {
    var objects = 0
    try forEachStore { store, url in
      let hasEmail = UserSchemas.position(of: store) == 1
      try Self.change(
        url,
        [
          """
          INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT, ZCREATEDAT, ZNAME) VALUES \
          (1, 1, 1, 757382400.5, 'Ann'), (2, 1, 1, NULL, 'Zoë'), (5, 1, 1, -1.25, NULL)
          """, "UPDATE Z_PRIMARYKEY SET Z_MAX = 5 WHERE Z_NAME = 'User'",
        ])
      if hasEmail {
        try Self.change(
          url,
          [
            "UPDATE ZUSER SET ZEMAIL = 'ann@example.org' WHERE Z_PK = 1",
            "UPDATE ZUSER SET ZEMAIL = '' WHERE Z_PK = 5",
          ])
      }
      let layout = try StoreLayout(try Self.models(of: store, url).0.validated())
      let users = try StoreReader(files: StoreFiles(main: url.path), layout: layout)
        .contents().objects(of: "User")
      #expect(users.map(\.primaryKey) == [1, 2, 5])
      #expect(
        users.map { $0.value(of: "createdAt") } == [.date(757_382_400.5), .null, .date(-1.25)])
      #expect(users.map { $0.value(of: "name") } == [.string("Ann"), .string("Zoë"), .null])
      if hasEmail {
        #expect(
          users.map { $0.value(of: "email") } == [.string("ann@example.org"), .null, .string("")])
      }
      objects += try checkRoundTrip(store, url)
    }
    #expect(objects == 27)
  }

  private static func change(_ url: URL, _ statements: [SQL]) throws {
    let connection = try Connection(path: url.path, mode: .readWrite)
    for statement in statements { try connection.execute(statement) }
    try connection.close()
  }
}
