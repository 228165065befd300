import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Every store of the corpus whose model has later versions there, migrated to each of them.
///
/// What must come out is read from the source with plain SQL and derived by ``ValueRules``.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct RealHistoryTests {
  /// What was compared, over all histories.
  private struct Outcome: Equatable {
    var migrations = 0
    var objects = 0
    /// Indexes under names that are no longer given, which stay as with Core Data.
    var legacyIndexes = 0
    var refusals: Set<String> = []
  }

  private struct Case {
    let source: URL
    let position: Int
    let destination: Int
    let stepwise: Bool
    let place: String
  }

  /// What no inference leads over: a new mandatory to-one where there are objects.
  private static let refusals: Set<String> = {
    let wibosco = "wibosco__CoreDataMigration-Example"
    var refusals: Set<String> = []
    for (store, source, property, count) in [
      (1, 1, "color", 1_001), (2, 2, "color", 5_979), (6, 1, "body", 10), (7, 2, "body", 10),
    ] {
      let sentence =
        "relationship 'Post.\(property)' is mandatory now, and \(count) of \(count) rows have no "
        + "target; make it optional, or add a custom stage that sets it"
      for destination in [3, 4] {
        refusals.insert("\(wibosco)/\(store) V\(source) to V\(destination): \(sentence)")
        guard destination > source + 1 else { continue }
        refusals.insert(
          "\(wibosco)/\(store) V\(source) to V\(destination), stepwise: \(sentence)")
      }
    }
    return refusals
  }()

  @Test func everyStoreMigratesToEveryLaterVersion() throws {
    var outcome = Outcome()
    for real in RealHistory.all {
      let history = try real.history()
      let models = try history.validated()
      for number in real.stores {
        let store = try real.store(number)
        try Corpus.withCopy(of: store) { copy in
          let position = try position(of: copy, in: models)
          let objects = try Self.objects(of: copy, models[position])
          for later in models.indices where later > position {
            for stepwise in [false, true] where !stepwise || later > position + 1 {
              let place =
                "\(real.repository)/\(number) V\(position + 1) to V\(later + 1)"
                + (stepwise ? ", stepwise" : "")
              try check(
                Case(
                  source: copy, position: position, destination: later, stepwise: stepwise,
                  place: place), history, models, objects, &outcome)
            }
          }
        }
      }
    }
    #expect(outcome.refusals == Self.refusals)
    outcome.refusals = []
    #expect(
      outcome == Outcome(migrations: 108, objects: 19_304, legacyIndexes: 166))
  }

  private func check(
    _ item: Case, _ history: ModelHistory, _ models: [ValidatedModel],
    _ objects: ValueRules.Objects, _ outcome: inout Outcome
  ) throws {
    let output = item.source.path + ".\(item.destination)\(item.stepwise)"
    do {
      _ = try Migrator.migrate(
        StoreFiles(main: item.source.path), from: item.position, to: item.destination,
        in: history, stepwise: item.stepwise, to: output)
    } catch MigrationError.cannotMigrate(_, _, let problem) {
      outcome.refusals.insert("\(item.place): \(problem)")
      return
    } catch MigrationError.notSupportedYet(_, _, let what) {
      outcome.refusals.insert("\(item.place): \(what)")
      return
    }
    var expected = objects
    let stops =
      item.stepwise ? Array(item.position...item.destination) : [item.position, item.destination]
    for (source, destination) in zip(stops, stops.dropFirst()) {
      expected = try ValueRules(from: models[source], to: models[destination])
        .migrated(expected)
    }
    let found = try Self.objects(of: URL(fileURLWithPath: output), models[item.destination])
    #expect(found == expected, "\(item.place)")
    outcome.legacyIndexes += try Self.legacyIndexes(
      of: output, from: item.source, layout: StoreLayout(models[item.destination]),
      formerModels: stops.dropLast().map { models[$0] }, place: item.place)
    outcome.migrations += 1
    outcome.objects += found.values.reduce(0) { $0 + $1.count }
  }

  /// Its repository calls the store corrupt: it lost its `-wal`.
  @Test func aStoreWithoutItsLogIsRefused() throws {
    let history = try RealHistory.apptentive.history()
    try Corpus.withCopy(of: RealHistory.apptentive.store(8)) { copy in
      for destination in 3...5 {
        let error = try #require(throws: MigrationError.self) {
          try Migrator.migrate(
            StoreFiles(main: copy.path), to: destination, in: history, to: copy.path + ".result")
        }
        #expect(
          "\(error)"
            == "'ATDataModel.sqlite', 'ZATRECORD': column 'ZCUSTOMDATA' is missing, which model "
            + "version 'V3' needs")
      }
      let names = try FileManager.default.contentsOfDirectory(
        atPath: copy.deletingLastPathComponent().path)
      #expect(!names.contains { $0.hasPrefix("ATDataModel.sqlite.result") })
    }
  }

  /// The version whose hashes a store records.
  private func position(of store: URL, in models: [ValidatedModel]) throws -> Int {
    let hashes = try StoreInspection(of: StoreFiles(main: store.path)).metadata.entityHashes
    return try #require(try models.firstIndex { try VersionHash.entityHashes(of: $0) == hashes })
  }

  /// Requires that a migrated store is built like a fresh one, but for indexes named after table
  /// and columns, as before fetch indexes had names, which the source had already.
  ///
  /// - Returns: How many such indexes there are.
  static func legacyIndexes(
    of output: String, from source: URL, layout: StoreLayout, formerModels: [ValidatedModel],
    place: String
  ) throws -> Int {
    let structure = try PhysicalComparison.report(
      of: StoreFiles(main: output), layout: layout, origin: .init(formerModels: formerModels))
    let known = try withPlainCopy(of: source) { connection in
      try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index'") {
        try $0.text(at: 0)
      }
    }
    for difference in structure.differences {
      let name = difference.property ?? ""
      #expect(
        difference.kind == .schema && difference.expected == .nothing && known.contains(name)
          && name.hasPrefix("\(difference.entity ?? "")_Z"), "\(place): \(difference)")
    }
    return structure.differences.count
  }

  /// The objects of a store, read from a copy with plain SQL.
  static func objects(of store: URL, _ model: ValidatedModel) throws -> ValueRules.Objects {
    try withPlainCopy(of: store) { connection in
      let plain = try PlainReading(connection, model: model, store: store)
      var objects: ValueRules.Objects = [:]
      for entity in model.model.entities where !entity.isAbstract {
        objects[entity.name] = try plain.objects(of: entity)
      }
      return objects
    }
  }

  private static func withPlainCopy<Result>(
    of store: URL, _ body: (Connection) throws -> Result
  ) throws -> Result {
    let copy = StoreFiles(main: store.path + ".plain")
    try StoreFiles(main: store.path).copy(to: copy)
    let connection = try Connection(path: copy.main, mode: .readWrite)
    let result = try body(connection)
    try connection.close()
    try copy.delete()
    return result
  }
}
