import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Stores that hold more than their model asks for: what stays, what goes, what never runs.
struct StoreLeftoversTests {
  private static let name = Attribute("name", .string)

  private static func model(_ version: String, changed: Bool) -> Model {
    Model(version) {
      Entity("Person") {
        name
        if changed { Attribute("age", .integer16) }
        FetchIndex("byName", "name")
      }
      Entity("Person_Note") {
        name
        FetchIndex("byName", "name")
      }
    }
  }

  private let rows = [
    "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada')",
    "INSERT INTO ZPERSON_NOTE (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'note')",
  ]

  private func indexes(_ store: MigratedStore) -> [String] {
    store.query(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL ORDER BY name")
  }

  @Test func indexesOfTransformedEntitiesGoAndThoseOfCopiedOnesStay() throws {
    try withMigrated(
      from: Self.model("V1", changed: false), to: Self.model("V2", changed: true), rows: rows,
      change: [
        "CREATE INDEX Z_Person_name ON ZPERSON (ZNAME COLLATE BINARY ASC)",
        "CREATE INDEX Z_Person_Note_name ON ZPERSON_NOTE (ZNAME COLLATE BINARY ASC)",
        "CREATE INDEX ZPERSON_ZNAME_INDEX ON ZPERSON (ZNAME)",
        "CREATE INDEX APP_INDEX ON ZPERSON (ZNAME)",
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        indexes(store) == [
          "APP_INDEX", "ZPERSON_ZNAME_INDEX", "Z_Person_Note_byName", "Z_Person_Note_name",
          "Z_Person_byName",
        ])
    }
  }

  // MARK: Deferred migrations

  private static func person(_ version: String, _ attributes: String...) -> Model {
    Model(version) {
      Entity("Person") { for attribute in attributes { Attribute(attribute, .string) } }
    }
  }

  @Test func deferredColumnStaysInAKeptTable() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("source.sqlite").path
      let output = folder.appendingPathComponent("result.sqlite").path
      let history = ModelHistory("Sample") {
        Self.person("V1", "name")
        Self.person("V2", "name", "age")
      }
      try SampleStore.make(history.versions[0], at: path, rows: Array(rows.prefix(1)))
      try SampleStore.change(
        path, ["ALTER TABLE ZPERSON ADD COLUMN _DEFERRED_1__ZAGE INTEGER DEFAULT 7"])
      let result = try Migrator.migrate(StoreFiles(main: path), to: 1, in: history, to: output)
      #expect(result.path == .cheap)
      #expect(
        try SampleStore.query(output, "SELECT ZNAME, ZAGE, _DEFERRED_1__ZAGE FROM ZPERSON")
          == ["Ada|NULL|7"])
      let reader = try StoreReader(
        files: StoreFiles(main: output), layout: StoreLayout(history.versions[1].validated()))
      #expect(try reader.contents().objects(of: "Person").map(\.values) == [[.null, "Ada"]])
    }
  }

  @Test func deferredColumnGoesWhereItsTableIsMadeAnew() throws {
    try withMigrated(
      from: Self.person("V1", "name", "old"), to: Self.person("V2", "name"),
      rows: Array(rows.prefix(1)),
      change: ["ALTER TABLE ZPERSON ADD COLUMN _DEFERRED_1__ZAGE INTEGER DEFAULT 7"]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.query("SELECT * FROM ZPERSON") == ["1|1|1|Ada"])
    }
  }

  // MARK: Names in the way

  @Test func swapFindsAFreeNameOnItsWay() throws {
    func model(_ name: String, _ first: String?, _ second: String?) -> Model {
      Model(name) {
        Entity("Person") {
          Attribute("a", .string, renamingIdentifier: first)
          Attribute("b", .string, renamingIdentifier: second)
          Attribute("aTemp", .string)
          Attribute("bTemp", .string)
          // The swap alone changes no hash, and so nothing would run.
          if first != nil { Attribute("extra", .string) }
        }
      }
    }
    try withMigrated(
      from: model("V1", nil, nil), to: model("V2", "b", "a"),
      rows: [
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZA, ZB, ZATEMP, ZBTEMP) VALUES (1, 1, 1, '1', '2', '3', '4')"
      ]
    ) { #expect($0.query("SELECT ZA, ZB, ZATEMP, ZBTEMP FROM ZPERSON") == ["2|1|3|4"]) }
  }

  @Test func unknownColumnOfARemovedTableIsNotLost() throws {
    let error = #expect(throws: MigrationError.self) {
      try withMigrated(
        from: Self.model("V1", changed: false), to: Self.person("V2", "name"), rows: [],
        change: ["ALTER TABLE ZPERSON_NOTE ADD COLUMN APPDATA BLOB"]
      ) { _ in }
    }
    #expect(
      error
        == .notSupportedYet(
          source: "V1", destination: "V2",
          what: "column 'APPDATA' of 'ZPERSON_NOTE', which model 'V1' does not describe,"))
  }

  struct Obstacle: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let destination: Model
    let change: [String]
    /// What the refusal calls it.
    let name: String
  }

  private static let older = person("V1", "name", "old")
  private static let renamed = Model("V2") {
    Entity("Person") {
      Attribute("title", .string, renamingIdentifier: "name")
      Attribute("old", .string)
    }
  }
  private static let added = Model("V2") {
    person("V2", "name", "old").entities
    Entity("Added") { Attribute("x", .string) }
  }

  static let obstacles = [
    Obstacle(
      testDescription: "a column that an attribute needs",
      destination: person("V2", "name", "old", "age"),
      change: ["ALTER TABLE ZPERSON ADD COLUMN zAge INTEGER DEFAULT 7"],
      name: "column 'zAge' of 'ZPERSON'"),
    Obstacle(
      testDescription: "a column that a renamed attribute needs", destination: renamed,
      change: ["ALTER TABLE ZPERSON ADD COLUMN ZTITLE VARCHAR"],
      name: "column 'ZTITLE' of 'ZPERSON'"),
    Obstacle(
      testDescription: "a table", destination: added, change: ["CREATE TABLE ZADDED (X)"],
      name: "table 'ZADDED'"),
    Obstacle(
      testDescription: "a view", destination: added, change: ["CREATE VIEW ZADDED AS SELECT 1"],
      name: "view 'ZADDED'"),
    Obstacle(
      testDescription: "an index", destination: added,
      change: ["CREATE TABLE OTHER (X)", "CREATE INDEX ZADDED ON OTHER (X)"],
      name: "index 'ZADDED'"),
    Obstacle(
      testDescription: "a table that waits to be copied", destination: person("V2", "name"),
      change: ["CREATE TABLE _T_ZPERSON (X)"], name: "table '_T_ZPERSON'"),
    Obstacle(
      testDescription: "the key table's former name", destination: added,
      change: ["CREATE TABLE Z_PRIMARYKEY_ORIG (X)"], name: "table 'Z_PRIMARYKEY_ORIG'"),
  ]

  @Test(arguments: obstacles)
  func whatHasANameThatIsNeededIsRefusedByName(_ obstacle: Obstacle) throws {
    let error = #expect(throws: MigrationError.self) {
      try withMigrated(
        from: Self.older, to: obstacle.destination, rows: Array(rows.prefix(1)),
        change: obstacle.change
      ) { _ in }
    }
    #expect(
      error
        == .notSupportedYet(
          source: "V1", destination: "V2",
          what: "\(obstacle.name), which model 'V1' does not describe and which has a name that is "
            + "needed,"))
  }

  @Test func aTableToWhichTheFileRefersIsNotReplaced() throws {
    let error = #expect(throws: MigrationError.self) {
      try withMigrated(
        from: Self.older, to: Self.person("V2", "name"), rows: Array(rows.prefix(1)),
        change: ["CREATE TABLE NOTES (PERSON REFERENCES zperson (Z_PK))"]
      ) { _ in }
    }
    #expect(
      error
        == .notSupportedYet(
          source: "V1", destination: "V2",
          what: "table 'NOTES', which refers to 'ZPERSON', which has to be replaced,"))
  }

  @Test func missingIndexOfACopiedEntityIsMade() throws {
    try withMigrated(
      from: Self.model("V1", changed: false), to: Self.model("V2", changed: true), rows: rows,
      change: ["DROP INDEX Z_Person_Note_byName"]
    ) { #expect(indexes($0) == ["Z_Person_Note_byName", "Z_Person_byName"]) }
  }

  @Test func indexOfTheRightNameWithAnotherBodyIsReplaced() throws {
    try withMigrated(
      from: Self.model("V1", changed: false), to: Self.model("V2", changed: true), rows: rows,
      change: [
        "DROP INDEX Z_Person_Note_byName",
        "CREATE INDEX Z_Person_Note_byName ON ZPERSON_NOTE (Z_OPT)",
      ]
    ) { #expect(indexes($0) == ["Z_Person_Note_byName", "Z_Person_byName"]) }
  }

  @Test func inlineUniquenessOfOldFrameworksIsRebuilt() throws {
    try withMigrated(
      from: Self.model("V1", changed: false), to: Self.model("V2", changed: true), rows: rows,
      change: [
        "DROP TABLE ZPERSON",
        "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR UNIQUE )",
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (5, 1, 1, 'Old')",
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.query("SELECT Z_PK, ZNAME, ZAGE FROM ZPERSON") == ["5|Old|NULL"])
    }
  }

  @Test func columnsInAnotherOrderAreFoundByName() throws {
    try withMigrated(
      from: Self.model("V1", changed: true),
      to: Model("V2") {
        Self.model("V1", changed: false).entities.map { entity in
          var entity = entity
          entity.versionHashModifier = "2"
          return entity
        }
      }, rows: [],
      change: [
        "DROP TABLE ZPERSON",
        "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR , ZAGE INTEGER )",
        "INSERT INTO ZPERSON VALUES (5, 1, 1, 'Ada', 36)",
      ]
    ) { store in
      #expect(store.query("SELECT Z_PK, ZNAME FROM ZPERSON") == ["5|Ada"])
    }
  }

  @Test func triggersAndViewsOfTheFileNeverRun() throws {
    try withTemporaryDirectory { folder in
      let source = folder.appendingPathComponent("source.sqlite").path
      let output = folder.appendingPathComponent("result.sqlite").path
      let history = ModelHistory("Sample") {
        Self.model("V1", changed: false)
        Model("V2") {
          Self.model("V2", changed: true).entities
          Entity("Added") { Attribute("x", .string) }
        }
      }
      try SampleStore.make(history.versions[0], at: source, rows: rows)
      try SampleStore.change(
        source,
        [
          "CREATE TRIGGER hostile AFTER UPDATE ON ZPERSON BEGIN DELETE FROM ZPERSON_NOTE; END",
          "CREATE TRIGGER second AFTER UPDATE ON Z_METADATA BEGIN DELETE FROM ZPERSON_NOTE; END",
          "CREATE VIEW spy AS SELECT * FROM ZPERSON",
        ])
      let result = try Migrator.migrate(
        StoreFiles(main: source), to: 1, in: history, to: output)
      // Both rows were updated: their entities got other numbers.
      #expect(result.path == .cheap)
      #expect(try SampleStore.query(output, "SELECT Z_ENT FROM ZPERSON") == ["2"])
      #expect(try SampleStore.query(output, "SELECT Z_ENT, ZNAME FROM ZPERSON_NOTE") == ["3|note"])
    }
  }
}
