import GoldenStoreModel
import GoldenStoreTesting
import Library
import Testing

@Suite(.goldens(library, in: "Goldens/Library")) struct LibraryGoldens {
  @Test(arguments: library.versions.map(\.name))
  func holds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: library.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}
