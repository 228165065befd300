import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Stores that Apple's Core Data wrote, read with the models that Xcode wrote.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct RealStoreTests {
  private static func stores(of repository: String) -> [Corpus.Item] {
    Corpus.stores.filter { $0.id.hasPrefix("stores/\(repository)/") }
  }

  private static func layout(of store: Corpus.Item) throws -> StoreLayout {
    let model = try #require(store.matchingModelInCorpus)
    let file = try XCDataModelReader.read(Corpus.url(of: model).path)
    return try StoreLayout(try #require(file.history.versions.first).validated())
  }

  private static func reader(_ store: Corpus.Item) throws -> StoreReader {
    let main = store.url.appendingPathComponent(try #require(store.file)).path
    return try StoreReader(files: StoreFiles(main: main), layout: layout(of: store))
  }

  static let browserStores = stores(of: "duckduckgo__BrowserServicesKit")

  /// Rows of each entity, and of the join tables.
  static let rows: [String: (entities: [String: Int64], joins: [Int64])] = [
    "1": (["BookmarkEntity": 10], []), "2": (["BookmarkEntity": 10], []),
    "3": (["BookmarkEntity": 10], []), "4": (["BookmarkEntity": 10], [5]),
    "5": (["BookmarkEntity": 10], [5]),
    "6": (["SyncFeatureEntity": 2, "SyncableSettingsMetadata": 2], []),
    "7": (["BookmarkEntity": 0], []),
  ]

  @Test func thereAreSevenBrowserStores() {
    #expect(Self.browserStores.count == 7)
  }

  @Test(arguments: browserStores)
  func countsAreThoseOfTheStore(_ store: Corpus.Item) throws {
    let expected = try #require(Self.rows[store.url.lastPathComponent])
    let reader = try Self.reader(store)
    #expect(reader.layout.entities.count == expected.entities.count)
    for (entity, count) in expected.entities {
      #expect(try reader.count(of: entity) == count)
      #expect(try reader.contents().objects(of: entity).count == Int(count))
    }
    #expect(try reader.joinRowCounts().map(\.rows) == expected.joins)
  }

  /// Every cell and every target, against statements that are written out here.
  @Test(arguments: browserStores.filter { $0.file?.hasPrefix("Bookmarks") == true })
  func bookmarksAreWhatPlainSQLFinds(_ store: Corpus.Item) throws {
    let contents = try Self.reader(store).contents()
    let objects = contents.objects(of: "BookmarkEntity")
    try Corpus.withCopy(of: store) { main in
      let connection = try Connection(path: main.path, mode: .readWrite)
      var found: [Int64: [String]] = [:]
      let columns = try connection.rows("SELECT name FROM pragma_table_info('ZBOOKMARKENTITY')") {
        try $0.text(at: 0)
      }
      let texts = ["ZTITLE", "ZURL", "ZUUID"].map { "ifnull(quote(\($0)), '')" }
      let dates = columns.contains("ZMODIFIEDAT") ? "ifnull(ZMODIFIEDAT, '')" : "''"
      let cells: SQL = """
        SELECT Z_PK, \(raw: texts.joined(separator: " || ")), ZISFOLDER, \(raw: dates), ZPARENT \
        FROM ZBOOKMARKENTITY
        """
      _ = try connection.rows(cells) { row in
        found[row.integer(at: 0)] = [
          try row.text(at: 1), "\(row.integer(at: 2))", Self.text(try row.value(at: 3)),
          row.isNull(at: 4) ? "none" : "\(row.integer(at: 4))",
        ]
      }
      #expect(found.count == objects.count)
      for object in objects {
        let texts = ["title", "url", "uuid"].map { Self.quoted(object.value(of: $0)) }.joined()
        let folder = object.value(of: "isFolder") == .boolean(true) ? "1" : "0"
        let parent = try #require(object.targets(of: "parent"))
        #expect(
          found[object.primaryKey] == [
            texts, folder, Self.text(object.value(of: "modifiedAt")),
            parent.first.map { "\($0.primaryKey)" } ?? "none",
          ])
        let children = try connection.rows(
          "SELECT Z_PK FROM ZBOOKMARKENTITY WHERE ZPARENT = \(object.primaryKey) ORDER BY Z_FOK_PARENT"
        ) { $0.integer(at: 0) }
        #expect(object.targets(of: "children")?.map(\.primaryKey) == children)
        let favorites = try connection.rows(
          columns.contains("ZFAVORITEFOLDER")
            ? "SELECT Z_PK FROM ZBOOKMARKENTITY WHERE ZFAVORITEFOLDER = \(object.primaryKey) ORDER BY Z_FOK_FAVORITEFOLDER"
            : "SELECT Z_1FAVORITES FROM Z_1FAVORITES WHERE Z_1FAVORITEFOLDERS = \(object.primaryKey) ORDER BY Z_FOK_1FAVORITES"
        ) { $0.integer(at: 0) }
        #expect(object.targets(of: "favorites")?.map(\.primaryKey) == favorites)
      }
    }
  }

  private static func quoted(_ value: AttributeValue?) -> String {
    guard case .string(let text) = value else { return "NULL" }
    return "'" + text.replacingOccurrences(of: "'", with: "''") + "'"
  }

  private static func text(_ value: AttributeValue?) -> String {
    if case .date(let seconds) = value { "\(seconds)" } else { "" }
  }

  private static func text(_ value: SQLValue) -> String {
    switch value {
    case .real(let number): "\(number)"
    case .integer(let number): "\(Double(number))"
    default: ""
    }
  }

  @Test func syncMetadataIsWhatPlainSQLFinds() throws {
    let store = try #require(Self.browserStores.first { $0.id.hasSuffix("/6") })
    let contents = try Self.reader(store).contents()
    try Corpus.withCopy(of: store) { main in
      let connection = try Connection(path: main.path, mode: .readWrite)
      let features = try connection.rows(
        "SELECT ZNAME, ZSTATE, ZLASTMODIFIED FROM ZSYNCFEATUREENTITY ORDER BY Z_PK"
      ) { row in try (0..<3).map { try row.value(at: $0) } }
      #expect(
        contents.objects(of: "SyncFeatureEntity").map { object in
          ["name", "state", "lastModified"].map { name -> SQLValue in
            if case .string(let text) = object.value(of: name) { .text(text) } else { .null }
          }
        } == features)
      let settings = try connection.rows(
        "SELECT ZKEY, ZLASTMODIFIED FROM ZSYNCABLESETTINGSMETADATA ORDER BY Z_PK"
      ) { row in [try row.text(at: 0), Self.text(try row.value(at: 1))] }
      #expect(
        contents.objects(of: "SyncableSettingsMetadata").map { object in
          let key: String =
            if case .string(let text) = object.value(of: "key") { text } else { "" }
          return [key, Self.text(object.value(of: "lastModified"))]
        } == settings)
    }
  }

  // MARK: Every store

  /// Reads every store whose model is in the corpus, and counts every table with the numbers that
  /// the manifest took with plain SQL.
  @Test func everyStoreWithAModelIsReadInFull() throws {
    var read = 0
    var refused: [String] = []
    for store in Corpus.stores where store.matchingModelInCorpus != nil {
      let main = store.url.appendingPathComponent(try #require(store.file)).path
      let reader: StoreReader
      do {
        reader = try StoreReader(files: StoreFiles(main: main), layout: Self.layout(of: store))
      } catch let error as StoreError {
        refused.append("\(store.id): \(error)")
        continue
      }
      let contents = try reader.contents()
      read += 1
      for table in reader.layout.tables {
        let count = contents.entities.filter {
          reader.layout.entity(named: $0.entity)?.tableName == table.name
        }.reduce(0) { $0 + $1.objects.count }
        #expect(store.rows?[table.name] == count, "\(store.id) \(table.name)")
      }
    }
    #expect(read == 56)
    // Its repository calls the first one corrupt: it lost its '-wal'. The second one is shared by
    // three models.
    #expect(
      refused == [
        "stores/apptentive__apptentive-ios/8: 'ATDataModel.sqlite', 'ZATRECORD': "
          + "column 'ZCUSTOMDATA' is missing, which model version 'ATDataModel 3' needs",
        "stores/duckduckgo__apple-browsers/7: 'Database.sqlite' is not a store of model version "
          + "'HTTPSUpgrade 3': the store has entity 'AppRatingPromptEntity', which the model lacks",
      ])
  }

  /// A source is never opened: no byte of it changes, and no sidecar appears.
  @Test(arguments: browserStores)
  func sourceIsNeverWritten(_ store: Corpus.Item) throws {
    try Corpus.withCopy(of: store) { main in
      let files = StoreFiles(main: main.path)
      let before = try bytes(of: files)
      _ = try StoreReader(files: files, layout: Self.layout(of: store)).contents()
      _ = try StoreInspection(of: files)
      #expect(try bytes(of: files) == before)
    }
  }

  @Test func storeOfAnotherVersionIsRefused() throws {
    let first = try #require(Self.browserStores.first { $0.id.hasSuffix("/1") })
    let second = try #require(Self.browserStores.first { $0.id.hasSuffix("/2") })
    let main = first.url.appendingPathComponent(try #require(first.file)).path
    let layout = try Self.layout(of: second)
    let error = #expect(throws: StoreError.self) {
      try StoreReader(files: StoreFiles(main: main), layout: layout)
    }
    #expect(
      error?.description
        == "'Bookmarks_V1.sqlite' is not a store of model version 'BookmarksModel 2': "
        + "entity 'BookmarkEntity' has hash c37ad9b3…, expected 99d65093…")
  }

  // MARK: Inspection

  @Test(arguments: browserStores.filter { !$0.id.hasSuffix("/7") })
  func inspectionNeedsNoModel(_ store: Corpus.Item) throws {
    let expected = try #require(Self.rows[store.url.lastPathComponent])
    let main = store.url.appendingPathComponent(try #require(store.file)).path
    let inspection = try StoreInspection(of: StoreFiles(main: main))
    #expect(inspection.journalMode == "wal")
    #expect(
      Dictionary(uniqueKeysWithValues: inspection.entities.map { ($0.name, $0.rows ?? -1) })
        == expected.entities)
    #expect(inspection.joinTables.map(\.rows) == expected.joins)
    #expect(inspection.warnings.isEmpty)
    #expect(!inspection.hasHistory)
    #expect(inspection.files.map(\.part) == [.main, .writeAheadLog, .sharedMemory])
    #expect(inspection.metadata.frameworkVersion == store.frameworkVersion.map { Int64($0) })
  }

  @Test(arguments: browserStores.filter { !$0.id.hasSuffix("/7") })
  func lostLogIsNoticed(_ store: Corpus.Item) throws {
    try Corpus.withCopy(of: store) { main in
      let files = StoreFiles(main: main.path)
      try FileManager.default.removeItem(atPath: files.path(of: .writeAheadLog))
      let inspection = try StoreInspection(of: files)
      #expect(inspection.objectCount == 0)
      #expect(inspection.warnings == [.probablyLostWriteAheadLog(store: files.name)])
      try FileManager.default.removeItem(atPath: files.path(of: .sharedMemory))
      #expect(
        try StoreInspection(of: files).warnings.map(\.description) == [
          "'\(files.name)' is in WAL mode, has no '-wal', and holds no rows: "
            + "it may have lost its '-wal'"
        ])
    }
  }

  @Test func storeThatLostItsLogLongAgo() throws {
    let store = try #require(Self.browserStores.first { $0.id.hasSuffix("/7") })
    let main = store.url.appendingPathComponent(try #require(store.file)).path
    let inspection = try StoreInspection(of: StoreFiles(main: main))
    #expect(inspection.journalMode == "wal")
    #expect(inspection.files.map(\.part) == [.main, .sharedMemory])
    #expect(inspection.objectCount == 0)
    #expect(
      inspection.warnings.map(\.description) == [
        "'Bookmarks_V3.sqlite' is in WAL mode, has a '-shm' without its '-wal', "
          + "and holds no rows: it probably lost its '-wal'"
      ])
  }

  /// Every store of the corpus, with what the manifest says of it.
  @Test func everyStoreCanBeInspected() throws {
    var inspected = 0
    for store in Corpus.stores {
      let main = store.url.appendingPathComponent(try #require(store.file)).path
      let inspection = try StoreInspection(of: StoreFiles(main: main))
      inspected += 1
      #expect(inspection.journalMode == store.journalMode, "\(store.id)")
      #expect(inspection.entities.count == store.entities, "\(store.id)")
      #expect(
        inspection.metadata.frameworkVersion == store.frameworkVersion.map { Int64($0) },
        "\(store.id)")
      for table in inspection.joinTables {
        #expect(store.rows?[table.name].map { Int64($0) } == table.rows, "\(store.id)")
      }
    }
    #expect(inspected == 73)
  }

  @Test func headersOfAllStoresAreAlike() throws {
    for store in Corpus.stores {
      let main = store.url.appendingPathComponent(try #require(store.file)).path
      let header = try DatabaseHeader(contentsOf: main)
      #expect(header.pageSize == 4096, "\(store.id)")
      #expect(header.isIncrementallyVacuumed, "\(store.id)")
      #expect(header.userVersion == 0 && header.applicationID == 0, "\(store.id)")
      #expect(header.isWriteAheadLogged == (store.journalMode == "wal"), "\(store.id)")
    }
  }

  // MARK: Metadata

  /// The digest is there since framework 973, the checksum since 1321.
  @Test func metadataKeysFollowTheFramework() throws {
    for store in Corpus.stores {
      let main = store.url.appendingPathComponent(try #require(store.file)).path
      let metadata = try StoreInspection(of: StoreFiles(main: main)).metadata
      let framework = try #require(metadata.frameworkVersion)
      #expect((metadata.digest != nil) == (framework > 866), "\(store.id)")
      #expect((metadata.checksum != nil) == (framework > 1251), "\(store.id)")
      #expect(metadata.storeType == "SQLite" && metadata.hashesVersion == 3, "\(store.id)")
      #expect(metadata.autoVacuumLevel == "2", "\(store.id)")
      #expect(UUID(uuidString: metadata.storeUUID)?.uuidString == metadata.storeUUID)
    }
  }

  /// What is written as new equals what Core Data wrote for the same model, the framework apart.
  @Test(arguments: browserStores)
  func newMetadataIsThatOfCoreData(_ store: Corpus.Item) throws {
    let main = store.url.appendingPathComponent(try #require(store.file)).path
    let found = try StoreInspection(of: StoreFiles(main: main)).metadata
    let uuid = try #require(UUID(uuidString: found.storeUUID))
    var written = try StoreMetadata(for: Self.layout(of: store).model, storeUUID: uuid)
    #expect(written.frameworkVersion == 1345)
    written.frameworkVersion = found.frameworkVersion
    if found.checksum == nil { written.checksum = nil }
    #expect(written == found)
  }

  /// Encodes the metadata of every store anew; Foundation's reader must see no difference.
  @Test func metadataOfEveryStoreSurvivesOurWriter() throws {
    var compared = 0
    for store in Corpus.stores {
      try Corpus.withCopy(of: store) { main in
        let original = try #require(
          try Connection(path: main.path, mode: .readWrite).firstRow(
            "SELECT Z_PLIST FROM Z_METADATA"
          ) { $0.bytes(at: 0) })
        let metadata = try StoreInspection(of: StoreFiles(main: main.path)).metadata
        let first = try PropertyListSerialization.propertyList(from: original, format: nil)
        let second = try PropertyListSerialization.propertyList(
          from: metadata.encode(), format: nil)
        #expect((first as? NSDictionary) == (second as? NSDictionary), "\(store.id)")
        compared += 1
      }
    }
    #expect(compared == 73)
  }

  /// The rule that refuses hostile schemas refuses none that Core Data made.
  @Test func noStoreComputesAnything() throws {
    var tables = 0
    for store in Corpus.stores {
      try Corpus.withCopy(of: store) { main in
        let connection = try Connection(path: main.path, mode: .readWrite)
        let schema = SchemaGuard(connection, store: store.id)
        for table in try schema.tableNames() {
          try schema.requireStored(table: table)
          tables += 1
        }
        try schema.requireNothingComputed()
      }
    }
    #expect(tables == 436)
  }
}
