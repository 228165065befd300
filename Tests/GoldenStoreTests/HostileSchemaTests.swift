import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Stores that bring along programs. None of them ever runs, whatever is done with the store.
struct HostileSchemaTests {
  /// What is done with a store.
  enum Action: CaseIterable {
    case inspect, readModel, read, compare, migrate
  }

  /// A store with something in its schema, and the sentence of each action that refuses it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Statements of the hostile author, who trusts himself.
    let statements: [String]
    var sentences: [Action: String] = [:]
    /// A statement that would run the program.
    let detonator: String
  }

  /// Each of these gives an error, with words of its own, when it is evaluated.
  private static let bomb = "abs(-9223372036854775807 - 1)"
  private static let raised = "RAISE(ABORT, 'integer overflow')"

  static let cases: [Case] = [
    Case(
      testDescription: "triggers on tables that a migration changes in place",
      statements: ["ZBOOK", "ZTAG", "Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]
        .flatMap(triggers), detonator: "UPDATE ZBOOK SET ZPAGES = 1"),
    Case(
      testDescription: "triggers on a table that a migration rebuilds",
      statements: triggers(on: "ZAUTHOR"),
      sentences: [
        .migrate: "cannot migrate 'V1' to 'V2': trigger 'hostile_ZAUTHOR_INSERT' on table "
          + "'ZAUTHOR', which has to be replaced, is not supported yet"
      ], detonator: "UPDATE ZAUTHOR SET ZBORN = 1"),
    Case(
      testDescription: "a view beside the tables",
      statements: ["CREATE VIEW Z_9HOSTILE AS SELECT \(bomb) AS Z_PK, 1 AS Z_ENT"],
      detonator: "SELECT * FROM Z_9HOSTILE"),
    standIn(
      "a view in the place of a table", for: "ZBOOK",
      "CREATE VIEW ZBOOK AS SELECT *, \(bomb) FROM moved", found: "a view",
      on: [.read, .compare, .migrate], detonator: "SELECT * FROM ZBOOK"),
    standIn(
      "a view in the place of the metadata", for: "Z_METADATA",
      "CREATE VIEW Z_METADATA AS SELECT *, \(bomb) FROM moved", found: "a view",
      on: Action.allCases, detonator: "SELECT * FROM Z_METADATA"),
    standIn(
      "a view in the place of the archived model", for: "Z_MODELCACHE",
      "CREATE VIEW Z_MODELCACHE AS SELECT CAST(\(bomb) AS BLOB) AS Z_CONTENT", found: "a view",
      on: [.readModel, .compare, .migrate], detonator: "SELECT * FROM Z_MODELCACHE"),
    standIn(
      "a virtual table in the place of a table", for: "ZTAG",
      "CREATE VIRTUAL TABLE ZTAG USING rtree (Z_PK, Z_ENT, Z_OPT, +ZLABEL)",
      found: "a virtual table", on: [.read, .compare, .migrate]),
    standIn(
      "a virtual table whose name SQLite does not tell from that of a table", for: "ZTAG",
      "CREATE VIRTUAL TABLE ztag USING rtree (Z_PK, Z_ENT, Z_OPT, +ZLABEL)",
      found: "a virtual table", on: [.read, .compare, .migrate]),
    standIn(
      "a virtual table in the place of the primary keys", for: "Z_PRIMARYKEY",
      "CREATE VIRTUAL TABLE Z_PRIMARYKEY USING rtree (Z_ENT, Z_SUPER, Z_MAX, +Z_NAME)",
      found: "a virtual table", on: Action.allCases),
    Case(
      testDescription: "a column that is computed when it is read",
      statements: [
        "ALTER TABLE ZBOOK RENAME ZTITLE TO stored",
        "ALTER TABLE ZBOOK ADD COLUMN ZTITLE AS (abs(Z_PK - Z_PK - 9223372036854775807 - 1))",
      ],
      sentences: sentences(
        "'ZBOOK', column 'ZTITLE': expected a stored value", on: [.read, .compare, .migrate]),
      detonator: "SELECT ZTITLE FROM ZBOOK"),
    Case(
      testDescription: "a computed column beside those of the model",
      statements: ["ALTER TABLE ZTAG ADD COLUMN ZMORE AS (\(bomb))"],
      sentences: sentences(
        "'ZTAG', column 'ZMORE': expected a stored value", on: [.read, .compare, .migrate]),
      detonator: "SELECT ZMORE FROM ZTAG"),
    rewritten(
      "a condition of a table", "ZBOOK", ", ZCOPIES INTEGER",
      ", ZCOPIES INTEGER CHECK (abs(ZCOPIES * 0 - 9223372036854775807 - 1) > 0)",
      detonator: "UPDATE ZBOOK SET ZCOPIES = 1"),
    rewritten(
      "a default of a column", "ZTAG", ", Z_OPT INTEGER", ", Z_OPT INTEGER DEFAULT (\(bomb))",
      sentences(
        "'ZTAG', default of column 'Z_OPT': expected a constant", on: [.compare, .migrate]),
      detonator: "INSERT INTO ZTAG (ZLABEL) VALUES ('x')"),
    rewritten(
      "an index over an expression", "Z_Author_UNIQUE_name", "ZNAME COLLATE BINARY ASC",
      "abs(length(ZNAME) * 0 - 9223372036854775807 - 1)",
      sentences("index 'Z_Author_UNIQUE_name': expected columns", on: [.compare, .migrate]),
      detonator: "UPDATE ZAUTHOR SET ZNAME = 'x'"),
    rewritten(
      "an index with a condition that calls a function", "Z_Author_UNIQUE_name",
      "ZNAME COLLATE BINARY ASC)", "ZNAME COLLATE BINARY ASC) WHERE \(bomb) = 1",
      sentences(
        "condition of index 'Z_Author_UNIQUE_name': expected comparisons of columns with constants",
        on: [.compare, .migrate]),
      detonator: "UPDATE ZAUTHOR SET ZNAME = 'x'"),
    rewritten(
      "an index with a condition that looks for a pattern", "Z_Author_UNIQUE_name",
      "ZNAME COLLATE BINARY ASC)", "ZNAME COLLATE BINARY ASC) WHERE ZNAME LIKE '%a%a%a%a%a%'",
      sentences(
        "condition of index 'Z_Author_UNIQUE_name': expected comparisons of columns with constants",
        on: [.compare, .migrate]),
      detonator: ""),
  ]

  private static func triggers(on table: String) -> [String] {
    ["INSERT", "UPDATE", "DELETE"].map { event in
      "CREATE TRIGGER hostile_\(table)_\(event) BEFORE \(event) ON \(table) "
        + "BEGIN SELECT \(raised); END"
    }
  }

  /// A case that renames a table and puts something else in its place.
  private static func standIn(
    _ description: String, for table: String, _ statement: String, found: String,
    on actions: [Action], detonator: String = ""
  ) -> Case {
    Case(
      testDescription: description,
      statements: ["ALTER TABLE \(table) RENAME TO moved", statement],
      sentences: Dictionary(
        uniqueKeysWithValues: actions.map {
          ($0, "'Sample.sqlite': '\(table)' is \(found), which is never run; expected a table")
        }), detonator: detonator)
  }

  /// A case that rewrites the text of an object in `sqlite_master`.
  private static func rewritten(
    _ description: String, _ object: String, _ text: String, _ other: String,
    _ sentences: [Action: String] = [:], detonator: String
  ) -> Case {
    let quoted = [text, other].map { $0.replacingOccurrences(of: "'", with: "''") }
    return Case(
      testDescription: description,
      statements: [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, '\(quoted[0])', '\(quoted[1])') "
          + "WHERE name = '\(object)'",
      ], sentences: sentences, detonator: detonator)
  }

  private static func sentences(_ place: String, on actions: [Action]) -> [Action: String] {
    Dictionary(
      uniqueKeysWithValues: actions.map {
        ($0, "'Sample.sqlite', \(place), found an expression, which is never run")
      })
  }

  // MARK: Tests

  private let folder: TemporaryDirectory
  private let files: StoreFiles
  private let generator: StoreGenerator
  private let layout: StoreLayout

  init() throws {
    folder = try TemporaryDirectory()
    files = StoreFiles(main: "\(folder.path)/Sample.sqlite")
    generator = try StoreGenerator(Library.history, position: 0)
    layout = try StoreLayout(generator.model)
    try StoreWriter.write(
      generator, layout: layout, storeUUID: generator.storeUUID, variant: .rollback,
      to: files.main)
  }

  private func perform(_ action: Action) throws {
    switch action {
    case .inspect:
      let inspection = try StoreInspection(of: files)
      // What stands in the place of a table has no rows.
      #expect([52, 36, 32].contains(inspection.objectCount))
      #expect(inspection.joinTables.map(\.name) == ["Z_2TAGS"])
    case .readModel: _ = try CompiledModelReader.model(cachedIn: files)
    case .read:
      let contents = try StoreReader(files: files, layout: layout).contents()
      #expect(try contents == generator.contents())
    case .compare: _ = try PhysicalComparison.report(of: files, layout: layout)
    case .migrate:
      let output = "\(folder.path)/Migrated.sqlite"
      defer { try? StoreFiles(main: output).delete() }
      let result = try Migrator.migrate(files, to: 1, in: Library.history, to: output)
      let migrated = try StoreLayout(Library.history.versions[1].validated())
      #expect(
        try StoreReader(files: result.output, layout: migrated).contents().entities.count == 4)
    }
  }

  @Test(arguments: cases)
  func nothingRuns(_ hostile: Case) throws {
    let author = try Connection(path: files.main, mode: .readWrite, isTrusted: true)
    for statement in hostile.statements { try author.execute(SQL(raw: statement)) }
    try author.close()
    try requireThatItIsArmed(hostile)
    let before = try Data(contentsOf: URL(fileURLWithPath: files.main))
    for action in Action.allCases {
      var sentence: String?
      do {
        try perform(action)
      } catch {
        sentence = "\(error)"
      }
      #expect(sentence == hostile.sentences[action], "\(action)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: files.main)) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Sample.sqlite"])
  }

  /// The same program runs for one who trusts the file, or the case would prove nothing.
  private func requireThatItIsArmed(_ hostile: Case) throws {
    guard !hostile.detonator.isEmpty else { return }
    let copy = StoreFiles(main: "\(folder.path)/Armed.sqlite")
    try files.copy(to: copy)
    let victim = try Connection(path: copy.main, mode: .readWrite, isTrusted: true)
    let error = #expect(throws: SQLiteError.self) {
      try victim.rows(SQL(raw: hostile.detonator)) { _ in }
    }
    #expect(error?.description.contains("integer overflow") == true)
    try victim.close()
    try copy.delete()
  }

  @Test(
    arguments: [
      ("CREATE INDEX i ON t (a)", nil),
      ("CREATE INDEX i ON t (a) WHERE a > 1 AND (b = 'x(' OR c IS NULL)", true),
      ("CREATE INDEX i ON t (a) WHERE (a IS NOT NULL AND NOT (b <> 2))", true),
      ("CREATE INDEX i ON t (a) WHERE \"a\"\"b\" = 1", true),
      ("CREATE INDEX i ON t (a) WHERE f(a)", false), ("CREATE INDEX i ON t (a) WHERE f (a)", false),
      ("CREATE INDEX i ON t (a) WHERE \"f\"(a)", false),
      ("CREATE INDEX i ON t (a) WHERE f/**/(a)", false),
      ("CREATE INDEX i ON t (a) where a glob 'x*'", false),
      ("CREATE INDEX i ON t (a) WHERE a || b = 1", false),
      ("CREATE INDEX i ON t (a) WHERE a -> b", false),
      ("CREATE INDEX i ON t (a) /* WHERE */", false),
      ("CREATE INDEX i ON t (a) WHERE [f](a)", false),
      ("CREATE INDEX i ON t (a) WHERE a > -1", true),
    ] as [(String, Bool?)])
  func conditionIsPlainOrNot(_ statement: String, _ isPlain: Bool?) {
    #expect(IndexCondition(statement)?.isPlain == isPlain)
  }
}
