import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Stores that somebody damaged, and the sentence that each of them gets.
struct DamagedStoreTests {
  static let containers: [Damage] = [
    Damage(
      testDescription: "no file", sentence: "'FOLDER/Sample.sqlite' does not exist",
      change: { try FileManager.default.removeItem(atPath: $0.main) }),
    Damage(
      testDescription: "a folder", sentence: "'FOLDER/Sample.sqlite' is not a file",
      change: {
        try FileManager.default.removeItem(atPath: $0.main)
        try FileManager.default.createDirectory(
          atPath: $0.main, withIntermediateDirectories: false)
      }),
    Damage(
      testDescription: "an empty file",
      sentence: "'Sample.sqlite' is not an SQLite database: "
        + "expected 'SQLite format 3' at its start, found an empty file",
      change: Damage.bytes { $0 = Data() }),
    Damage(
      testDescription: "a text file",
      sentence: "'Sample.sqlite' is not an SQLite database: "
        + "expected 'SQLite format 3' at its start, found 'Dear diary, toda'",
      change: Damage.bytes { $0 = Data("Dear diary, today".utf8) }),
    Damage(
      testDescription: "random bytes",
      sentence: "'Sample.sqlite' is not an SQLite database: "
        + "expected 'SQLite format 3' at its start, found bytes fffe",
      change: Damage.bytes { $0 = Data([0xFF, 0xFE]) }),
    Damage(
      testDescription: "a header and no more",
      sentence: "'Sample.sqlite' is cut short: its header promises 100 bytes, found 50",
      change: Damage.bytes { $0 = $0.prefix(50) }),
    Damage(
      testDescription: "cut after two pages",
      sentence: "'Sample.sqlite' is cut short: its header promises 28672 bytes, found 8192",
      change: Damage.bytes { $0 = $0.prefix(8192) }),
    Damage(
      testDescription: "an impossible page size",
      sentence: "'Sample.sqlite' has a damaged header: its page size is 4097",
      change: Damage.bytes { $0[17] = 1 }),
    Damage(
      testDescription: "an unknown format version",
      sentence: "'Sample.sqlite' has a damaged header: its format version is 3",
      change: Damage.bytes { $0[19] = 3 }),
    Damage(
      testDescription: "a page count beyond every file",
      sentence: "'Sample.sqlite' is cut short: its header promises 17592186040320 bytes, "
        + "found 28672",
      change: Damage.bytes { $0.replaceSubrange(28..<32, with: Data(repeating: 0xFF, count: 4)) }),
    Damage(
      testDescription: "an unknown schema format",
      sentence: "cannot open 'Sample.sqlite': unsupported file format (SQLite 1)",
      change: Damage.bytes { $0[47] = 9 }),
    Damage(
      testDescription: "a schema that is not SQL",
      sentence: "cannot open 'Sample.sqlite': malformed database schema (ZTHING) - incomplete "
        + "input (SQLite 11)",
      change: Damage.sql(
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = 'CREATE TABLE ZTHING (' WHERE name = 'ZTHING'")),
    Damage(
      testDescription: "a name that is not UTF-8",
      sentence: "'Sample.sqlite': column 0: expected UTF-8 text, found other bytes, in "
        + "'SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE %' "
        + "ORDER BY name'",
      change: Damage.sql(
        "PRAGMA writable_schema = ON",
        "INSERT INTO sqlite_master SELECT type, CAST(x'FF' AS TEXT), CAST(x'FF' AS TEXT), "
          + "rootpage, CAST(x'435245415445205441424C4520FF2858290A' AS TEXT) FROM sqlite_master "
          + "WHERE name = 'ZTHING'")),
    Damage(
      testDescription: "a database of another kind",
      sentence: "'Sample.sqlite' is not a Core Data store: table 'Z_METADATA' is missing",
      change: Damage.sql("DROP TABLE Z_METADATA")),
    Damage(
      testDescription: "no table of primary keys",
      sentence: "'Sample.sqlite' is not a Core Data store: table 'Z_PRIMARYKEY' is missing",
      change: Damage.sql("DROP TABLE Z_PRIMARYKEY")),
    Damage(
      testDescription: "a log cut short", variant: .hot,
      sentence: "'Sample.sqlite-wal' is damaged: it is cut short: frame 2 has 3 of 4120 bytes",
      stopsInspection: false,
      change: Damage.bytes(of: .writeAheadLog) { $0 = $0.prefix(32 + 4120 + 3) }),
    Damage(
      testDescription: "a log with pages of another size", variant: .hot,
      sentence: "'Sample.sqlite-wal' is damaged: it belongs to another store: "
        + "its pages have 1024 bytes, those of the store 4096",
      change: { try replaceLog(of: $0, pageSize: 1024) }),
    Damage(
      testDescription: "the log of another store", variant: .hot,
      sentence: "'Sample.sqlite-wal' is damaged: it belongs to another store: with it the "
        + "identifier is 'OTHER', without it '01020304-0506-0708-090A-0B0C0D0E0F10'",
      stopsInspection: false, change: { try replaceLog(of: $0, pageSize: 4096) }),
    Damage(
      testDescription: "a changed byte in the log", variant: .hot,
      sentence: "'Sample.sqlite-wal' is damaged: frame 1 does not match its checksum",
      stopsInspection: false,
      change: Damage.bytes(of: .writeAheadLog) { $0[4000] ^= 1 }),
  ]

  /// Puts a log in place of the store's own that a copy of the store with another identifier, or
  /// a database with other pages, wrote.
  private static func replaceLog(of files: StoreFiles, pageSize: Int) throws {
    let other = StoreFiles(main: files.main + ".other")
    if pageSize == 4096 {
      try files.copy(to: other)
    }
    let connection = try Connection(path: other.main, mode: .create, isTrusted: true)
    if pageSize != 4096 {
      try connection.pragma("page_size = \(raw: "\(pageSize)")")
      try connection.pragma("journal_mode = WAL")
      try connection.execute("CREATE TABLE Z_METADATA (Z_UUID)")
    } else {
      try connection.execute("UPDATE Z_METADATA SET Z_UUID = 'OTHER'")
    }
    try connection.keepWriteAheadLogOnClose()
    try connection.close()
    let log = files.path(of: .writeAheadLog)
    try FileManager.default.removeItem(atPath: log)
    try FileManager.default.removeItem(atPath: files.path(of: .sharedMemory))
    try FileManager.default.moveItem(atPath: other.path(of: .writeAheadLog), toPath: log)
    try other.delete()
  }

  static let metadata: [Damage] = [
    Damage(
      testDescription: "no metadata",
      sentence: "'Sample.sqlite', 'Z_METADATA': expected 1 row with Z_VERSION 1, found 0",
      change: Damage.sql("DELETE FROM Z_METADATA")),
    Damage(
      testDescription: "two rows of metadata",
      sentence: "'Sample.sqlite', 'Z_METADATA': expected 1 row with Z_VERSION 1, found 2",
      change: Damage.sql("INSERT INTO Z_METADATA SELECT 2, Z_UUID, Z_PLIST FROM Z_METADATA")),
    Damage(
      testDescription: "no property list",
      sentence: "'Sample.sqlite', 'Z_METADATA' row 1, column 'Z_PLIST': expected BLOB, found NULL",
      change: Damage.sql("UPDATE Z_METADATA SET Z_PLIST = NULL")),
    Damage(
      testDescription: "no identifier",
      sentence: "'Sample.sqlite', 'Z_METADATA' row 1, column 'Z_UUID': expected TEXT, found NULL",
      change: Damage.sql("UPDATE Z_METADATA SET Z_UUID = NULL")),
    Damage(
      testDescription: "an XML property list",
      sentence: "'Sample.sqlite', 'Z_METADATA', column 'Z_PLIST': cannot read the property list: "
        + "it is an XML property list; expected a binary one",
      change: Damage.sql("UPDATE Z_METADATA SET Z_PLIST = CAST('<?xml?>' AS BLOB)")),
    Damage(
      testDescription: "a property list cut short",
      sentence: "'Sample.sqlite', 'Z_METADATA', column 'Z_PLIST': cannot read the property list: "
        + "the sizes and offsets in its last 32 bytes do not fit its length; it may be cut short",
      change: Damage.sql("UPDATE Z_METADATA SET Z_PLIST = substr(Z_PLIST, 1, 200)")),
    Damage(
      testDescription: "no hashes",
      sentence: "'Sample.sqlite', 'Z_METADATA': key 'NSStoreModelVersionHashes' is missing",
      change: Damage.metadata { $0["NSStoreModelVersionHashes"] = nil }),
    Damage(
      testDescription: "hashes of an unknown version",
      sentence: "'Sample.sqlite', 'Z_METADATA', key 'NSStoreModelVersionHashesVersion': "
        + "expected 3, found 4",
      stopsInspection: false,
      change: Damage.metadata { $0["NSStoreModelVersionHashesVersion"] = .integer(4) }),
    Damage(
      testDescription: "hashes that are no dictionary",
      sentence: "'Sample.sqlite', 'Z_METADATA', key 'NSStoreModelVersionHashes': "
        + "expected a dictionary, found array",
      change: Damage.metadata { $0["NSStoreModelVersionHashes"] = .array([]) }),
    Damage(
      testDescription: "a hash that is no data",
      sentence: "'Sample.sqlite', 'Z_METADATA', key 'NSStoreModelVersionHashes.Thing': "
        + "expected 32 bytes of data, found string",
      change: Damage.metadata {
        $0["NSStoreModelVersionHashes"] = .dictionary(["Thing": .string("7a6fd292")])
      }),
    Damage(
      testDescription: "no column for the property list",
      sentence: "'Sample.sqlite': no such column: Z_PLIST (SQLite 1), in "
        + "'SELECT Z_UUID, Z_PLIST FROM Z_METADATA WHERE Z_VERSION = 1'",
      change: Damage.sql("ALTER TABLE Z_METADATA RENAME Z_PLIST TO Z_LIST")),
    Damage(
      testDescription: "an identifier that is not UTF-8",
      sentence: "'Sample.sqlite': column 0: expected UTF-8 text, found other bytes, in "
        + "'SELECT Z_UUID, Z_PLIST FROM Z_METADATA WHERE Z_VERSION = 1'",
      change: Damage.sql("UPDATE Z_METADATA SET Z_UUID = CAST(x'FF' AS TEXT)")),
    Damage(
      testDescription: "an entity without a name",
      sentence: "'Sample.sqlite', 'Z_PRIMARYKEY' row 1, column 'Z_NAME': "
        + "expected TEXT, found NULL",
      stopsReading: false, change: Damage.sql("UPDATE Z_PRIMARYKEY SET Z_NAME = NULL")),
    Damage(
      testDescription: "a hash of the wrong size",
      sentence: "'Sample.sqlite', 'Z_METADATA', key 'NSStoreModelVersionHashes.Thing': "
        + "expected 32 bytes of data, found 3 bytes",
      change: Damage.metadata {
        $0["NSStoreModelVersionHashes"] = .dictionary(["Thing": .data(Data([1, 2, 3]))])
      }),
    Damage(
      testDescription: "a digest that is no text",
      sentence: "'Sample.sqlite', 'Z_METADATA', key 'NSStoreModelVersionHashesDigest': "
        + "expected a string, found data",
      change: Damage.metadata { $0["NSStoreModelVersionHashesDigest"] = .data(Data()) }),
    Damage(
      testDescription: "the hash of another model",
      sentence: "'Sample.sqlite' is not a store of model version 'V1': "
        + "entity 'Thing' has hash 00000000…, expected 7a6fd292…",
      stopsInspection: false,
      change: Damage.metadata {
        $0["NSStoreModelVersionHashes"] = .dictionary(["Thing": .data(Data(count: 32))])
      }),
    Damage(
      testDescription: "an entity too many",
      sentence: "'Sample.sqlite' is not a store of model version 'V1': "
        + "the store has entity 'Other', which the model lacks",
      stopsInspection: false,
      change: Damage.metadata {
        guard case .dictionary(var hashes) = $0["NSStoreModelVersionHashes"] else { return }
        hashes["Other"] = .data(Data(count: 32))
        $0["NSStoreModelVersionHashes"] = .dictionary(hashes)
      }),
  ]

  static let rows: [Damage] = [
    Damage(
      testDescription: "a missing table",
      sentence: "'Sample.sqlite': table 'ZTHING' is missing, which model version 'V1' needs",
      stopsInspection: false, change: Damage.sql("DROP TABLE ZTHING")),
    Damage(
      testDescription: "a missing column",
      sentence: "'Sample.sqlite', 'ZTHING': column 'ZDATE' is missing, "
        + "which model version 'V1' needs",
      stopsInspection: false, change: Damage.sql("ALTER TABLE ZTHING RENAME ZDATE TO ZDAY")),
    Damage(
      testDescription: "a row of no entity",
      sentence: "'Sample.sqlite', 'ZTHING' row 3, column 'Z_ENT': "
        + "INTEGER 7 is not the number of an entity that uses this table",
      stopsInspection: false, change: Damage.sql("UPDATE ZTHING SET Z_ENT = 7 WHERE Z_PK = 3")),
    Damage(
      testDescription: "a primary key that is no number",
      sentence: "'Sample.sqlite', 'ZTHING' row 0, column 'Z_PK': expected INTEGER, found TEXT 'x'",
      stopsInspection: false,
      change: Damage.sql(
        "CREATE TABLE OTHER AS SELECT * FROM ZTHING", "DROP TABLE ZTHING",
        "ALTER TABLE OTHER RENAME TO ZTHING", "UPDATE ZTHING SET Z_PK = 'x' WHERE Z_PK = 3")),
    Damage(
      testDescription: "a primary key that comes twice",
      sentence: "'Sample.sqlite', 'ZTHING' row 2, column 'Z_PK': "
        + "comes after row 2; the pages of the table are damaged",
      stopsInspection: false,
      change: Damage.sql(
        "CREATE TABLE OTHER AS SELECT * FROM ZTHING", "DROP TABLE ZTHING",
        "ALTER TABLE OTHER RENAME TO ZTHING", "UPDATE ZTHING SET Z_PK = 2 WHERE Z_PK = 3")),
    cell("ZDATE = 'yesterday'", "'ZDATE': expected REAL, INTEGER or NULL, found TEXT 'yesterday'"),
    cell("ZNUMBER = 'x'", "'ZNUMBER': expected INTEGER or NULL, found TEXT 'x'"),
    cell("ZNUMBER = 1.5", "'ZNUMBER': expected INTEGER or NULL, found REAL 1.5"),
    cell("ZFLAG = 2", "'ZFLAG': expected 0 or 1, found 2"),
    cell("ZTEXT = x'41'", "'ZTEXT': expected TEXT or NULL, found BLOB of 1 bytes"),
    cell("ZTEXT = CAST(x'FF41' AS TEXT)", "'ZTEXT': expected UTF-8 text, found other bytes"),
    cell("ZIDENTIFIER = x'0102'", "'ZIDENTIFIER': expected the 16 bytes of a UUID, found 2 bytes"),
    cell("ZIDENTIFIER = 'a'", "'ZIDENTIFIER': expected BLOB or NULL, found TEXT 'a'"),
    cell("ZAMOUNT = 9e999", "'ZAMOUNT': expected a finite number, found inf"),
    cell("ZREAL = 'x'", "'ZREAL': expected REAL or NULL, found TEXT 'x'"),
    cell("ZLARGE = x'07'", "'ZLARGE': expected storage marker 1 or 2, found 7"),
    cell("ZLARGE = x''", "'ZLARGE': expected a storage marker, found an empty BLOB"),
    cell(
      "ZLARGE = x'02' || CAST('../../../../../../../../../../../etc/passwd' AS BLOB)",
      "'ZLARGE': expected BLOB or NULL, found TEXT '\\u{2}../../../../../../../../../../../etc/pa…'"
    ),
    cell(
      "ZLARGE = CAST(x'02' || '../../../../../../../../../../etc/passwd' AS BLOB)",
      "'ZLARGE': the reference to an external file is not a UUID and a zero byte"),
    cell(
      "ZLARGE = CAST(x'02' || '00000000-0000-0000-0000-000000000001' || x'00' AS BLOB)",
      "'ZLARGE': refers to external file '00000000-0000-0000-0000-000000000001', "
        + "but there is no support folder"),
    cell("ZNEXT = 'x'", "'ZNEXT': expected INTEGER or NULL, found TEXT 'x'"),
  ]

  private static func cell(_ assignment: String, _ sentence: String) -> Damage {
    Damage(
      testDescription: assignment, sentence: "'Sample.sqlite', 'ZTHING' row 3, column \(sentence)",
      stopsInspection: false,
      change: Damage.sql("UPDATE ZTHING SET \(assignment) WHERE Z_PK = 3"))
  }

  static func store() throws -> SampleStore {
    var store = try SampleStore(
      Model("V1") {
        Entity("Thing") {
          Attribute("date", .date)
          Attribute("number", .integer32)
          Attribute("flag", .boolean)
          Attribute("text", .string)
          Attribute("identifier", .uuid)
          Attribute("amount", .decimal)
          Attribute("real", .double)
          Attribute("large", .binary, allowsExternalBinaryDataStorage: true)
          Relationship("next", to: "Thing")
        }
      })
    for key in 1...8 {
      try store.add(
        "Thing", Int64(key),
        ["text": "a text", "large": .binary(Data([5]))],
        targets: ["next": [1]])
    }
    return store
  }

  @Test(arguments: containers + metadata + rows)
  func isRefusedWithItsSentence(_ damage: Damage) throws {
    let store = try Self.store()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: damage.variant)
      try damage.change(files)
      let sentence = damage.sentence.replacingOccurrences(of: "FOLDER", with: folder)
      let before = try Self.contents(of: folder)
      if damage.stopsReading {
        let error = #expect(throws: StoreError.self) {
          try StoreReader(files: files, layout: store.layout).contents()
        }
        #expect(error?.description == sentence)
      } else {
        _ = try StoreReader(files: files, layout: store.layout).contents()
      }
      if damage.stopsInspection {
        let error = #expect(throws: StoreError.self) { try StoreInspection(of: files) }
        #expect(error?.description == sentence)
      } else {
        _ = try StoreInspection(of: files)
      }
      let isUntouched = try Self.contents(of: folder) == before
      #expect(isUntouched)
    }
  }

  /// Every file of a folder, by name.
  static func contents(of folder: String) throws -> [String: Data?] {
    var contents: [String: Data?] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      contents[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
    }
    return contents
  }

  /// A main file that ends after any of its pages, alone or beside its log.
  @Test(arguments: [StoreVariant.rollback, .checkpointed, .hot, .half])
  func truncatedAtAnyPageIsRefused(_ variant: StoreVariant) throws {
    let store = try Self.store()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: variant)
      let whole = try Data(contentsOf: URL(fileURLWithPath: files.main))
      #expect(whole.count >= 7 * 4096)
      for pages in 0..<(whole.count / 4096) {
        try whole.prefix(pages * 4096).write(to: URL(fileURLWithPath: files.main))
        var sentence: String?
        do {
          // A log may hold every page that is missing; then nothing is.
          let contents = try StoreReader(files: files, layout: store.layout).contents()
          #expect(contents == store.contents && variant != .rollback && variant != .checkpointed)
        } catch let error as StoreError {
          sentence = error.description
        }
        if pages == 0 {
          #expect(sentence?.contains("found an empty file") == true)
        } else if files.existingParts == [.main] {
          #expect(
            sentence
              == "'Sample.sqlite' is cut short: its header promises \(whole.count) bytes, "
              + "found \(pages * 4096)")
        }
      }
    }
  }

  /// Without its log a store is an empty one; inspecting it says so.
  @Test func missingLogIsAWarning() throws {
    let store = try Self.store()
    try withFolder { folder in
      let files = try store.write(in: folder)
      try FileManager.default.removeItem(atPath: files.path(of: .writeAheadLog))
      #expect(
        try StoreInspection(of: files).warnings.map(\.description) == [
          "'Sample.sqlite' is in WAL mode, has a '-shm' without its '-wal', and holds no rows: "
            + "it probably lost its '-wal'"
        ])
      try FileManager.default.removeItem(atPath: files.path(of: .sharedMemory))
      #expect(
        try StoreInspection(of: files).warnings.map(\.description) == [
          "'Sample.sqlite' is in WAL mode, has no '-wal', and holds no rows: "
            + "it may have lost its '-wal'"
        ])
    }
  }

  // MARK: External values

  @Test func externalValueIsReadFromTheSupportFolder() throws {
    let store = try Self.store()
    let name = "00000000-0000-0000-0000-00000000000A"
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      let external = "\(files.path(of: .supportFolder))/_EXTERNAL_DATA"
      try FileManager.default.createDirectory(
        atPath: external, withIntermediateDirectories: true)
      try Data("outside".utf8).write(to: URL(fileURLWithPath: "\(external)/\(name)"))
      let reference = Data([2]) + Data(name.utf8) + Data([0])
      let connection = try Connection(path: files.main, mode: .readWrite)
      try connection.execute("UPDATE ZTHING SET ZLARGE = \(reference) WHERE Z_PK = 2")
      try connection.close()
      let reader = try StoreReader(files: files, layout: store.layout)
      let objects = try reader.contents().objects(of: "Thing")
      #expect(objects[1].value(of: "large") == .binary(Data("outside".utf8)))
      #expect(objects[2].value(of: "large") == .binary(Data([5])))
    }
  }

  // MARK: Warnings

  @Test func inspectionWarnsOfADamagedLog() throws {
    let store = try Self.store()
    try withFolder { folder in
      let files = try store.write(in: folder)
      try Damage.bytes(of: .writeAheadLog) { $0.removeLast(10) }(files)
      let warnings = try StoreInspection(of: files).warnings.map(\.description)
      let frames = try WriteAheadLog(contentsOf: files.path(of: .writeAheadLog)).validFrames
      #expect(
        warnings == [
          "'Sample.sqlite-wal' is damaged: it is cut short: frame \(frames + 1) has 4110 of 4120 "
            + "bytes; SQLite ignores it from there on"
        ])
    }
  }

  @Test func inspectionWarnsOfStraySidecars() throws {
    let store = try Self.store()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      try Data().write(to: URL(fileURLWithPath: files.path(of: .sharedMemory)))
      #expect(
        try StoreInspection(of: files).warnings.map(\.description) == [
          "'Sample.sqlite-shm' exists although the store has journal mode 'delete': "
            + "it may belong to another store"
        ])
    }
  }

  @Test func soundStoresHaveNoWarning() throws {
    let store = try Self.store()
    for variant in StoreVariant.allCases {
      try withFolder { folder in
        let inspection = try StoreInspection(of: store.write(in: folder, variant: variant))
        #expect(inspection.warnings.isEmpty)
        #expect(inspection.objectCount == 8)
      }
    }
  }

  @Test func unknownEntityIsNamed() throws {
    let store = try Self.store()
    try withFolder { folder in
      let reader = try StoreReader(files: store.write(in: folder), layout: store.layout)
      let error = #expect(throws: StoreError.self) { try reader.count(of: "Thang") }
      #expect(error?.description == "the model has no entity 'Thang'; did you mean 'Thing'?")
    }
  }
}
