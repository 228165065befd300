import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Derived and composite attributes through every command that meets them.
struct ComputedAttributeTests {
  private static let history = ModelHistory("Shop") {
    version("V1", Attribute("city", .string))
    version("V2", Attribute("town", .string, renamingIdentifier: "city"))
  }

  private static func version(_ name: String, _ element: Attribute) -> Model {
    Model(name) {
      Entity("Author") {
        Attribute("name", .string)
        Attribute("upper", .string, derivation: Derivation("uppercase:(name)"))
        Attribute("bookCount", .integer64, derivation: Derivation("books.@count"))
        Attribute("home", .composite, elements: [element, Attribute("zip", .integer16)])
        Relationship("books", to: "Book", inverse: "author", .toMany)
        FetchIndex("named", "name", where: "name != nil")
      }
      Entity("Book") {
        Attribute("title", .string)
        Relationship("author", to: "Author", inverse: "books")
      }
    }
  }

  private func run(_ arguments: String...) async throws -> CommandOutcome {
    try await runCommand(arguments, histories: [Self.history])
  }

  @Test func goldensAreRecordedCheckedAndMigrated() async throws {
    let folder = try TemporaryDirectory()
    #expect(try await run("record", "--goldens", folder.path).exitCode == 0)
    let check = try await run("check", "--goldens", folder.path)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    let verify = try await run("verify", "--goldens", folder.path)
    #expect(verify.exitCode == 0, "\(verify.output)\(verify.errors)")
    let dump = try String(
      contentsOfFile: folder.path.appendingPathComponent("Shop/02-V2/dump.txt"), encoding: .utf8)
    #expect(dump.contains("    home.town: \""))
    #expect(dump.contains("    bookCount: 2\n"))
  }

  @Test func storesAreGeneratedShownMigratedAndCompared() async throws {
    let folder = try TemporaryDirectory()
    func path(_ name: String) -> String { folder.path.appendingPathComponent(name) }
    for version in ["V1", "V2"] {
      let outcome = try await run(
        "generate", "Shop", "--version", version, "--out", path(version), "--json")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    let stores = try ["V1", "V2"].map { version in
      let names = try FileManager.default.contentsOfDirectory(atPath: path(version))
      return path(version).appendingPathComponent(
        try #require(names.first { $0.hasSuffix(".sqlite") }))
    }
    // The model comes out of the store.
    let dump = try await run("dump", stores[0], "--json").json()
    let author = dump["entities"]?.elements.first?["objects"]?.elements.first
    let attributes = (author?["attributes"]?.elements ?? []).compactMap { $0["name"]?.text }
    #expect(attributes == ["bookCount", "home.city", "home.zip", "name", "upper"])
    let migrated = path("migrated.sqlite")
    let migration = try await run("migrate", stores[0], "--model", "Shop", "--out", migrated)
    #expect(migration.exitCode == 0, "\(migration.errors)")
    let same = try await run("diff", migrated, stores[1])
    #expect(same.exitCode == 0, "\(same.output)\(same.errors)")
    let connection = try Connection(path: migrated, mode: .readWrite)
    try connection.execute("UPDATE ZAUTHOR SET ZBOOKCOUNT = 77, ZTOWN = 'x' WHERE Z_PK = 2")
    try connection.close()
    let other = try await run("diff", migrated, stores[1])
    #expect(other.exitCode == 1)
    #expect(other.output.contains("Author 2: bookCount: expected 77, found 2"), "\(other.output)")
    #expect(other.output.contains("Author 2: home.town: expected \"x\""), "\(other.output)")
  }
}
