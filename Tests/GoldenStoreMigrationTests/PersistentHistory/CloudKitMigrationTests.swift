import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// K1, K4, K5: stores with the tables of CloudKit mirroring.
struct CloudKitMigrationTests {
  private static let tables = [
    """
    CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
    ZENTITYID INTEGER, ZENTITYPK INTEGER, ZNEEDSUPLOAD INTEGER, ZCKRECORDNAME VARCHAR, \
    ZENCODEDRECORD BLOB )
    """,
    """
    CREATE UNIQUE INDEX Z_NSCKRecordMetadata_UNIQUE_entityId_entityPK ON ANSCKRECORDMETADATA \
    (ZENTITYID COLLATE BINARY ASC, ZENTITYPK COLLATE BINARY ASC)
    """,
    """
    CREATE TABLE ANSCKMETADATAENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
    ZBOOLVALUENUM INTEGER, ZKEY VARCHAR )
    """,
    "INSERT INTO ANSCKMETADATAENTRY VALUES (1, 17007, 3, 1, 'a key')",
    """
    CREATE TABLE ANSCKHISTORYANALYZERSTATE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \
    Z_OPT INTEGER, ZENTITYID INTEGER, ZENTITYPK INTEGER )
    """,
    "INSERT INTO Z_PRIMARYKEY VALUES (17007, 'NSCKMetadataEntry', 0, 1)",
    "INSERT INTO Z_PRIMARYKEY VALUES (17012, 'NSCKRecordMetadata', 0, 5)",
  ]

  /// Records of the objects 1 and 2 of the first two entities, and of 7 of the third.
  private static let records = [(1, 1, 1), (2, 1, 2), (3, 2, 1), (4, 2, 2), (5, 3, 7)].map {
    "INSERT INTO ANSCKRECORDMETADATA VALUES (\($0), 17012, 2, \($1), \($2), 0, 'r\($0)', x'0\($0)')"
  }

  private static func model(_ version: String, _ entities: String...) -> Model {
    Model(version) { for entity in entities { Entity(entity) { Attribute("name", .string) } } }
  }

  // MARK: K1

  struct Rename: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let destination: [Entity]
    let sentence: String
    let reason: String
  }

  private static func pair(
    _ owner: String = "Owner", ownerIdentifier: String? = nil, name: Attribute,
    pets: Relationship
  ) -> [Entity] {
    [
      Entity(owner, renamingIdentifier: ownerIdentifier) {
        name
        pets
      },
      Entity("Pet") { Relationship("owner", to: owner, inverse: pets.name) },
    ]
  }

  private static let name = Attribute("name", .string)
  private static let pets = Relationship("pets", to: "Pet", inverse: "owner", .toMany)
  private static let advice =
    "older devices would not know the new name; keep the old one, or add a new property or entity"

  static let renames = [
    Rename(
      testDescription: "entity",
      destination: pair("Keeper", ownerIdentifier: "Owner", name: name, pets: pets),
      sentence: "entity 'Owner' is renamed to 'Keeper'",
      reason: "CloudKit integration forbids renaming 'Owner' to 'Keeper'. "
        + "Older devices can't process the new records."),
    Rename(
      testDescription: "attribute",
      destination: pair(
        name: Attribute("title", .string, renamingIdentifier: "name"), pets: pets),
      sentence: "attribute 'Owner.name' is renamed to 'Owner.title'",
      reason: "Properties cannot be renamed in stores that are used with CloudKit. "
        + "Cannot rename 'Owner.name' to 'Owner.title'."),
    Rename(
      testDescription: "relationship",
      destination: pair(
        name: name,
        pets: Relationship(
          "animals", to: "Pet", inverse: "owner", .toMany, renamingIdentifier: "pets")),
      sentence: "relationship 'Owner.pets' is renamed to 'Owner.animals'",
      reason: "CloudKit integration forbids renaming 'pets' to 'animals'. "
        + "Older devices can't process the new relationships."),
  ]

  @Test("K1: a rename in a mirrored store is refused", arguments: renames)
  func renameInAMirroredStoreIsRefused(_ row: Rename) throws {
    let source = Model("V1") { Self.pair(name: Self.name, pets: Self.pets) }
    let destination = Model("V2") { row.destination }
    let error = #expect(throws: MigrationError.self) {
      try withPair(from: source, to: destination, change: Self.tables) { _ in }
    }
    #expect(
      error?.description
        == "cannot migrate 'V1' to 'V2': \(row.sentence) in a store that is mirrored to CloudKit; "
        + Self.advice)
    #expect(
      error?.coreData
        == CoreDataError(
          code: 134_110, reason: "Cannot migrate store in-place: " + row.reason,
          underlying: CoreDataError(code: 134_110, reason: row.reason)))
    // One table is enough to say that the store was mirrored; without any the name is free.
    #expect(throws: MigrationError.self) {
      try withPair(
        from: source, to: destination,
        change: ["CREATE TABLE ANSCKEVENT ( Z_PK INTEGER PRIMARY KEY )"]
      ) { _ in }
    }
    try withPair(from: source, to: destination, change: []) { #expect($0.result.path == .cheap) }
  }

  // MARK: K4

  @Test("K4, K5: records follow the numbers of their entities, other tables stay")
  func recordsFollowTheNumbersOfTheirEntities() throws {
    // All three numbers rise by one, so that each row's new number is another row's old one.
    try withPair(
      from: Self.model("V1", "B", "C", "D"), to: Self.model("V2", "A", "B", "C", "D"),
      change: Self.tables + Self.records
    ) { pair in
      #expect(
        pair.after("SELECT Z_PK, ZENTITYID, ZENTITYPK FROM ANSCKRECORDMETADATA")
          == ["1|2|1", "2|2|2", "3|3|1", "4|3|2", "5|4|7"])
      pair.requireUnchanged(
        """
        SELECT Z_PK, Z_ENT, Z_OPT, ZENTITYPK, ZNEEDSUPLOAD, ZCKRECORDNAME, ZENCODEDRECORD \
        FROM ANSCKRECORDMETADATA
        """)
      // K5: the other tables, and the keys of Core Data's own entities, stay.
      pair.requireUnchanged("SELECT * FROM ANSCKMETADATAENTRY")
      pair.requireUnchanged("SELECT * FROM ANSCKHISTORYANALYZERSTATE", mayBeEmpty: true)
      pair.requireUnchanged("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
      pair.requireUnchanged("SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'ANSCK%'")
    }
  }

  @Test func entitiesThatChangePlacesDoNotCollideOnTheWay() throws {
    // Root 1, A 2, B 3; then Root 1, B 2, A 3.
    try withPair(
      from: Model("V1") {
        Entity("Root") { Attribute("name", .string) }
        Entity("A", superentity: "Root")
        Entity("B", superentity: "Root")
      },
      to: Model("V2") {
        Entity("Root") { Attribute("name", .string) }
        Entity("B", superentity: "Root")
        Entity("A", superentity: "B")
      }, change: Self.tables + Self.records
    ) { pair in
      #expect(
        pair.after("SELECT Z_PK, ZENTITYID FROM ANSCKRECORDMETADATA ORDER BY Z_PK")
          == ["1|1", "2|1", "3|3", "4|3", "5|2"])
    }
  }

  @Test("K4: two records of one object fail the migration")
  func twoRecordsOfOneObjectFailTheMigration() throws {
    // As after a migration backwards: number 4 is of no entity, and becomes that of D.
    let stray = "INSERT INTO ANSCKRECORDMETADATA VALUES (6, 17012, 1, 4, 7, 0, 'r6', NULL)"
    let models = (Self.model("V1", "B", "C", "D"), Self.model("V2", "A", "B", "C", "D"))
    let error = #expect(throws: MigrationError.self) {
      try withPair(
        from: models.0, to: models.1, change: Self.tables + Self.records + [stray]
      ) { _ in }
    }
    #expect(
      error?.description
        == "cannot migrate 'V1' to 'V2': 'ANSCKRECORDMETADATA' would have two records of 'D' 7; "
        + "it was written by another version of the model")
    #expect(error?.coreData?.code == 134_110)
    #expect(
      error?.coreData?.underlying?.reason == "constraint violation during attempted migration")
    // Without a second record it would be taken for one of D.
    let other = #expect(throws: MigrationError.self) {
      try withPair(
        from: models.0, to: models.1, change: Self.tables + Self.records.prefix(4) + [stray]
      ) { _ in }
    }
    #expect(
      other
        == .store(
          .unexpectedEntityNumber(
            store: "source.sqlite", table: "ANSCKRECORDMETADATA", row: 6, found: "4")))
    // Where no number changes, nobody looks at it.
    try withPair(
      from: models.0,
      to: Model("V2") {
        Entity("B") {
          Attribute("name", .string)
          Attribute("more", .string)
        }
        models.0.entities[1]
        models.0.entities[2]
      }, change: Self.tables + Self.records + [stray]
    ) { $0.requireUnchanged("SELECT * FROM ANSCKRECORDMETADATA") }
  }

  @Test func whatNobodyKnowsHowToCarryIsRefused() throws {
    func sentence(_ destination: Model, _ change: [String]) throws -> String {
      let error = #expect(throws: MigrationError.self) {
        try withPair(
          from: Self.model("V1", "B", "C", "D"), to: destination,
          change: Self.tables + Self.records + change
        ) { _ in }
      }
      return try #require(error?.description)
    }
    let added = Self.model("V2", "A", "B", "C", "D")
    let start = "cannot migrate 'V1' to 'V2': "
    #expect(
      try sentence(Self.model("V2", "B", "D"), [])
        == start + "removing entity 'C' while 2 objects of it are mirrored to CloudKit is not "
        + "supported yet")
    #expect(
      try sentence(added, ["INSERT INTO ANSCKHISTORYANALYZERSTATE VALUES (1, 17004, 1, 1, 1)"])
        == start + "CloudKit mirroring with 1 rows in table 'ANSCKHISTORYANALYZERSTATE' and other "
        + "entity numbers is not supported yet")
    #expect(
      try sentence(
        added,
        [
          "DROP INDEX Z_NSCKRecordMetadata_UNIQUE_entityId_entityPK",
          "ALTER TABLE ANSCKRECORDMETADATA DROP COLUMN ZENTITYPK",
        ])
        == start + "CloudKit mirroring (table 'ANSCKRECORDMETADATA' without column 'ZENTITYPK') is "
        + "not supported yet")
    // A removed entity without records is no trouble.
    try withPair(
      from: Self.model("V1", "B", "C", "D", "E"), to: Self.model("V2", "B", "C", "D"),
      change: Self.tables + Self.records
    ) { $0.requireUnchanged("SELECT * FROM ANSCKRECORDMETADATA") }
  }

  // MARK: K5

  @Test("K5: a mirrored store asks for all zones afterwards")
  func aMirroredStoreAsksForAllZonesAfterwards() throws {
    func flags(_ pair: MigrationPair) throws -> [String: PropertyListValue] {
      let layout = try StoreLayout(pair.history.versions[1].validated())
      return try StoreReader(files: StoreFiles(main: pair.output), layout: layout).metadata.others
    }
    let models = (Self.model("V1", "B"), Self.model("V2", "B", "C"))
    try withPair(from: models.0, to: models.1, change: Self.tables) { pair in
      let found = try flags(pair)
      #expect(
        found == [
          "com.example.key": .string("kept"),
          "PFCloudKitMetadataNeedsZoneFetchAfterClientMigrationKey": .boolean(true),
        ])
    }
    try withPair(from: models.0, to: models.1, change: KeptHistory.tables()) { pair in
      let found = try flags(pair)
      #expect(found == ["com.example.key": .string("kept")])
    }
  }

  @Test func keysOfUnknownEntitiesAreOnlyKeptWhereNoEntityNeedsTheirNumber() throws {
    // Number 3 is of no entity, and the destination has an entity of that number.
    let error = #expect(throws: MigrationError.self) {
      try withPair(
        from: Self.model("V1", "B", "C"), to: Self.model("V2", "B", "C", "D"),
        change: Self.tables + ["INSERT INTO Z_PRIMARYKEY VALUES (3, 'Old', 0, 9)"]
      ) { _ in }
    }
    #expect(
      error?.description
        == "'source.sqlite', 'Z_PRIMARYKEY' row 1, column 'Z_ENT': expected the numbers 1 to 2, "
        + "found 2 of them and 5 rows")
  }
}
