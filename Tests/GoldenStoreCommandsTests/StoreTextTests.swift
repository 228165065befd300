import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// What `inspect` and `dump` show a person of a store.
struct StoreTextTests {
  /// Two versions, and one that no release had: a store of it is near the second.
  private static let shop = ModelHistory("Shop") {
    Model("V1") {
      Entity("Product") { Attribute("name", .string) }
    }
    Model("V2") {
      Entity("Product", isAbstract: true) {
        Attribute("name", .string)
        Attribute("price", .integer32)
        Relationship("tags", to: "Tag", inverse: "products", .toMany)
      }
      Entity("Book", superentity: "Product") { Attribute("isbn", .string) }
      Entity("Tag") {
        Attribute("label", .string)
        Relationship("products", to: "Product", inverse: "tags", .toMany)
      }
    }
  }

  private static let variant = ModelHistory("Shop") {
    Model("V2 of a branch") {
      Entity("Product", isAbstract: true) {
        Attribute("name", .string)
        Attribute("price", .integer64, isOptional: false, default: 1)
        Relationship("tags", to: "Tag", inverse: "products", .toMany)
      }
      Entity("Book", superentity: "Product") { Attribute("isbn", .string) }
      Entity("Tag") {
        Attribute("label", .string)
        Relationship("products", to: "Product", inverse: "tags", .toMany)
      }
    }
  }

  private func withStore(
    of history: ModelHistory, version: String, _ body: (String) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    let outcome = try await runCommand(
      "generate", "Shop", "--version", version, "--rows", "3", "--out", folder.path, "--json",
      histories: [history])
    let written = try outcome.json()["written"]?.elements.first?.text
    try await body(try #require(written))
  }

  @Test func inspectSaysWhatTheStoreIsInWordsAndColumns() async throws {
    try await withStore(of: Self.shop, version: "V2") { path in
      let outcome = try await runCommand("inspect", path, histories: [Self.shop])
      let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      #expect(lines.first == "store V2.sqlite")
      #expect(lines.contains("  version     'V2' of 'Shop'"))
      #expect(lines.contains("  journal     write-ahead log (WAL)"))
      #expect(
        lines.contains(
          "  written by  Core Data framework 1345, about iOS 17; hashes version 3"))
      #expect(lines.contains("  model       kept in the store, 3 entities"))
      #expect(lines.contains("  history     no persistent history"))
      let entities = lines.drop { $0 != "entities" }.dropFirst().prefix(3).map {
        $0.components(separatedBy: "  hash ")[0]
      }
      #expect(entities == ["  Book     3 rows", "  Product  0 rows", "  Tag      3 rows"])
      #expect(lines.contains { $0.hasPrefix("  V2.sqlite      ") && $0.hasSuffix(" KB") })
      #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
    }
  }

  @Test func inspectComparesAnUnknownVersionPropertyByProperty() async throws {
    try await withStore(of: Self.variant, version: "1") { path in
      let outcome = try await runCommand("inspect", path, histories: [Self.shop])
      #expect(
        outcome.output.contains(
          "  version     of no version; the nearest is 'V2' of 'Shop'\n"))
      #expect(
        outcome.output.contains(
          """

              'price': type is integer64, expected integer32
              'price': optionality is required, expected optional
              'price': default is 1, expected none

          """), "\(outcome.output)")
      let json = try await runCommand("inspect", path, "--json", histories: [Self.shop]).json()
      #expect(json["match"] == .null)
      #expect(json["nearest"]?["model"]?.text == "Shop")
      let product = json["nearest"]?["differences"]?.elements
        .first { $0["entity"]?.text == "Product" }
      let aspects = product?["properties"]?.elements.map { $0["aspect"]?.text }
      #expect(aspects == ["type", "optionality", "default"])
    }
  }

  @Test func inspectOfAStoreWithoutItsModelComparesEntities() async throws {
    try await withStore(of: Self.variant, version: "1") { path in
      try execute("DELETE FROM Z_MODELCACHE", on: path)
      let outcome = try await runCommand("inspect", path, histories: [Self.shop])
      #expect(outcome.output.contains("  model       not kept in the store\n"))
      #expect(outcome.output.contains("  entity 'Product' has hash "))
      #expect(!outcome.output.contains("'price'"))
    }
  }

  @Test func inspectOfAForeignStoreNamesNoVersion() async throws {
    let other = ModelHistory("Shop") { Model("V1") { Entity("Else") { Attribute("a", .string) } } }
    let second = ModelHistory("Second") { Model("V1") { Entity("More") { Attribute("a", .uuid) } } }
    try await withStore(of: other, version: "1") { path in
      let outcome = try await runCommand("inspect", path, histories: [Self.shop, second])
      #expect(
        outcome.output.contains("of no version that is known here; give '--model'"))
    }
  }

  private func execute(_ sql: SQL, on path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(sql)
    try connection.close()
  }

  @Test func dumpTakesEntitiesWithTheirSubentities() async throws {
    try await withStore(of: Self.shop, version: "V2") { path in
      for (names, expected) in [
        ("Product", ["Book"]), ("Tag", ["Tag"]), ("Tag, Book", ["Book", "Tag"]),
      ] {
        let json = try await runCommand("dump", path, "--entity", names, "--json").json()
        #expect(json["entities"]?.elements.compactMap { $0["name"]?.text } == expected)
      }
      let outcome = try await runCommand("dump", path, "--entity", "Bok")
      #expect(
        outcome.sentence
          == "model 'V2.sqlite' has no entity 'Bok'; did you mean 'Book'?; "
          + "it has 'Book', 'Product' and 'Tag'")
      #expect(outcome.exitCode == 2)
    }
  }

  @Test func targetsOfSeveralEntitiesAreListedByKey() async throws {
    let zoo = ModelHistory("Shop") {
      Model("V1") {
        Entity("Animal") { Relationship("keeper", to: "Keeper", inverse: "animals") }
        Entity("Zebra", superentity: "Animal")
        Entity("Keeper") { Relationship("animals", to: "Animal", inverse: "keeper", .toMany) }
      }
    }
    try await withStore(of: zoo, version: "1") { path in
      // Zebras come after the other animals by name, and before them by key.
      try execute("UPDATE ZANIMAL SET ZKEEPER = 1, Z_PK = 100 - Z_PK", on: path)
      try execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 100", on: path)
      let json = try await runCommand("dump", path, "--entity", "Keeper", "--json").json()
      let keeper = json["entities"]?.elements.first?["objects"]?.elements.first
      let targets = keeper?["relationships"]?.elements.first?["targets"]?.elements ?? []
      let keys = targets.compactMap { $0["primaryKey"]?.number }
      #expect(keys.count == 6 && keys == keys.sorted())
      #expect(
        targets.compactMap { $0["entity"]?.text }
          == ["Zebra", "Zebra", "Zebra", "Animal", "Animal", "Animal"])
    }
  }

  @Test func dumpStopsAtTheLimitAndSaysHowManyAreLeft() async throws {
    try await withStore(of: Self.shop, version: "V2") { path in
      let outcome = try await runCommand("dump", path, "--limit", "1")
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(lines.count { $0 == "  and 2 more" } == 2)
      #expect(lines.contains("Book: 3 objects") && lines.contains("  1") && !lines.contains("  2"))
      let json = try await runCommand("dump", path, "--limit", "2", "--json").json()
      #expect(json["entities"]?.elements.map { $0["objects"]?.elements.count } == [2, 2])
      let wrong = try await runCommand("dump", path, "--limit", "0")
      #expect(wrong.exitCode == 2)
    }
  }

  @Test func diffShowsAsManyDifferencesAsAreAskedFor() async throws {
    try await withStore(of: Self.shop, version: "V2") { path in
      try await withStore(of: Self.shop, version: "V2") { other in
        try execute("UPDATE ZTAG SET ZLABEL = Z_PK || 'x'", on: other)
        let outcome = try await runCommand("diff", path, other, "--limit", "1")
        #expect(outcome.exitCode == 1)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "3 differences" && lines.last == "  and 2 more")
        #expect(lines.count == 3 && lines[1].hasPrefix("  Tag 1: label: expected "))
        let all = try await runCommand("diff", path, other)
        #expect(all.output.split(separator: "\n").count == 4)
        let json = try await runCommand("diff", path, other, "--json", "--limit", "1").json()
        #expect(json["differences"]?.elements.count == 3)
      }
    }
  }

  @Test func dumpShortensLongTextsUnlessAllIsAskedFor() async throws {
    try await withStore(of: Self.shop, version: "V2") { path in
      try execute("UPDATE ZTAG SET ZLABEL = replace(hex(zeroblob(100)), '00', 'ab')", on: path)
      let long = String(repeating: "ab", count: 100)
      let short = try await runCommand("dump", path, "--entity", "Tag")
      #expect(
        short.output.contains(
          "    label: \"\(String(repeating: "ab", count: 60))\"… (200 characters)\n"))
      #expect(!short.output.contains(long))
      let full = try await runCommand("dump", path, "--entity", "Tag", "--full")
      #expect(full.output.contains("    label: \"\(long)\"\n"))
      let json = try await runCommand("dump", path, "--json")
      #expect(json.output.contains(long))
      let pointless = try await runCommand("dump", path, "--json", "--full")
      #expect(pointless.sentence == "option '--full' has no use here: JSON is always in full")
    }
  }

  // MARK: What a file may bring along

  @Test func controlCharactersOfAStoreNeverReachTheTerminal() async throws {
    try await withStore(of: Self.shop, version: "V2") { path in
      try execute("UPDATE Z_METADATA SET Z_UUID = 'a' || char(27) || '[2J'", on: path)
      let outcome = try await runCommand("inspect", path, histories: [Self.shop])
      #expect(outcome.output.contains("  UUID        a\\u{1b}[2J\n"))
      #expect(!(outcome.output + outcome.errors).unicodeScalars.contains("\u{1b}"))
    }
  }

  @Test func aPipeIsNoStore() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("Pipe.sqlite")
    try #require(mkfifo(path, 0o600) == 0)
    let outcome = try await runCommand("inspect", path)
    #expect(outcome.sentence == "'\(path)' is not a file")
    #expect(outcome.exitCode == 3)
  }

  @Test func aLostLogIsSaidByEveryCommandThatReadsTheStore() async throws {
    try await withStore(of: Self.shop, version: "V1") { path in
      try FileManager.default.removeItem(atPath: path + "-wal")
      for arguments in [
        ["dump", path], ["migrate", path, "--model", "Shop", "--out", path + ".new"],
      ] {
        let outcome = try await runCommand(arguments, histories: [Self.shop])
        #expect(
          outcome.errors.hasPrefix(
            "warning: 'V1.sqlite' is in WAL mode, has a '-shm' without its '-wal', and holds no "
              + "rows: it probably lost its '-wal'\n"), "\(arguments[0]): \(outcome.errors)")
      }
    }
  }

  @Test func aStoreWithADamagedKeyTableIsNotMigrated() async throws {
    for change: SQL in ["UPDATE Z_PRIMARYKEY SET Z_MAX = 'abc'", "DELETE FROM Z_PRIMARYKEY"] {
      try await withStore(of: Self.shop, version: "V1") { path in
        try execute(change, on: path)
        let outcome = try await runCommand(
          ["migrate", path, "--model", "Shop", "--out", path + ".new"], histories: [Self.shop])
        #expect(outcome.exitCode == 3)
        #expect(outcome.errors.contains("'V1.sqlite', 'Z_PRIMARYKEY' row 1, column "))
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
      }
    }
  }

  @Test func anEntityThatLeadsToNoTableIsNoLostLog() async throws {
    try await withStore(of: Self.shop, version: "V1") { path in
      try execute("DELETE FROM Z_PRIMARYKEY", on: path)
      let outcome = try await runCommand("inspect", path, histories: [Self.shop])
      #expect(outcome.output.contains("\n  Product  not counted  hash "))
      #expect(
        outcome.output.hasSuffix(
          "warning: 'Z_PRIMARYKEY' of 'V1.sqlite' leads from entity 'Product' to no table, so its "
            + "objects were not counted: a renamed entity keeps its former name there, or the "
            + "table is damaged\n"), "\(outcome.output)")
      #expect(!outcome.output.contains("lost its '-wal'"))
    }
  }
}
