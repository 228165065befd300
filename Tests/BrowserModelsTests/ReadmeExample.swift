import GoldenStoreModel
import GoldenStoreTesting
import Testing

let library = ModelHistory("Library") {
  Model("V1") {
    Entity("Book") {
      Attribute("title", .string, isOptional: false)
      Attribute("pages", .integer32)
    }
  }
  Model("V2") {
    Entity("Book") {
      Attribute("name", .string, isOptional: false, renamingIdentifier: "title")
      Attribute("pages", .integer32)
      Attribute("isRead", .boolean, isOptional: false, default: false)
    }
  }
}

@Suite(.goldens(library, in: "Goldens/Library")) struct LibraryGoldens {
  @Test(arguments: library.versions.map(\.name))
  func holds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: library.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}
