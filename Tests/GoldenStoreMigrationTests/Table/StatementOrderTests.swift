import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// The order of the statements in place, and what they leave behind of names that change.
struct StatementOrderTests {
  /// Every case of the table whose models can be planned.
  @Test func phasesNeverGoBack() throws {
    var planned = 0
    var phases: Set<String> = []
    for change in SchemaChangeTests.changes {
      switch change.empty {
      case .migrated: break
      case .none, .refused, .undecided: continue
      }
      let migration = try InPlaceMigration(
        from: Model("V1") { change.source }.validated(),
        to: Model("V2") { change.destination }.validated())
      let order = try migration.statements.map { statement in
        try #require(Self.order.firstIndex(of: statement.phase.rawValue))
      }
      #expect(order == order.sorted(), "\(change.testDescription)")
      phases.formUnion(migration.statements.map(\.phase.rawValue))
      planned += 1
    }
    #expect(planned > 100)
    #expect(phases == Set(Self.order), "every phase occurs")
  }

  /// Written down once more by hand: names become free before they are taken, rows are there before
  /// they are counted, and nothing fires a trigger.
  private static let order = [
    "drop triggers", "drop indexes", "drop tables", "rename", "create", "add columns",
    "copy rows", "drop copied tables", "delete rows", "renumber", "fill", "create indexes",
    "primary keys", "derive", "create triggers",
  ]

  @Test func aNameIsFreeBeforeItIsTaken() throws {
    func entity(_ name: String, identifier: String? = nil) -> Entity {
      Entity(name, renamingIdentifier: identifier, versionHashModifier: identifier) {
        Attribute("x", .string)
      }
    }
    let migration = try InPlaceMigration(
      from: Model("V1") {
        entity("A")
        entity("B")
      }.validated(), to: Model("V2") { entity("A", identifier: "B") }.validated())
    #expect(
      migration.statements.prefix(2).map(\.text) == [
        "DROP TABLE ZA", "ALTER TABLE ZB RENAME TO ZA",
      ])
  }

  // MARK: Indexes of renamed things

  private func indexes(_ store: MigratedStore) -> [String] {
    store.query(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL ORDER BY name")
  }

  @Test func theIndexOfARenamedKeyGoes() throws {
    func model(_ name: String, _ relationship: Relationship) -> Model {
      Model(name) {
        Entity("Pet") { relationship }
        Entity("Person") { Attribute("name", .string) }
      }
    }
    let rows = [
      "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) VALUES (4, 1, 1)",
      "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT, ZOWNER) VALUES (1, 2, 1, 4)",
    ]
    try withMigrated(
      from: model("V1", Relationship("owner", to: "Person")),
      to: model("V2", Relationship("keeper", to: "Person", renamingIdentifier: "owner")),
      rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(indexes(store) == ["ZPET_ZKEEPER_INDEX"])
      #expect(store.query("SELECT ZKEEPER FROM ZPET") == ["4"])
    }
  }

  @Test func theIndexesOfARenamedHierarchyGo() throws {
    func model(_ name: String, _ root: String, identifier: String?) -> Model {
      Model(name) {
        Entity(root, renamingIdentifier: identifier) {
          Attribute("name", .string)
          Relationship("friend", to: root)
          FetchIndex("byName", "name")
        }
        Entity("Kid", superentity: root)
      }
    }
    try withMigrated(
      from: model("V1", "Person", identifier: nil),
      to: model("V2", "Human", identifier: "Person"),
      rows: ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'kid')"]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        indexes(store) == ["ZHUMAN_ZFRIEND_INDEX", "ZHUMAN_Z_ENT_INDEX", "Z_Human_byName"])
      #expect(store.query("SELECT Z_PK, Z_ENT, ZNAME FROM ZHUMAN") == ["1|2|kid"])
    }
  }

  // MARK: What would be lost

  private static let owners: [Entity] = [
    Entity("Person") {
      Attribute("name", .string)
      Relationship("pets", to: "Pet", inverse: "owners", .toMany)
    },
    Entity("Pet") {
      Attribute("name", .string)
      Relationship("owners", to: "Person", inverse: "pets", .toMany)
    },
  ]
  private static let apart: [Entity] = [
    Entity("Person") { Attribute("name", .string) }, Entity("Pet") { Attribute("name", .string) },
  ]

  @Test(
    arguments: [
      (
        ["ALTER TABLE Z_1PETS ADD COLUMN APPDATA BLOB"],
        "column 'APPDATA' of 'Z_1PETS', which model 'V1' does not describe,"
      ),
      (
        ["CREATE TRIGGER mine AFTER INSERT ON Z_1PETS BEGIN SELECT 1; END"],
        "trigger 'mine' on table 'Z_1PETS', which has to be replaced,"
      ),
    ])
  func aRemovedJoinTableIsAskedForWhatNobodyDescribes(_ change: [String], what: String) throws {
    let error = #expect(throws: MigrationError.self) {
      try withMigrated(
        from: Model("V1") { Self.owners }, to: Model("V2") { Self.apart }, rows: [],
        change: change
      ) { _ in }
    }
    #expect(error == .notSupportedYet(source: "V1", destination: "V2", what: what))
  }

  @Test func aRemovedTableIsAskedForTriggers() throws {
    let error = #expect(throws: MigrationError.self) {
      try withMigrated(
        from: Model("V1") { Self.apart }, to: Model("V2") { [Self.apart[0]] }, rows: [],
        change: ["CREATE TRIGGER mine AFTER INSERT ON ZPET BEGIN SELECT 1; END"]
      ) { _ in }
    }
    #expect(
      error
        == .notSupportedYet(
          source: "V1", destination: "V2",
          what: "trigger 'mine' on table 'ZPET', which has to be replaced,"))
  }
}
