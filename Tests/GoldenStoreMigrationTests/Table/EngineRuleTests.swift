import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Rules of inference and of the statements in place that no single row of the table shows.
struct EngineRuleTests {
  private static let person = Entity("Person") { Attribute("name", .string) }

  private func mapping(_ source: [Entity], _ destination: [Entity]) throws -> MappingModel {
    try MappingModel.inferred(
      from: Model("V1") { source }.validated(), to: Model("V2") { destination }.validated())
  }

  // MARK: Inference

  @Test("P2: two properties of the source share an identifier, whatever they are")
  func sharedPropertyIdentifiersAreRefused() throws {
    let sources: [[EntityPart]] = [
      [
        .attribute(Attribute("a", .string)),
        .attribute(Attribute("b", .string, renamingIdentifier: "a")),
      ],
      [
        .attribute(Attribute("a", .string)),
        .relationship(Relationship("b", to: "Person", renamingIdentifier: "a")),
      ],
    ]
    for parts in sources {
      let error = #expect(throws: MigrationError.self) {
        try mapping([Entity("Person") { parts }], [Self.person])
      }
      #expect(error?.coreData?.underlying?.code == 134_190)
      #expect(
        error?.coreData?.underlying?.reason
          == "Each property must have a unique renaming identifier")
    }
  }

  @Test("A9: a property that no store can hold never reaches inference")
  func impossiblePropertiesAreRefusedBefore() {
    #expect(throws: ModelError.self) {
      try Model("V2") { Entity("Person") { Attribute("name", .undefined) } }.validated()
    }
    #expect(throws: ModelError.self) {
      try Model("V2") { Entity("Person") { Relationship("friend", to: "Nobody") } }.validated()
    }
  }

  // MARK: Numbers

  @Test("N5: the highest key stays though no row is left")
  func keysAreNotUsedAgain() throws {
    for destination in [
      Entity("Person") {
        Attribute("name", .string)
        Attribute("age", .integer16)
      },
      Entity("Person") { Attribute("born", .date) },
    ] {
      try withMigrated(
        from: Model("V1") { Self.person },
        to: Model("V2") {
          destination
          Entity("Apple") { Attribute("x", .string) }
        }, rows: ["UPDATE Z_PRIMARYKEY SET Z_MAX = 41 WHERE Z_NAME = 'Person'"]
      ) { store in
        #expect(
          store.query("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1")
            == ["Apple|0", "Person|41"])
      }
    }
  }

  // MARK: Relationships

  @Test("5.5.8: no delete rule runs for the objects of a removed entity")
  func cascadesDoNotRun() throws {
    func model(_ name: String, hasOwner: Bool) -> Model {
      Model(name) {
        if hasOwner {
          Entity("Owner") {
            Relationship(
              "people", to: "Person", inverse: "owner", .toMany, deleteRule: .cascade)
          }
        }
        Entity("Person") {
          Attribute("name", .string)
          if hasOwner { Relationship("owner", to: "Owner", inverse: "people") }
        }
      }
    }
    try withMigrated(
      from: model("V1", hasOwner: true), to: model("V2", hasOwner: false),
      rows: [
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZOWNER) VALUES (1, 2, 1, 'Ada', 1), (2, 2, 1, 'Bo', NULL)",
      ]
    ) { #expect($0.query("SELECT Z_PK, ZNAME FROM ZPERSON ORDER BY 1") == ["1|Ada", "2|Bo"]) }
  }

  @Test("5.5.9: keys that lead nowhere are carried on every path", arguments: [false, true])
  func danglingKeysAreCarried(isRebuilt: Bool) throws {
    func model(_ name: String, _ extra: Attribute?) -> Model {
      Model(name) {
        Entity("Pet") {
          Attribute("name", .string)
          if let extra { extra }
          Relationship("owner", to: "Person", inverse: "pets")
          Relationship("friends", to: "Person", inverse: "petFriends", .toMany)
        }
        Entity("Person") {
          Attribute("name", .string)
          Relationship("pets", to: "Pet", inverse: "owner", .toMany)
          Relationship("petFriends", to: "Pet", inverse: "friends", .toMany)
        }
      }
    }
    let extra = Attribute("extra", .string)
    let source = model("V1", isRebuilt ? extra : nil)
    let join = try #require(StoreLayout(source.validated()).joinTables.first)
    let columns = join.columns.joined(separator: ", ")
    try withMigrated(
      from: source, to: model("V2", isRebuilt ? nil : extra),
      rows: [
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT, ZOWNER) VALUES (1, 2, 1, 99), (2, 2, 1, 1)",
        "INSERT INTO \(join.name) (\(columns)) VALUES (77, 88), (1, 1)",
      ]
    ) { store in
      #expect(store.result.path == (isRebuilt ? .rebuild : .cheap))
      #expect(store.query("SELECT Z_PK, ZOWNER FROM ZPET ORDER BY 1") == ["1|99", "2|1"])
      #expect(
        store.query("SELECT \(columns) FROM \(join.name) ORDER BY 1") == ["1|1", "77|88"])
    }
  }

  // MARK: Reasons that this package does not need

  @Test("5.8.2: what cannot be stated is refused before the first statement")
  func nothingRunsBeforeEverythingIsStated() throws {
    for change in SchemaChangeTests.changes {
      switch change.filled {
      // What only the rows show is found later, and rolled back.
      case .undecided where isRefused(change.empty): break
      case .refused(let chain) where chain.last?.code == 134_190: break
      case .undecided, .refused, .none, .migrated: continue
      }
      #expect(throws: MigrationError.self, "\(change.testDescription)") {
        try InPlaceMigration(
          from: Model("V1") { change.source }.validated(),
          to: Model("V2") { change.destination }.validated())
      }
    }
  }

  private func isRefused(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .undecided, .refused: true
    case .none, .migrated: false
    }
  }

  @Test("5.8.3, 5.8.4: mappings are of four kinds, and of entities that exist")
  func mappingsAreOfKnownKindsAndEntities() throws {
    #expect(EntityMapping.Kind(rawValue: 0) == nil && EntityMapping.Kind(rawValue: 1) == nil)
    var count = 0
    for change in SchemaChangeTests.changes where change.mappings != nil {
      let result = try mapping(change.source, change.destination)
      let names = (change.source.map(\.name), change.destination.map(\.name))
      for entity in result.entityMappings {
        #expect(entity.source.map(names.0.contains) ?? (entity.kind == .add))
        #expect(entity.destination.map(names.1.contains) ?? (entity.kind == .remove))
        count += 1
      }
    }
    #expect(count > 250)
  }

  private func withStore(
    _ model: Model, change: [String] = [], _ body: (StoreFiles, URL) throws -> Void
  ) throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("source.sqlite").path
      try SampleStore.make(model, at: path, rows: [])
      if !change.isEmpty { try SampleStore.change(path, change) }
      try body(StoreFiles(main: path), folder)
    }
  }

  @Test("5.8.5: a copy never takes the place of its source")
  func sourceAndDestinationMustDiffer() throws {
    let history = ModelHistory("People") { Model("V1") { Self.person } }
    try withStore(history.versions[0]) { store, _ in
      let before = try bytes(of: store.main)
      let error = #expect(throws: MigrationError.self) {
        try Migrator.migrate(store, to: 0, in: history, to: store.main)
      }
      #expect(error?.coreData?.code == 516)
      let after = try bytes(of: store.main)
      #expect(after == before)
    }
  }

  @Test("5.8.6: files of external values are not deleted, even where their attribute goes")
  func externalFilesStay() throws {
    let history = ModelHistory("People") {
      Model("V1") {
        Entity("Person") {
          Attribute("name", .string)
          Attribute("photo", .binary, allowsExternalBinaryDataStorage: true)
        }
      }
      Model("V2") { Self.person }
    }
    try withStore(history.versions[0]) { store, folder in
      let support = folder.appendingPathComponent(".source_SUPPORT/_EXTERNAL_DATA")
      try FileManager.default.createDirectory(at: support, withIntermediateDirectories: true)
      try Data([7]).write(to: support.appendingPathComponent("file"))
      let result = try Migrator.migrateInPlace(store, to: 1, in: history)
      #expect(result.path == .rebuild)
      #expect(try Data(contentsOf: support.appendingPathComponent("file")) == Data([7]))
    }
  }

  @Test("5.8.7: renames in a store that CloudKit mirrors are refused")
  func mirroredStoresAreNotRenamed() throws {
    let history = ModelHistory("People") {
      Model("V1") { Self.person }
      Model("V2") {
        Entity("Person") { Attribute("title", .string, renamingIdentifier: "name") }
      }
    }
    try withStore(
      history.versions[0],
      change: ["CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY )"]
    ) { store, _ in
      #expect(throws: MigrationError.self) {
        try Migrator.migrateInPlace(store, to: 1, in: history)
      }
      let columns = try SampleStore.query(
        store.main, "SELECT name FROM pragma_table_info('ZPERSON')")
      #expect(columns.contains("ZNAME"))
    }
  }
}
