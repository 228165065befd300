import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Stores that somebody damaged, and the sentence that each of them gets.
struct DamagedStoreTests {
  /// Damages a store of eight things in one way.
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var variant = StoreVariant.rollback
    let sentence: String
    /// Whether inspecting the store fails with the same sentence; if not, it succeeds.
    var stopsInspection = true
    let change: @Sendable (StoreFiles) throws -> Void

    static func sql(_ statement: String) -> @Sendable (StoreFiles) throws -> Void {
      { files in
        let connection = try Connection(path: files.main, mode: .readWrite)
        try connection.execute(SQL(raw: statement))
        try connection.close()
      }
    }

    static func bytes(
      of part: StoreFiles.Part = .main, _ change: @escaping @Sendable (inout Data) -> Void
    ) -> @Sendable (StoreFiles) throws -> Void {
      { files in
        var data = try #require(FileManager.default.contents(atPath: files.path(of: part)))
        change(&data)
        try data.write(to: URL(fileURLWithPath: files.path(of: part)))
      }
    }

    static func metadata(
      _ change: @escaping @Sendable (inout [String: PropertyListValue]) -> Void
    ) -> @Sendable (StoreFiles) throws -> Void {
      { files in
        let connection = try Connection(path: files.main, mode: .readWrite)
        let list = try connection.firstRow("SELECT Z_PLIST FROM Z_METADATA") { $0.bytes(at: 0) }
        guard case .dictionary(var entries) = try BinaryPropertyList.decode(try #require(list))
        else { return }
        change(&entries)
        let encoded = try BinaryPropertyList.encode(.dictionary(entries))
        try connection.execute("UPDATE Z_METADATA SET Z_PLIST = \(encoded)")
      }
    }
  }

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
      testDescription: "a changed byte in the log", variant: .hot,
      sentence: "'Sample.sqlite-wal' is damaged: frame 1 does not match its checksum",
      stopsInspection: false,
      change: Damage.bytes(of: .writeAheadLog) { $0[4000] ^= 1 }),
  ]

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

  private static func store() throws -> SampleStore {
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
      let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      let error = #expect(throws: StoreError.self) {
        try StoreReader(files: files, layout: store.layout).contents()
      }
      #expect(error?.description == sentence)
      if damage.stopsInspection {
        let error = #expect(throws: StoreError.self) { try StoreInspection(of: files) }
        #expect(error?.description == sentence)
      } else {
        _ = try StoreInspection(of: files)
      }
      let after = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(after == before)
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
