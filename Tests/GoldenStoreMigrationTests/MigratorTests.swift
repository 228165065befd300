import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Copies of stores taken through a history: which version, how many steps, and all or nothing.
struct MigratorTests {
  private static func version(_ number: Int) -> Model {
    Model("V\(number)") {
      Entity("Person") {
        Attribute("name", .string)
        for added in 2..<(number + 1) { Attribute("added\(added)", .integer16, default: 2) }
        if number == 1 { Attribute("gone", .string) }
      }
    }
  }

  /// Four versions, of which the third differs from the second in nothing that is hashed.
  private let history = ModelHistory("People") {
    version(1)
    version(2)
    Model("V2 again", entities: version(2))
    version(3)
  }

  private let rows = [
    "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada'), (2, 1, 1, 'Bob')"
  ]

  /// Passes the path of a store of a version, and one for the output in the same folder.
  private func withStore(
    of position: Int, journalMode: String = "WAL",
    _ body: (_ folder: URL, _ source: String, _ output: String) throws -> Void
  ) throws {
    try withTemporaryDirectory { folder in
      let source = folder.appendingPathComponent("source.sqlite").path
      try SampleStore.make(
        history.versions[position], at: source, rows: rows, journalMode: journalMode)
      try body(folder, source, folder.appendingPathComponent("result.sqlite").path)
    }
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  // MARK: Versions and steps

  @Test(arguments: [
    (0, 3, false, [MigrationPath.rebuild]), (0, 3, true, [.rebuild, .none, .cheap]),
    (0, 1, true, [.rebuild]), (1, 3, false, [.cheap]), (3, 3, false, []), (3, 3, true, []),
  ])
  func everyStepThatRanIsReported(
    source position: Int, destination: Int, stepwise: Bool, paths: [MigrationPath]
  ) throws {
    try withStore(of: position) { _, source, output in
      var seen: [MigrationStep] = []
      let result = try Migrator.migrate(
        StoreFiles(main: source), from: position, to: destination, in: history,
        stepwise: stepwise, to: output, didMigrate: { seen.append($0) })
      #expect(result.steps.map(\.path) == paths)
      #expect(seen == result.steps)
      #expect(result.path == paths.max() ?? .none)
      #expect(result.source == position && result.destination == destination)
      let plan = try MigrationPlan.plan(
        history: history, from: position, to: destination, stepwise: stepwise)
      #expect(plan.steps == result.steps)
      #expect(
        try SampleStore.query(output, "SELECT ZNAME FROM ZPERSON ORDER BY Z_PK") == ["Ada", "Bob"])
    }
  }

  @Test func directAndStepwiseGiveTheSameRows() throws {
    try withStore(of: 0) { _, source, output in
      for (stepwise, path) in [(false, output), (true, output + "2")] {
        _ = try Migrator.migrate(
          StoreFiles(main: source), to: 3, in: history, stepwise: stepwise, to: path)
      }
      let query = "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZADDED2, ZADDED3 FROM ZPERSON ORDER BY 1"
      let direct = try SampleStore.query(output, query)
      #expect(direct == ["1|1|1|Ada|2|2", "2|1|1|Bob|2|2"])
      #expect(try SampleStore.query(output + "2", query) == direct)
    }
  }

  @Test func storeOfTwoVersionsCountsAsTheLaterOne() throws {
    try withStore(of: 1) { _, source, output in
      let result = try Migrator.migrate(
        StoreFiles(main: source), to: 3, in: history, stepwise: true, to: output)
      #expect(result.source == 2)
      #expect(result.steps.map(\.description) == ["'V2 again' → 'V3' (lightweight, cheap)"])
    }
  }

  // MARK: Refusals

  @Test func unknownVersionNamesTheNearestOne() throws {
    try withStore(of: 3) { folder, source, output in
      let older = ModelHistory("People") { Self.version(1) }
      let other = ModelHistory("Other") {
        Model("O1") { Entity("Thing") { Attribute("x", .string) } }
      }
      let error = #expect(throws: MigrationError.self) {
        try Migrator.migrate(StoreFiles(main: source), to: 0, in: older, to: output)
      }
      let text = try #require(error).description
      #expect(
        text.hasPrefix(
          "'source.sqlite' holds no version of history 'People'; nearest is 'V1': entity 'Person' has hash "
        ))
      #expect(text.hasSuffix("; add the version that wrote it"))
      #expect(error?.coreData?.code == 134_130)
      let stranger = #expect(throws: MigrationError.self) {
        try Migrator.migrate(StoreFiles(main: source), to: 0, in: other, to: output)
      }
      #expect(
        stranger?.description
          == "'source.sqlite' holds no version of history 'Other', which has 'O1'; name the right history"
      )
      #expect(try !names(in: folder).contains("result.sqlite"))
    }
  }

  @Test func laterStoreIsNeverTakenBack() throws {
    try withStore(of: 3) { _, source, output in
      let error = #expect(throws: MigrationError.self) {
        try Migrator.migrate(StoreFiles(main: source), to: 1, in: history, to: output)
      }
      #expect(
        error?.description
          == "'source.sqlite' holds version 'V3', which is later than 'V2'; a store is never migrated backwards"
      )
      #expect(error?.coreData?.code == 134_506)
    }
    #expect(throws: MigrationError.self) {
      try MigrationPlan.plan(history: history, from: 3, to: 1, stepwise: false)
    }
  }

  @Test func storeOfAnotherVersionThanNamedIsRefused() throws {
    try withStore(of: 3) { _, source, output in
      #expect(
        throws: MigrationError.otherVersion(store: "source.sqlite", expected: "V1", found: "V3")
      ) {
        try Migrator.migrate(StoreFiles(main: source), from: 0, to: 3, in: history, to: output)
      }
    }
  }

  @Test(arguments: [-1, 4]) func positionOutsideTheHistoryIsRefused(position: Int) throws {
    try withStore(of: 0) { _, source, output in
      #expect(
        throws: MigrationError.positionOutOfRange(
          history: "People", position: position, count: 4)
      ) {
        try Migrator.migrate(StoreFiles(main: source), to: position, in: history, to: output)
      }
    }
  }

  @Test(arguments: ["result.sqlite", "result.sqlite-wal", "result.sqlite-shm", ".result_SUPPORT"])
  func outputThatMeetsAFileIsRefused(name: String) throws {
    try withStore(of: 0) { folder, source, output in
      let occupied = folder.appendingPathComponent(name)
      try Data("kept".utf8).write(to: occupied)
      let before = try names(in: folder)
      let error = #expect(throws: MigrationError.self) {
        try Migrator.migrate(StoreFiles(main: source), to: 3, in: history, to: output)
      }
      #expect(error == .store(.destinationOccupied(files: [name])))
      #expect(error?.coreData?.code == 516)
      #expect(try Data(contentsOf: occupied) == Data("kept".utf8))
      #expect(try names(in: folder) == before)
    }
  }

  @Test func unknownHashesVersionIsRefused() throws {
    try withStore(of: 0) { _, source, output in
      let connection = try Connection(path: source, mode: .readWrite, isTrusted: true)
      var metadata = try StoreMetadata(
        for: history.versions[0].validated(), storeUUID: SampleStore.uuid)
      metadata.hashesVersion = 4
      let propertyList = try metadata.encode()
      try connection.execute("UPDATE Z_METADATA SET Z_PLIST = \(Optional(propertyList))")
      try connection.close()
      #expect(throws: MigrationError.self) {
        try Migrator.migrate(StoreFiles(main: source), to: 3, in: history, to: output)
      }
    }
  }

  @Test func damagedLogIsRefusedInsteadOfSkipped() throws {
    try withStore(of: 0) { folder, source, output in
      let log = URL(fileURLWithPath: source + "-wal")
      var bytes = try Data(contentsOf: log)
      bytes[40 + 24] ^= 0xFF
      try bytes.write(to: log)
      let error = #expect(throws: MigrationError.self) {
        try Migrator.migrate(StoreFiles(main: source), to: 3, in: history, to: output)
      }
      #expect(error?.description.hasPrefix("'source.sqlite-wal' is damaged: ") == true)
      #expect(try !names(in: folder).contains("result.sqlite"))
    }
  }

  // MARK: All or nothing

  private struct Interruption: Error, Equatable { let statement: Int }

  @Test func failureAtAnyStatementLeavesNothingBehind() throws {
    let count = try InPlaceMigration(
      from: history.versions[0].validated(), to: history.versions[1].validated()
    ).statements.count
    #expect(count > 3)
    for position in 0..<count {
      try withStore(of: 0) { folder, source, output in
        let before = try bytes(of: source)
        let files = try names(in: folder)
        var next = 0
        #expect(throws: Interruption(statement: position)) {
          try Migrator.migrate(
            StoreFiles(main: source), to: 3, in: history, stepwise: true, to: output,
            willRun: { _ in
              defer { next += 1 }
              if next == position { throw Interruption(statement: position) }
            })
        }
        let after = try bytes(of: source)
        #expect(after == before)
        #expect(try names(in: folder) == files)
      }
    }
  }

  @Test func failureInsideATransactionRollsTheFileBack() throws {
    try withStore(of: 0) { _, source, _ in
      let models = try history.validated()
      let query = "SELECT sql FROM sqlite_master ORDER BY rowid"
      let connection = try Connection(path: source, mode: .readWrite)
      let before = try connection.rows(SQL(raw: query)) { try $0.text(at: 0) }
      var ran = 0
      #expect(throws: Interruption(statement: 3)) {
        try InPlaceMigration.migrate(connection, from: models[0], to: models[1]) { _ in
          ran += 1
          if ran == 4 { throw Interruption(statement: 3) }
        }
      }
      #expect(try connection.rows(SQL(raw: query)) { try $0.text(at: 0) } == before)
      #expect(try connection.integer("SELECT count(*) FROM ZPERSON") == 2)
      // The same connection can try again, and a second try finds the work done.
      #expect(try InPlaceMigration.migrate(connection, from: models[0], to: models[1]) == .rebuild)
      let again = try InPlaceMigration.migrate(connection, from: models[0], to: models[1]) {
        Issue.record("ran \($0)")
      }
      #expect(again == .none)
    }
  }

  @Test func failureBetweenStepsLeavesNoOutput() throws {
    try withStore(of: 0) { folder, source, output in
      let files = try names(in: folder)
      #expect(throws: Interruption(statement: 1)) {
        try Migrator.migrate(
          StoreFiles(main: source), to: 3, in: history, stepwise: true, to: output,
          didMigrate: { step in
            if step.destination == 1 { throw Interruption(statement: 1) }
          })
      }
      #expect(try names(in: folder) == files)
    }
  }

  @Test(arguments: ["WAL", "DELETE"]) func journalModeStays(mode: String) throws {
    try withStore(of: 0, journalMode: mode) { _, source, output in
      _ = try Migrator.migrate(StoreFiles(main: source), to: 3, in: history, to: output)
      let header = try Data(contentsOf: URL(fileURLWithPath: output)).prefix(20)
      #expect(Array(header.suffix(2)) == (mode == "WAL" ? [2, 2] : [1, 1]))
      #expect(StoreFiles(main: output).existingParts == [.main])
    }
  }

  @Test func supportFolderComesAlong() throws {
    try withStore(of: 0) { folder, source, output in
      let support = folder.appendingPathComponent(".source_SUPPORT/_EXTERNAL_DATA")
      try FileManager.default.createDirectory(at: support, withIntermediateDirectories: true)
      try Data([1, 2, 3]).write(to: support.appendingPathComponent("file"))
      _ = try Migrator.migrate(StoreFiles(main: source), to: 3, in: history, to: output)
      let moved = folder.appendingPathComponent(".result_SUPPORT/_EXTERNAL_DATA/file")
      #expect(try Data(contentsOf: moved) == Data([1, 2, 3]))
    }
  }
}

extension Model {
  /// Another version with the same entities.
  fileprivate init(_ name: String, entities model: Model) {
    self = model
    self.name = name
  }
}
