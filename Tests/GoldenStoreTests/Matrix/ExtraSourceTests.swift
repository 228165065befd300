import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Shapes, adopted stores and versions below the support floor as sources of the matrix.
struct ExtraSourceTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private static let shape = VersionShape("beta", of: "V2") {
    Entity("Book") {
      Attribute("name", .string, isOptional: false, renamingIdentifier: "title")
      Attribute("pages", .integer32)
      Attribute("beta", .string)
    }
  }

  private func run(
    _ history: ModelHistory, _ matrix: VersionMatrix? = nil,
    migrate: MatrixRunner.Migrate? = nil
  ) async throws -> MatrixResult {
    let catalog = try shelf.catalog(history)
    let matrix = matrix ?? VersionMatrix(history)
    if let migrate {
      return try await MatrixRunner(catalog: catalog, matrix: matrix, migrate: migrate).run()
    }
    return try await MatrixRunner(catalog: catalog, matrix: matrix).run()
  }

  private func adopt(_ version: Int, _ catalog: Catalog) throws {
    let generator = try StoreGenerator(catalog.history, position: version - 1, seed: 77, rows: 5)
    let store = StoreFiles(main: shelf.folder.path.appendingPathComponent("Field.sqlite"))
    try StoreWriter.write(
      generator, layout: StoreLayout(generator.model), storeUUID: generator.storeUUID,
      variant: .hot, to: store.main)
    _ = try catalog.adopt(store, as: "field")
  }

  @Test func aShapeIsMigratedToItsVersionAndToEveryLaterOne() async throws {
    var history = Shelf.history
    history.shapes = [Self.shape]
    _ = try shelf.recorded(history)
    let result = try await run(history)
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 3)
    // The golden, to V2 and to V3.
    #expect(result.extraCasesExpected == 3)
    #expect(result.extraCasesRun == 3)
    // 16 books: 3 versions, 3 pairs by 2 routes, the shape, its 2 pairs by 2 routes.
    #expect(result.objectsCompared == 16 * (3 + 6 + 1 + 4))
    let selected = try await run(history, VersionMatrix(history, source: 1, destination: 2))
    #expect(selected.failures.map(\.description) == [])
    #expect(selected.extraCasesRun == 3)
    let others = try await run(history, VersionMatrix(history, source: 0, destination: 2))
    #expect(others.extraCasesExpected == 0)
  }

  @Test func aMigratorThatLosesAnObjectOfAShapeFails() async throws {
    var history = Shelf.history
    history.shapes = [Self.shape]
    _ = try shelf.recorded(history)
    let result = try await run(history) { store, source, destination, history, output in
      let names = history.versions.map(\.name)
      let result = try Migrator.migrate(
        store, from: source, to: destination, in: history, to: output)
      if names.contains("V2~beta"), names[source] == "V2~beta" {
        throw MigrationError.inUse(store: store.name)
      }
      return result
    }
    #expect(
      result.failures.compactMap { $0.subject?.description } == [
        "'V2~beta' → 'V2'", "'V2~beta' → 'V2'", "'V2~beta' → 'V3'", "'V2~beta' → 'V3'",
      ])
  }

  @Test func anAdoptedStoreIsMigratedWithWhatItHolds() async throws {
    let catalog = try shelf.recorded()
    try adopt(1, catalog)
    let result = try await run(Shelf.history)
    #expect(result.failures.map(\.description) == [])
    #expect(result.extraCasesExpected == 3)
    #expect(result.extraCasesRun == 3)
    #expect(result.objectsCompared == 16 * (3 + 6) + 5 * (1 + 4))
  }

  @Test func anAdoptedStoreThatIsMissingFailsEveryCase() async throws {
    let catalog = try shelf.recorded()
    try adopt(2, catalog)
    try FileManager.default.removeItem(
      atPath: catalog.folder.appendingPathComponent("02-V2+field"))
    let result = try await run(Shelf.history)
    #expect(
      result.failures.compactMap { $0.subject?.description } == [
        "version 'V2+field'", "'V2+field' → 'V3'",
      ])
    #expect(result.failures.allSatisfy { $0.description.contains("the golden is missing") })
  }

  // MARK: Support floor

  private var supported: ModelHistory {
    var history = Shelf.history
    history.oldestSupportedVersion = "V2"
    return history
  }

  @Test func pairsFromBelowTheFloorAreRunAndRefused() async throws {
    _ = try shelf.recorded(supported)
    let result = try await run(supported)
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 3)
    #expect(result.versionsRun == 3)
    // V1 → V2 and V1 → V3 compare nothing.
    #expect(result.objectsCompared == 16 * (3 + 2))
  }

  @Test func aMigratorThatMigratesFromBelowTheFloorFails() async throws {
    _ = try shelf.recorded(supported)
    let result = try await run(supported) { store, source, destination, _, output in
      try Migrator.migrate(store, from: source, to: destination, in: Shelf.history, to: output)
    }
    #expect(result.failures.count == 4)
    #expect(
      result.failures.allSatisfy {
        $0.description.contains(
          "migration was not refused, although 'V2' is the oldest supported version")
      })
    #expect(result.failures.first?.subject?.description == "'V1' → 'V2'")
  }

  @Test func aRefusalForAnotherReasonOrWithLeftoversFails() async throws {
    _ = try shelf.recorded(supported)
    let other = try await run(supported) { store, source, destination, history, output in
      if source == 0 { throw MigrationError.inUse(store: store.name) }
      return try Migrator.migrate(
        store, from: source, to: destination, in: history, to: output)
    }
    #expect(other.failures.count == 4)
    #expect(
      other.failures.allSatisfy {
        $0.description.contains("because of the support floor, but failed for another reason: ")
      })
    let unclean = try await run(supported) { store, source, destination, history, output in
      if source == 0 { try Data("half".utf8).write(to: URL(fileURLWithPath: output)) }
      if source == 0 {
        throw MigrationError.unsupportedVersion(history: "Shelf", version: "V1", oldest: "V2")
      }
      return try Migrator.migrate(
        store, from: source, to: destination, in: history, to: output)
    }
    #expect(
      unclean.failures.allSatisfy {
        $0.description.contains("was refused, but not cleanly: it left 'Shelf.sqlite'")
      })
    #expect(unclean.failures.count == 4)
    let changing = try await run(supported) { store, source, destination, history, output in
      if source == 0 {
        try GreenCatalog.edit(store.main) { $0.append(0) }
        throw MigrationError.unsupportedVersion(history: "Shelf", version: "V1", oldest: "V2")
      }
      return try Migrator.migrate(
        store, from: source, to: destination, in: history, to: output)
    }
    #expect(changing.failures.count == 4)
    #expect(changing.failures.allSatisfy { $0.description.contains("the source changed") })
  }
}
