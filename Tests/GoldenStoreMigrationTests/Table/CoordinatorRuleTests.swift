import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// When a store is compatible with a model, and what this package does where Core Data's
/// coordinator has options, older forms or several files: the only list of such differences.
struct CoordinatorRuleTests {
  private static let person = Entity("Person") { Attribute("name", .string) }
  private static let changed = Entity("Person") {
    Attribute("name", .string)
    Attribute("age", .integer16)
  }

  private let history = ModelHistory("People") {
    Model("V1") { person }
    Model("V2") { changed }
  }

  /// Passes a store of the first version with other metadata, and checks that it stays as it is.
  private func withStore(
    _ change: (inout [String: PropertyListValue]) -> Void = { _ in },
    _ body: (StoreFiles, _ output: String) throws -> Void
  ) throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("store.sqlite").path
      try SampleStore.make(
        history.versions[0], at: path,
        rows: ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada')"],
        journalMode: "DELETE")
      let connection = try Connection(path: path, mode: .readWrite, isTrusted: true)
      let row = try #require(
        try connection.firstRow("SELECT Z_PLIST FROM Z_METADATA") { $0.bytes(at: 0) })
      guard case .dictionary(var root) = try BinaryPropertyList.decode(row) else {
        Issue.record("no dictionary")
        return
      }
      change(&root)
      let encoded = try BinaryPropertyList.encode(.dictionary(root))
      try connection.execute("UPDATE Z_METADATA SET Z_PLIST = \(Optional(encoded))")
      try connection.close()
      let before = try bytes(of: path)
      try body(
        StoreFiles(main: path), folder.appendingPathComponent("result.sqlite").path)
      let after = try bytes(of: path)
      #expect(after == before)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
          .filter { !$0.hasPrefix("result") } == ["store.sqlite"])
    }
  }

  /// What migrating such a store says.
  private func refusal(
    _ change: (inout [String: PropertyListValue]) -> Void, to position: Int = 1
  ) throws -> String {
    var text = ""
    try withStore(change) { store, output in
      let error = #expect(throws: MigrationError.self) {
        try Migrator.migrate(store, to: position, in: history, to: output)
      }
      text = try #require(error).description
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    return text
  }

  // MARK: Compatibility

  @Test("C1: an absent or unknown version of hashing is incompatible")
  func hashingMustBeKnown() throws {
    #expect(
      try refusal { $0["NSStoreModelVersionHashesVersion"] = nil }
        .contains("NSStoreModelVersionHashesVersion"))
    #expect(
      try refusal { $0["NSStoreModelVersionHashesVersion"] = .integer(4) }
        .contains("'NSStoreModelVersionHashesVersion': expected 3, found 4"))
    #expect(
      try refusal { $0["NSStoreModelVersionHashes"] = nil }.contains("NSStoreModelVersionHashes"))
  }

  @Test("C2: one other byte in one hash is another version")
  func everyByteOfAHashCounts() throws {
    let text = try refusal {
      guard case .dictionary(var hashes)? = $0["NSStoreModelVersionHashes"],
        case .data(var hash)? = hashes["Person"]
      else { return }
      hash[31] ^= 1
      hashes["Person"] = .data(hash)
      $0["NSStoreModelVersionHashes"] = .dictionary(hashes)
    }
    #expect(text.hasPrefix("'store.sqlite' holds no version of history 'People'; nearest is "))
  }

  @Test("C3: an entity of another configuration counts, and configurations are not hashed")
  func theWholeModelIsCompared() throws {
    func hashes(_ other: Attribute, _ configurations: ModelConfiguration...) throws -> [EntityHash]
    {
      let model = Model("M", configurations: configurations) {
        Self.person
        Entity("Other") { other }
      }
      return try VersionHash.entityHashes(of: model.validated())
    }
    let text = Attribute("x", .string)
    let plain = try hashes(text)
    #expect(
      try hashes(
        text, ModelConfiguration("A", entities: ["Person"]),
        ModelConfiguration("B", entities: ["Other"])) == plain)
    #expect(
      try hashes(Attribute("x", .date), ModelConfiguration("A", entities: ["Person"])) != plain)
  }

  @Test("C4: an entity too many or too few is another version")
  func theNumberOfEntitiesCounts() throws {
    #expect(
      try refusal {
        guard case .dictionary(var hashes)? = $0["NSStoreModelVersionHashes"] else { return }
        hashes["Ghost"] = hashes["Person"]
        $0["NSStoreModelVersionHashes"] = .dictionary(hashes)
      }.contains("entity 'Ghost' is unknown to it"))
    #expect(
      try refusal { $0["NSStoreModelVersionHashes"] = .dictionary([:]) }
        .contains("holds no version of history 'People'"))
  }

  // MARK: Instead of the coordinator's options

  @Test("C5: a store without hashes is refused, where Core Data opens it unchecked")
  func storesWithoutHashesAreNotRead() throws {
    let layout = try StoreLayout(history.versions[0].validated())
    for key in ["NSStoreModelVersionHashes", "NSStoreModelVersionHashesVersion"] {
      try withStore({ $0[key] = nil }) { store, _ in
        #expect(throws: StoreError.self) { try StoreReader(files: store, layout: layout) }
      }
    }
  }

  @Test("C6, C9: nothing but a call of the migrator gets past the check of versions")
  func readingChecksAndNeverMigrates() throws {
    let layout = try StoreLayout(history.versions[1].validated())
    try withStore { store, output in
      let error = #expect(throws: StoreError.self) { try StoreReader(files: store, layout: layout) }
      #expect(error?.description.contains("entity 'Person' has hash ") == true)
      let result = try Migrator.migrate(store, to: 1, in: history, to: output)
      #expect(result.path == .cheap)
    }
  }

  @Test("C7: there is no argument for a configuration, so 'Default' is never missing")
  func configurationsMakeNoDifference() throws {
    let named = Model("V1", configurations: [ModelConfiguration("Default", entities: ["Person"])]) {
      Self.person
    }
    try withStore { store, output in
      let layout = try StoreLayout(named.validated())
      #expect(
        try StoreReader(files: store, layout: layout).contents().objects(of: "Person").count == 1)
      let result = try Migrator.migrate(
        store, to: 0,
        in: ModelHistory("Named") { named }, to: output)
      #expect(result.path == .none)
    }
  }

  @Test("C8: older ways of hashing are refused, not tried")
  func olderHashingIsRefused() throws {
    for version in [Int64(1), 2] {
      #expect(
        try refusal { $0["NSStoreModelVersionHashesVersion"] = .integer(version) }
          .contains("'NSStoreModelVersionHashesVersion': expected 3, found \(version)"))
    }
  }

  @Test("C10: nothing forces a migration of a compatible store")
  func compatibleStoresAreNotMigrated() throws {
    try withStore { store, output in
      let result = try Migrator.migrate(
        store, to: 0, in: history, to: output, willRun: { Issue.record("ran \($0)") })
      #expect(result.steps.isEmpty && result.path == .none)
    }
  }

  @Test("C11: a store that SQLite cannot write is not migrated in place")
  func aStoreThatCannotBeWrittenIsRefused() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("store.sqlite").path
      try SampleStore.make(history.versions[0], at: path, rows: [], journalMode: "DELETE")
      // A write version above 2 makes a database read-only for everyone, root included.
      var data = try Data(contentsOf: URL(fileURLWithPath: path))
      data[18] = 3
      try data.write(to: URL(fileURLWithPath: path))
      #expect(throws: MigrationError.self) {
        try Migrator.migrateInPlace(StoreFiles(main: path), to: 1, in: history)
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == data)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
    }
  }

  @Test("T9: a name of a removed child that is used elsewhere is told apart by identifier alone")
  func reusedNamesNeedAnIdentifier() throws {
    let source = Model("V1") {
      Self.person
      Entity("Kid", superentity: "Person") { Attribute("toy", .string) }
    }
    func kinds(_ identifier: String?) throws -> [String] {
      let destination = Model("V2") {
        Self.person
        Entity(
          "Kid", renamingIdentifier: identifier,
          userInfo: [UserInfoEntry("NSEntityRenamingShouldRebaseKey", "YES")]
        ) { Attribute("toy", .string) }
      }
      return try MappingModel.inferred(from: source.validated(), to: destination.validated())
        .entityMappings.map(\.name)
    }
    #expect(try kinds(nil) == ["IEM_Transform_Kid", "IEM_Copy_Person"])
    #expect(try kinds("New") == ["IEM_Add_New", "IEM_Copy_Person", "IEM_Remove_Kid"])
  }

  /// Row 70 of the table: Core Data keeps each configuration in a file of its own.
  @Test func anEntityThatMovesBetweenConfigurationsStaysInTheOneFile() throws {
    func model(_ name: String, _ configuration: String) -> Model {
      Model(name, configurations: [ModelConfiguration(configuration, entities: ["Person"])]) {
        Self.person
      }
    }
    let moved = ModelHistory("Moved") {
      model("V1", "A")
      model("V2", "B")
    }
    try withStore { store, output in
      let result = try Migrator.migrate(store, from: 0, to: 1, in: moved, to: output)
      #expect(result.path == .none)
      #expect(try SampleStore.query(output, "SELECT Z_PK, ZNAME FROM ZPERSON") == ["1|Ada"])
    }
  }

  /// The other half of row 69: what is not hashed of a whole model.
  @Test func fetchTemplatesAndIdentifiersMigrateNothing() throws {
    var other = history.versions[0]
    other.name = "V1b"
    other.fetchRequests = [
      FetchRequestTemplate("all", settings: [UserInfoEntry("entity", "Person")])
    ]
    other.versionIdentifiers = ["2"]
    other.userInfo = [UserInfoEntry("a", "b")]
    let destination = other
    try withStore { store, output in
      let result = try Migrator.migrate(
        store, from: 0, to: 1,
        in: ModelHistory("Same") {
          history.versions[0]
          destination
        }, to: output)
      #expect(result.path == .none)
      #expect(try SchemaSnapshot(of: output) == SchemaSnapshot(of: store.main))
    }
  }
}
