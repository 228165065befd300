import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Counter attributes and locations, which user info asks for.
struct CounterAttributeTests {
  private static func counter(_ name: String, _ text: String) -> Attribute {
    Attribute(name, .integer32, userInfo: [UserInfoEntry("NSTriggerKey", text)])
  }

  private static let photos = Model("M") {
    Entity("Album") {
      counter("shown", "(photos.hidden == NO) && (photos.kind != 2)")
      counter("keyHidden", "(key.hidden == YES)")
      Relationship("photos", to: "Photo", inverse: "album", .toMany)
      Relationship("key", to: "Photo", inverse: "keyOf")
    }
    Entity("Photo") {
      Attribute("hidden", .boolean)
      Attribute("kind", .integer16)
      Attribute("latitude", .double)
      Attribute("longitude", .float)
      Attribute(
        "place", .undefined, isTransient: true,
        userInfo: [
          UserInfoEntry("_NSLocationAttributeDerivedComponents", "latitude, longitude")
        ])
      Relationship("album", to: "Album", inverse: "photos")
      Relationship("keyOf", to: "Album", inverse: "key", .toMany)
    }
  }

  @Test("a counter over a to-many has seven triggers")
  func toManyTexts() throws {
    let layout = try StoreLayout(Self.photos.validated())
    let made = layout.triggers.filter { $0.property == "shown" }.map(\.createStatement)
    let name = "CREATE TRIGGER ZT_ZALBUM_ZSHOWN_ZPHOTO"
    func note(_ rows: String) -> String {
      " SELECT NSCoreDataTriggerUpdateAffectedObjectValue('ZALBUM', Z_ENT, Z_PK, 'ZSHOWN', ZSHOWN)"
        + " FROM ZALBUM WHERE \(rows); END"
    }
    let add = "UPDATE ZALBUM SET ZSHOWN = IFNULL(ZSHOWN,0) + 1 WHERE "
    let subtract = "UPDATE ZALBUM SET ZSHOWN = MAX(0,IFNULL(ZSHOWN,0) - 1) WHERE "
    let now = "NEW.ZHIDDEN == 0 AND NEW.ZKIND != 2"
    let before = "OLD.ZHIDDEN == 0 AND OLD.ZKIND != 2"
    let change = "NEW.ZHIDDEN != OLD.ZHIDDEN OR NEW.ZKIND != OLD.ZKIND"
    #expect(
      made == [
        "\(name)_INSERT_INCREMENT AFTER INSERT ON ZPHOTO FOR EACH ROW WHEN \(now) BEGIN "
          + add + "NEW.ZALBUM = Z_PK;" + note("Z_PK = NEW.ZALBUM"),
        "\(name)_UPDATE_INCREMENT AFTER UPDATE OF ZHIDDEN, ZKIND ON ZPHOTO FOR EACH ROW "
          + "WHEN (\(now)) AND (\(change)) AND (NEW.ZALBUM == OLD.ZALBUM) BEGIN "
          + add + "NEW.ZALBUM = Z_PK;" + note("Z_PK = NEW.ZALBUM"),
        "\(name)_UPDATE_DECREMENT AFTER UPDATE OF ZHIDDEN, ZKIND ON ZPHOTO FOR EACH ROW "
          + "WHEN (\(before)) AND (\(change)) AND (OLD.ZALBUM == NEW.ZALBUM) BEGIN "
          + subtract + "OLD.ZALBUM = Z_PK;" + note("Z_PK = OLD.ZALBUM"),
        "\(name)_DELETE_DECREMENT AFTER DELETE ON ZPHOTO FOR EACH ROW WHEN \(before) BEGIN "
          + subtract + "OLD.ZALBUM = Z_PK;" + note("Z_PK = OLD.ZALBUM"),
        "\(name)_ZALBUM_INSERT_INCREMENT AFTER INSERT ON ZALBUM FOR EACH ROW BEGIN "
          + "UPDATE ZALBUM SET ZSHOWN = (SELECT COUNT(Z_PK) FROM ZPHOTO WHERE "
          + "(ZALBUM = NEW.Z_PK) AND (ZHIDDEN == 0 AND ZKIND != 2)) WHERE Z_PK = NEW.Z_PK;"
          + note("Z_PK = NEW.Z_PK"),
        "\(name)_ZALBUM_UPDATE_INCREMENT AFTER UPDATE OF ZALBUM ON ZPHOTO WHEN (\(now)) AND "
          + "((NEW.ZALBUM IS NOT NULL AND OLD.ZALBUM IS NULL) OR (NEW.ZALBUM != OLD.ZALBUM)) "
          + "BEGIN " + add + "Z_PK = NEW.ZALBUM;" + note("Z_PK = NEW.ZALBUM"),
        "\(name)_ZALBUM_UPDATE_DECREMENT AFTER UPDATE OF ZALBUM ON ZPHOTO WHEN (\(before)) AND "
          + "((OLD.ZALBUM IS NOT NULL AND NEW.ZALBUM IS NULL) OR (NEW.ZALBUM != OLD.ZALBUM)) "
          + "BEGIN " + subtract + "Z_PK = OLD.ZALBUM;" + note("Z_PK = OLD.ZALBUM"),
      ])
  }

  @Test("a counter over a to-one compares the other way round, and is set when the key changes")
  func toOneTexts() throws {
    let layout = try StoreLayout(Self.photos.validated())
    let made = layout.triggers.filter { $0.property == "keyHidden" }
    let prefix = "ZT_ZALBUM_ZKEYHIDDEN_ZPHOTO_"
    #expect(
      made.map(\.name)
        == [
          "INSERT_INCREMENT", "UPDATE_INCREMENT", "UPDATE_DECREMENT", "DELETE_DECREMENT",
          "ZALBUM_INSERT_INCREMENT", "ZKEY_UPDATE_TO_NULL", "ZKEY_UPDATE_INCREMENT",
        ].map { prefix + $0 })
    #expect(
      made.map(\.table) == [
        "ZPHOTO", "ZPHOTO", "ZPHOTO", "ZPHOTO", "ZALBUM", "ZALBUM", "ZALBUM",
      ])
    #expect(
      made.dropFirst().first?.body
        == "AFTER UPDATE OF ZHIDDEN ON ZPHOTO FOR EACH ROW WHEN (NEW.ZHIDDEN == 1) AND "
        + "(NEW.ZHIDDEN != OLD.ZHIDDEN) BEGIN UPDATE ZALBUM SET ZKEYHIDDEN = "
        + "IFNULL(ZKEYHIDDEN,0) + 1 WHERE NEW.Z_PK = ZKEY; SELECT "
        + "NSCoreDataTriggerUpdateAffectedObjectValue('ZALBUM', Z_ENT, Z_PK, 'ZKEYHIDDEN', "
        + "ZKEYHIDDEN) FROM ZALBUM WHERE ZKEY = NEW.Z_PK; END")
    // Counters stand after the spatial indexes of their entity, attributes by name.
    #expect(
      layout.statements.firstIndex { $0.contains(prefix + "INSERT") } ?? .max
        < layout.statements.firstIndex { $0.contains("ZT_ZALBUM_ZSHOWN_ZPHOTO_INSERT") } ?? 0)
  }

  @Test("counters are right after every insertion, change and deletion")
  func execution() throws {
    let layout = try StoreLayout(Self.photos.validated())
    let connection = try Connection(path: ":memory:", mode: .create, isTrusted: true)
    try connection.registerCoreDataFunctions(now: 0)
    for statement in layout.statements { try connection.execute(SQL(raw: statement)) }
    /// The numbers of the triggers beside those that a query counts.
    func numbers() throws -> [String] {
      try connection.rows(
        """
        SELECT printf('%d %d', ZSHOWN, ZKEYHIDDEN), printf('%d %d',
          (SELECT count(*) FROM ZPHOTO AS P WHERE P.ZALBUM = A.Z_PK AND P.ZHIDDEN = 0
            AND P.ZKIND <> 2),
          (SELECT count(*) FROM ZPHOTO AS P WHERE P.Z_PK = A.ZKEY AND P.ZHIDDEN = 1))
        FROM ZALBUM AS A ORDER BY Z_PK
        """
      ) { row in
        let kept = try row.text(at: 0)
        #expect(kept == (try row.text(at: 1)))
        return kept
      }
    }
    try connection.execute(
      """
      INSERT INTO ZPHOTO (Z_PK, ZHIDDEN, ZKIND, ZALBUM)
      VALUES (1, 0, 0, 1), (2, 1, 0, 1), (3, 0, 2, 1), (4, 0, 1, NULL)
      """)
    try connection.execute("INSERT INTO ZALBUM (Z_PK, ZKEY) VALUES (1, 2), (2, NULL)")
    #expect(try numbers() == ["1 1", "0 0"])
    try connection.execute("UPDATE ZPHOTO SET ZALBUM = 1 WHERE Z_PK = 4")
    try connection.execute("UPDATE ZPHOTO SET ZKIND = 1 WHERE Z_PK = 3")
    #expect(try numbers() == ["3 1", "0 0"])
    try connection.execute("UPDATE ZPHOTO SET ZHIDDEN = 0 WHERE Z_PK = 2")
    #expect(try numbers() == ["4 0", "0 0"])
    try connection.execute("UPDATE ZPHOTO SET ZALBUM = 2 WHERE Z_PK IN (1, 2)")
    try connection.execute("UPDATE ZPHOTO SET ZHIDDEN = 1 WHERE Z_PK = 1")
    try connection.execute("UPDATE ZALBUM SET ZKEY = 1 WHERE Z_PK = 2")
    #expect(try numbers() == ["2 0", "1 1"])
    try connection.execute("DELETE FROM ZPHOTO WHERE Z_PK IN (1, 2, 3)")
    try connection.execute("UPDATE ZPHOTO SET ZALBUM = NULL")
    #expect(try numbers() == ["0 0", "0 0"])
    try connection.execute("UPDATE ZALBUM SET ZKEY = 4 WHERE Z_PK = 1")
    try connection.execute("UPDATE ZPHOTO SET ZHIDDEN = 1")
    try connection.execute("UPDATE ZALBUM SET ZKEY = NULL WHERE Z_PK = 1")
    #expect(try numbers() == ["0 0", "0 0"])
  }

  @Test("the writer leaves counters to the triggers")
  func writing() throws {
    let model = try Model("M") {
      Entity("Album") {
        Self.counter("shown", "photos.hidden == NO")
        Relationship("photos", to: "Photo", inverse: "album", .toMany)
      }
      Entity("Photo") {
        Attribute("hidden", .boolean)
        Relationship("album", to: "Album", inverse: "photos")
      }
    }.validated()
    let layout = try StoreLayout(model)
    let album = ObjectReference(entity: "Album", primaryKey: 1)
    let photos = (1...3).map { ObjectReference(entity: "Photo", primaryKey: $0) }
    func contents(_ shown: AttributeValue) throws -> StoreContents {
      let albumShape = model.shape(of: try #require(model.entity(named: "Album")))
      let photoShape = model.shape(of: try #require(model.entity(named: "Photo")))
      return StoreContents(entities: [
        EntityContents(
          entity: "Album",
          objects: [
            StoredObject(shape: albumShape, primaryKey: 1, values: [shown], targets: [photos])
          ]),
        EntityContents(
          entity: "Photo",
          objects: photos.map {
            StoredObject(
              shape: photoShape, primaryKey: $0.primaryKey,
              values: [.boolean($0.primaryKey == 2)], targets: [[album]])
          }),
      ])
    }
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("m.sqlite").path
      try StoreWriter.write(contents("wrong"), layout: layout, storeUUID: UUID(), to: path)
      let reader = try StoreReader(files: StoreFiles(main: path), layout: layout)
      #expect(try reader.contents() == contents(2))
    }
  }

  @Test("a location has an index of its two components")
  func location() throws {
    let layout = try StoreLayout(Self.photos.validated())
    #expect(
      layout.spatialIndexes.map(\.createStatement) == [
        "CREATE VIRTUAL TABLE Z_RT_Photo_place USING RTREE (Z_PK INTEGER PRIMARY KEY, "
          + "ZLATITUDE_MIN FLOAT, ZLATITUDE_MAX FLOAT, ZLONGITUDE_MIN FLOAT, ZLONGITUDE_MAX FLOAT)"
      ])
    #expect(
      layout.triggers.filter { $0.property == "place" }.map(\.createStatement) == [
        "CREATE TRIGGER Z_RT_Photo_place_INSERT AFTER INSERT ON ZPHOTO FOR EACH ROW BEGIN "
          + "INSERT OR REPLACE INTO Z_RT_Photo_place (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, "
          + "ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES (NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, "
          + "NEW.ZLONGITUDE, NEW.ZLONGITUDE) ; END",
        "CREATE TRIGGER Z_RT_Photo_place_UPDATE AFTER UPDATE ON ZPHOTO FOR EACH ROW BEGIN "
          + "DELETE FROM Z_RT_Photo_place WHERE Z_PK = NEW.Z_PK ; INSERT INTO Z_RT_Photo_place "
          + "(Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES "
          + "(NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE) ; END",
        "CREATE TRIGGER Z_RT_Photo_place_DELETE AFTER DELETE ON ZPHOTO FOR EACH ROW BEGIN "
          + "DELETE FROM Z_RT_Photo_place WHERE Z_PK = OLD.Z_PK ; END",
      ])
    #expect(layout.table(named: "ZPHOTO")?.columns.contains { $0.name == "ZPLACE" } == false)
  }
}
