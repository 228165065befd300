import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Spatial indexes and counter attributes: what triggers keep, and is there after a migration.
struct SpatialMigrationTests {
  private static let place = Attribute(
    "place", .undefined, isTransient: true,
    userInfo: [
      UserInfoEntry("_NSLocationAttributeDerivedComponents", "latitude, longitude")
    ])

  private static func counter(_ text: String) -> Attribute {
    Attribute("shown", .integer32, userInfo: [UserInfoEntry("NSTriggerKey", text)])
  }

  /// Albums count their photos; photos know where they are.
  private func model(
    _ name: String, album: [Attribute] = [], photo: [Attribute],
    counter: String? = "(photos.hidden == NO) && (photos.kind != 2)", photoName: String = "Photo",
    extra: [Entity] = []
  ) -> Model {
    Model(name) {
      Entity("Album") {
        for attribute in album { attribute }
        if let counter { Self.counter(counter) }
        Relationship("photos", to: photoName, inverse: "album", .toMany)
      }
      Entity(photoName, renamingIdentifier: photoName == "Photo" ? nil : "Photo") {
        Attribute("hidden", .boolean)
        Attribute("kind", .integer16)
        for attribute in photo { attribute }
        Relationship("album", to: "Album", inverse: "photos")
      }
      for entity in extra { entity }
    }
  }

  private static let latitude = Attribute("latitude", .double)
  private static let longitude = Attribute("longitude", .double)
  private static let located = [latitude, longitude, place]

  private let rows = [
    "INSERT INTO ZALBUM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1), (3, 1, 1)",
    """
    INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZHIDDEN, ZKIND, ZALBUM, ZLATITUDE, ZLONGITUDE) VALUES \
    (1, 2, 1, 0, 1, 1, 52.5, 13.25), (2, 2, 1, 0, 2, 1, -8, 0), (3, 2, 1, 1, 1, 1, 0, 180), \
    (4, 2, 1, 0, NULL, 1, NULL, NULL), (5, 2, 1, 0, 0, 2, 1, 1), (6, 2, 1, 0, 0, NULL, 2, 2)
    """,
  ]

  /// Key and first corner of each entry, read through SQLite's module.
  private func entries(_ store: MigratedStore, _ index: String = "Z_RT_Photo_place") -> [String] {
    store.query(
      "SELECT Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN FROM \(index) ORDER BY Z_PK")
  }

  private let filled = [
    "1|52.5|52.5|13.25", "2|-8.0|-8.0|0.0", "3|0.0|0.0|180.0", "4|0.0|0.0|0.0", "5|1.0|1.0|1.0",
    "6|2.0|2.0|2.0",
  ]

  @Test func indexOfAKeptTableIsLeftAlone() throws {
    try withMigrated(
      from: model("V1", photo: Self.located),
      to: model("V2", photo: Self.located + [Attribute("added", .string)]), rows: rows,
      // A trace that only an index that was not filled anew still has.
      change: ["DELETE FROM Z_RT_Photo_place WHERE Z_PK = 6"]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(entries(store) == Array(filled.dropLast()))
    }
  }

  @Test func indexOfARebuiltTableIsMadeAnewWithItsTriggers() throws {
    try withMigrated(
      from: model("V1", photo: Self.located + [Attribute("gone", .string)], counter: nil),
      to: model("V2", photo: Self.located, counter: nil), rows: rows,
      change: ["DELETE FROM Z_RT_Photo_place WHERE Z_PK = 6"]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(entries(store) == filled)
      // The triggers work: another place, another row, a deleted row.
      try SampleStore.change(
        store.path,
        [
          "UPDATE ZPHOTO SET ZLATITUDE = 7 WHERE Z_PK = 1", "DELETE FROM ZPHOTO WHERE Z_PK = 2",
        ])
      #expect(entries(store).prefix(2) == ["1|7.0|7.0|13.25", "3|0.0|0.0|180.0"])
    }
  }

  @Test func indexFollowsItsEntityAndItsColumns() throws {
    let north = Attribute("north", .double, renamingIdentifier: "latitude")
    let place = Attribute(
      "place", .undefined, isTransient: true,
      userInfo: [UserInfoEntry("_NSLocationAttributeDerivedComponents", "north, longitude")])
    try withMigrated(
      from: model("V1", photo: Self.located),
      to: model(
        "V2", photo: [north, Self.longitude, place], counter: "(photos.hidden == NO)",
        photoName: "Picture"), rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, ZNORTH_MIN FROM Z_RT_Picture_place WHERE ZNORTH_MIN > 1")
          == ["1|52.5", "6|2.0"])
    }
  }

  @Test func newIndexIsFilledAndALostOneIsDropped() throws {
    let bare = [Self.latitude, Self.longitude, Attribute("x", .string)]
    let with = model("A", photo: Self.located)
    var without = model("B", photo: bare)
    try withMigrated(from: without, to: with, rows: rows) { #expect(entries($0) == filled) }
    without.name = "C"
    try withMigrated(from: with, to: without, rows: rows) { store in
      #expect(store.query("SELECT count(*) FROM sqlite_master WHERE name LIKE 'Z_RT%'") == ["0"])
    }
  }

  /// Frameworks from 1403 on lost the triggers of rebuilt tables, and with them what changed since.
  @Test func indexWithoutTriggersIsMadeWhole() throws {
    try withMigrated(
      from: model("V1", photo: Self.located),
      to: model("V2", photo: Self.located + [Attribute("added", .string)]), rows: rows,
      change: [
        "DROP TRIGGER Z_RT_Photo_place_INSERT", "DROP TRIGGER Z_RT_Photo_place_UPDATE",
        "DROP TRIGGER Z_RT_Photo_place_DELETE", "UPDATE Z_RT_Photo_place SET ZLATITUDE_MIN = -90",
      ]
    ) { #expect(entries($0) == filled) }
  }

  @Test func indexOfRTreeElementsIsMadeAnew() throws {
    func model(_ name: String, _ attributes: [Attribute]) -> Model {
      Model(name) {
        Entity("Point") {
          for attribute in attributes { attribute }
          Attribute("x", .double, isOptional: false, default: 0.0)
          FetchIndex("where", .rTree("x"))
        }
      }
    }
    try withMigrated(
      from: model("V1", [Attribute("gone", .string)]), to: model("V2", []),
      rows: ["INSERT INTO ZPOINT (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, 4), (9, 1, 1, 5)"]
    ) { store in
      #expect(
        store.query("SELECT Z_PK, ZX_MIN, ZX_MAX FROM Z_Point_where ORDER BY 1")
          == ["1|4.0|4.0", "9|5.0|5.0"])
    }
  }

  // MARK: Counters

  @Test func countersAreCountedAnew() throws {
    try withMigrated(
      from: model("V1", photo: Self.located),
      to: model(
        "V2", album: [Attribute("added", .string)], photo: Self.located,
        extra: [Entity("Aaa") { Attribute("x", .string) }]), rows: rows,
      change: ["UPDATE ZALBUM SET ZSHOWN = 77"]
    ) { store in
      #expect(store.query("SELECT Z_PK, ZSHOWN FROM ZALBUM ORDER BY 1") == ["1|1", "2|1", "3|0"])
    }
  }

  @Test func newCounterCountsWhatIsThere() throws {
    try withMigrated(
      from: model("V1", photo: Self.located, counter: nil),
      to: model("V2", photo: Self.located, counter: "(photos.hidden == NO)"), rows: rows
    ) { store in
      #expect(store.query("SELECT Z_PK, ZSHOWN FROM ZALBUM ORDER BY 1") == ["1|3", "2|1", "3|0"])
    }
  }

  @Test func counterOfAToOneOfASubentityIsCountedForItsOwnersAlone() throws {
    func model(_ name: String, _ extra: [Attribute]) -> Model {
      Model(name) {
        Entity("Base") { for attribute in extra { attribute } }
        Entity("Owner", superentity: "Base") {
          Self.counter("(key.hidden == YES)")
          Relationship("key", to: "Photo", inverse: "owners")
        }
        Entity("Photo") {
          Attribute("hidden", .boolean)
          Relationship("owners", to: "Owner", inverse: "key", .toMany)
        }
      }
    }
    try withMigrated(
      from: model("V1", [Attribute("gone", .string)]), to: model("V2", []),
      rows: [
        "INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZHIDDEN) VALUES (1, 3, 1, 1), (2, 3, 1, 0)",
        "INSERT INTO ZBASE (Z_PK, Z_ENT, Z_OPT, ZKEY) VALUES (1, 2, 1, 1), (2, 2, 1, 2), (3, 2, 1, NULL), (4, 1, 1, NULL)",
      ]
    ) { store in
      #expect(
        store.query("SELECT Z_PK, ZSHOWN FROM ZBASE ORDER BY 1")
          == ["1|1", "2|0", "3|0", "4|NULL"])
    }
  }
}
