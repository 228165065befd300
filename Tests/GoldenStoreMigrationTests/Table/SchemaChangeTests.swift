import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Every row of the table of schema changes, with rows and without.
struct SchemaChangeTests {
  static let changes: [SchemaChange] =
    SchemaChange.additions + SchemaChange.renames + SchemaChange.demands + SchemaChange.computed
    + SchemaChange.indexes + SchemaChange.widenings + SchemaChange.numbers
    + SchemaChange.impossible + SchemaChange.bytes + SchemaChange.newRelationships
    + SchemaChange.oldRelationships + SchemaChange.limits + SchemaChange.moreTargets
    + SchemaChange.fewerTargets + SchemaChange.orders + SchemaChange.otherEnds
    + SchemaChange.entities + SchemaChange.parents + SchemaChange.knownDifferences

  /// Row 70 is about two files, of which this package never writes but one: see
  /// ``CoordinatorRuleTests``.
  @Test func everyRowOfTheTableHasACase() {
    #expect(Set(Self.changes.map(\.row)).union([70]) == Set(1...72))
    #expect(Self.changes.count > 120)
    let names = Self.changes.map(\.testDescription)
    #expect(Set(names).count == names.count)
  }

  @Test("N1, V4: a store with rows becomes", arguments: changes)
  func aStoreWithRowsBecomes(_ change: SchemaChange) throws {
    try check(change, rows: change.rows, change.filled)
  }

  @Test(arguments: changes) func aStoreWithoutRowsBecomes(_ change: SchemaChange) throws {
    try check(change, rows: [], change.empty)
  }

  /// The models are compared first, then the store is migrated and looked at.
  private func check(_ change: SchemaChange, rows: [String], _ outcome: Outcome) throws {
    let history = ModelHistory("Table") {
      Model("V1") { change.source }
      Model("V2") { change.destination }
    }
    try checkModels(change, history, outcome)
    try withTemporaryDirectory { folder in
      let source = folder.appendingPathComponent("source.sqlite").path
      try SampleStore.make(history.versions[0], at: source, rows: rows)
      if !change.file.isEmpty { try SampleStore.change(source, change.file) }
      let run = TableRun(
        folder: folder, source: source, history: history,
        layout: try StoreLayout(history.versions[1].validated()))
      switch outcome {
      case .none: try run.requireNothingHappens()
      case .migrated(let result): try run.require(result, isEmpty: rows.isEmpty)
      case .refused(let chain):
        let error = try #require(try run.failure())
        var found: [CoreDataError] = []
        var cause = error.coreData
        while let current = cause {
          found.append(current)
          cause = current.underlying
        }
        #expect(found.map(\.domain) == chain.map { _ in "NSCocoaErrorDomain" })
        #expect(found == chain)
      case .undecided(let sentence):
        let error = try #require(try run.failure())
        #expect("\(error)" == "cannot migrate 'V1' to 'V2': \(sentence)")
        #expect(error.coreData == nil)
      }
    }
  }

  private func checkModels(
    _ change: SchemaChange, _ history: ModelHistory, _ outcome: Outcome
  ) throws {
    let models = try history.validated()
    let hashes = try models.map { try VersionHash.entityHashes(of: $0) }
    let changed = Set(hashes[0]).symmetricDifference(hashes[1]).map(\.entity)
    #expect(Set(changed).sorted() == change.changed)
    if case .none = outcome { #expect(hashes[0] == hashes[1]) }
    let mappings: [String]?
    do throws(MigrationError) {
      mappings = try MappingModel.inferred(from: models[0], to: models[1]).entityMappings
        .map { String($0.name.dropFirst("IEM_".count)) }
    } catch {
      guard case .cannotInfer = error else { throw error }
      mappings = nil
    }
    #expect(mappings == change.mappings)
  }
}

/// A store of one case of the table and what is asked of it.
private struct TableRun {
  let folder: URL
  let source: String
  let history: ModelHistory
  let layout: StoreLayout

  private var output: String { folder.appendingPathComponent("result.sqlite").path }

  private func migrate() throws -> MigrationResult {
    try Migrator.migrate(StoreFiles(main: source), from: 0, to: 1, in: history, to: output)
  }

  func requireNothingHappens() throws {
    let before = try SchemaSnapshot(of: source)
    let result = try migrate()
    #expect(result.path == .none)
    #expect(try SchemaSnapshot(of: output) == before)
  }

  /// The error of a migration that leaves no trace; `nil` where there is none.
  func failure() throws -> MigrationError? {
    let before = try bytes(of: source)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let error = #expect(throws: MigrationError.self) { try migrate() }
    let after = try bytes(of: source)
    #expect(after == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files)
    return error
  }

  func require(_ expected: Outcome.Result, isEmpty: Bool) throws {
    let before = try SchemaSnapshot(of: source)
    let result = try migrate()
    let after = try SchemaSnapshot(of: output)
    #expect(result.path == expected.path)
    #expect(before.fates(after: after) == expected.tables)
    requirePath(expected, before, isEmpty: isEmpty)
    for (name, fate) in expected.tables {
      try requireShape(of: name, fate, before, after)
    }
    let remaining = before.objects.filter { object in
      !expected.lost.contains { object.hasPrefix($0 + "|") }
    }
    #expect(before.objects.count - remaining.count == expected.lost.count)
    #expect(
      isSame(after.objects, remaining),
      "keys, lock versions and values that no change is about")
    #expect(before.objects.isEmpty == isEmpty)
    for read in expected.reads {
      #expect(try SampleStore.query(output, read.query) == read.rows, "\(read.query)")
    }
    try requireSound(output, layout: layout, sourceLocation: #_sourceLocation)
    let reader = try StoreReader(files: StoreFiles(main: output), layout: layout)
    if expected.isReadable {
      let contents = try reader.contents()
      let count = layout.entities.reduce(0) { $0 + contents.objects(of: $1.name).count }
      #expect(count == after.objects.count)
    } else {
      #expect(throws: StoreError.self) { try reader.contents() }
    }
  }

  /// Equal, without a message of megabytes where it isn't.
  private func isSame(_ found: [String], _ expected: [String]) -> Bool { found == expected }

  /// The path as the file shows it: whether a table that was there, and whose rows are not lost,
  /// was made anew.
  private func requirePath(_ expected: Outcome.Result, _ before: SchemaSnapshot, isEmpty: Bool) {
    guard !isEmpty, expected.lost.isEmpty || expected.path == .rebuild else { return }
    let isRebuilt = expected.tables.contains { name, fate in
      fate == .anew && before.tables[name] != nil && name != StoreNames.primaryKeyTable
    }
    #expect(isRebuilt == (expected.path == .rebuild))
  }

  private func requireShape(
    of name: String, _ fate: Outcome.Fate, _ before: SchemaSnapshot, _ after: SchemaSnapshot
  ) throws {
    switch fate {
    case .gone: #expect(after.tables[name] == nil)
    case .anew:
      let fresh =
        layout.tables.first { $0.name == name }?.createStatement
        ?? layout.joinTables.first { $0.name == name }?.createStatement
        ?? before.tables[name]?.statement
      #expect(after.tables[name]?.statement == fresh)
    case .kept, .renamed:
      var origin = name
      if case .renamed(let former) = fate { origin = former }
      let old = try #require(before.tables[origin])
      let new = try #require(after.tables[name])
      #expect(
        Array(new.types.prefix(old.types.count)) == old.types,
        "columns that were there keep place and type; new ones come last")
      #expect(new.columns.count >= old.columns.count)
    }
  }
}
