import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Rows read value by value, compared with plain SQL and with what was written.
struct RowCursorTests {
  static let model = Model("V1") {
    Entity("Folder") {
      Attribute("name", .string)
      Relationship("things", to: "Thing", inverse: "folder", .toMany, isOrdered: true)
      Relationship("favorites", to: "Thing", inverse: "fans", .toMany, isOrdered: true)
    }
    Entity("Thing") {
      Attribute("count", .integer32)
      Attribute("date", .date)
      Attribute("flag", .boolean)
      Attribute("identifier", .uuid)
      Attribute("link", .uri)
      Attribute("text", .string)
      Attribute("weight", .double)
      Relationship("folder", to: "Folder", inverse: "things")
      Relationship("fans", to: "Folder", inverse: "favorites", .toMany)
    }
    Entity("Special", superentity: "Thing") { Attribute("extra", .integer16) }
  }

  private static func store() throws -> SampleStore {
    var store = try SampleStore(model)
    try store.add(
      "Folder", 1, ["name": "a"], targets: ["things": [5, 2, 3], "favorites": [3, 2]])
    try store.add("Folder", 2, ["name": "b"], targets: ["things": [4], "favorites": [4, 3]])
    let texts = ["", "plain", "Zoë — e\u{301}\u{1F468}\u{200D}\u{1F469}", "a\0b"]
    for key in Int64(1)...7 {
      let fans: [Int64: [Int64]] = [2: [1], 3: [1, 2], 4: [2]]
      try store.add(
        "Thing", key,
        key == 6
          ? [:]
          : [
            "count": .integer(key * 1000), "date": .date(Double(key) / 3),
            "flag": .boolean(key > 3),
            "identifier": .uuid(UUID()), "link": .uri("https://example.org/\(key)"),
            "text": .string(texts[Int(key) % 4]), "weight": .double(-0.5 * Double(key)),
          ],
        targets: [
          "folder": [2, 3, 5].contains(key) ? [1] : key == 4 ? [2] : [], "fans": fans[key] ?? [],
        ])
    }
    try store.add("Special", 8, ["extra": 7])
    return store
  }

  private static func withReader(
    _ change: SQL? = nil, _ body: (StoreReader, Connection, SampleStore) throws -> Void
  ) throws {
    let store = try store()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      let connection = try Connection(path: files.main, mode: .readWrite)
      if let change { try connection.execute(change) }
      try body(StoreReader(files: files, layout: store.layout), connection, store)
    }
  }

  @Test func valuesAreThoseOfTheObjects() throws {
    try Self.withReader { reader, _, store in
      for entity in ["Folder", "Special", "Thing"] {
        let objects = store.contents.objects(of: entity)
        var rows = try reader.rows(of: entity)
        for object in objects {
          try #require(try rows.next())
          #expect(rows.primaryKey == object.primaryKey)
          #expect(rows.shape == object.shape)
          for (index, value) in object.values.enumerated() {
            #expect(try rows.value(at: index) == value)
            #expect(rows.isNull(at: index) == value.isNull)
          }
        }
        #expect(try rows.next() == false)
        #expect(!objects.isEmpty)
      }
    }
  }

  /// Each typed accessor against SQLite's own rendering of the cell.
  @Test func typedValuesAreThoseOfPlainSQL() throws {
    try Self.withReader { reader, connection, _ in
      var rows = try reader.rows(of: "Thing")
      var found: [String] = []
      while try rows.next() {
        var bytes: [UInt8]?
        try rows.withText(at: 5) { text in bytes = text.indices.map { text[$0] } }
        let text = try rows.text(at: 5)
        #expect(text.map { Array($0.utf8) } == bytes)
        var parts = ["\(rows.primaryKey)"]
        parts.append(try rows.integer(at: 0).map { "\($0)" } ?? "-")
        parts.append(try rows.seconds(at: 1).map { String(format: "%.15g", $0) } ?? "-")
        parts.append(try rows.boolean(at: 2).map { $0 ? "1" : "0" } ?? "-")
        parts.append(try rows.text(at: 4) ?? "-")
        parts.append(bytes.map { $0.map { String(format: "%02X", $0) }.joined() } ?? "-")
        parts.append(try rows.real(at: 6).map { String(format: "%.15g", $0) } ?? "-")
        parts.append(try rows.target(at: 1).map { "\($0.entity) \($0.primaryKey)" } ?? "-")
        parts.append(try rows.place(at: 1).map { "\($0)" } ?? "-")
        found.append(parts.joined(separator: "|"))
      }
      let expected = try connection.rows(
        """
        SELECT Z_PK || '|' || ifnull(ZCOUNT, '-') \
        || '|' || iif(ZDATE IS NULL, '-', printf('%.15g', ZDATE)) \
        || '|' || ifnull(ZFLAG, '-') || '|' || ifnull(ZLINK, '-') || '|' \
        || iif(ZTEXT IS NULL, '-', hex(ZTEXT)) \
        || '|' || iif(ZWEIGHT IS NULL, '-', printf('%.15g', ZWEIGHT)) \
        || '|' || ifnull('Folder ' || ZFOLDER, '-') || '|' || ifnull(Z_FOK_FOLDER, '-') \
        FROM ZTHING WHERE Z_ENT = (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Thing') \
        ORDER BY Z_PK
        """
      ) { try $0.text(at: 0) }
      #expect(found.count == 7)
      #expect(found == expected)
    }
  }

  @Test func targetsOfAllOwnersAreThoseOfPlainSQL() throws {
    try Self.withReader { reader, connection, _ in
      let shape = try reader.rows(of: "Folder").shape
      let queries: [String: SQL] = [
        "things": """
        SELECT ZFOLDER, Z_PK, Z_FOK_FOLDER FROM ZTHING WHERE ZFOLDER NOT NULL
        ORDER BY ZFOLDER, Z_FOK_FOLDER
        """,
        "favorites": """
        SELECT Z_1FANS, Z_2FAVORITES, Z_FOK_2FAVORITES FROM Z_1FAVORITES
        ORDER BY Z_1FANS, Z_FOK_2FAVORITES
        """,
      ]
      for (name, query) in queries {
        let position = try #require(shape.relationships.firstIndex(of: name))
        let cursor = try #require(try reader.targets(of: "Folder", at: position))
        var found: [[Int64?]] = []
        while try cursor.next() {
          found.append([cursor.owner, cursor.key, try cursor.place()])
          #expect(try cursor.target().primaryKey == cursor.key)
        }
        let expected = try connection.rows(query) { row in
          (0..<3).map { Optional(row.integer(at: $0)) }
        }
        #expect(found == expected)
        #expect(found.count == 4)
      }
      let toOne = try reader.targets(of: "Thing", at: 1)
      #expect(toOne == nil, "a to-one has no list of targets")
    }
  }

  @Test func targetsAloneAreThoseOfTheObjects() throws {
    try Self.withReader { reader, _, store in
      for (entity, relationships) in [("Folder", [0, 1]), ("Folder", [1]), ("Thing", [1, 0])] {
        var found: [Int64: [[ObjectReference]]] = [:]
        try reader.forEachObject(of: entity, relationships: relationships) { found[$0] = $1 }
        let objects = store.contents.objects(of: entity)
        #expect(found.count == objects.count)
        for object in objects {
          #expect(found[object.primaryKey] == relationships.map { object.targets[$0] })
        }
      }
    }
  }

  @Test(arguments: ["C3", "6162636465666768FF", "61626364656667E9"])
  func textThatIsNotUTF8IsRefused(_ hex: String) throws {
    let change = SQL(raw: "UPDATE ZTHING SET ZTEXT = CAST(X'\(hex)' AS TEXT) WHERE Z_PK = 1")
    try Self.withReader(change) { reader, _, _ in
      var rows = try reader.rows(of: "Thing")
      try #require(try rows.next())
      let expected = StoreError.unexpectedValue(
        store: "Sample.sqlite", table: "ZTHING", row: 1, column: "ZTEXT",
        problem: "expected UTF-8 text, found other bytes")
      var error: (any Error)?
      do { try rows.withText(at: 5) { _ in Issue.record("got text") } } catch let found {
        error = found
      }
      #expect(error as? StoreError == expected)
      error = nil
      do { _ = try rows.text(at: 5) } catch let found { error = found }
      #expect(error as? StoreError == expected)
    }
  }

  /// A table of one entity is looked through when it is read or counted.
  @Test func rowOfNoEntityIsFoundByWhoeverLooks() throws {
    try Self.withReader("UPDATE ZFOLDER SET Z_ENT = 77 WHERE Z_PK = 2") { reader, _, _ in
      let expected = StoreError.unexpectedEntityNumber(
        store: "Sample.sqlite", table: "ZFOLDER", row: 2, found: "INTEGER 77")
      #expect(throws: expected) { try reader.count(of: "Folder") }
      #expect(throws: expected) { try reader.forEachObject(of: "Folder") { _ in } }
      #expect(throws: expected) {
        try reader.forEachObject(of: "Folder", relationships: [0]) { _, _ in }
      }
    }
    try Self.withReader { _, connection, store in
      try connection.execute("UPDATE ZTHING SET Z_ENT = NULL WHERE Z_PK = 2")
      #expect(
        throws: StoreError.unexpectedEntityNumber(
          store: "Sample.sqlite", table: "ZTHING", row: 2, found: "NULL")
      ) {
        try withFolder { folder in
          let files = try store.write(in: folder, variant: .rollback)
          let other = try Connection(path: files.main, mode: .readWrite)
          try other.execute("UPDATE ZTHING SET Z_ENT = NULL WHERE Z_PK = 2")
          _ = try StoreReader(files: files, layout: store.layout)
        }
      }
    }
  }
}
