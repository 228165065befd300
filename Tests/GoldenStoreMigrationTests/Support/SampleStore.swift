import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// A store whose rows a test writes as plain SQL.
enum SampleStore {
  static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  /// Makes a store of a model, runs the statements, and sets Z_MAX to the highest keys.
  static func make(
    _ model: Model, at path: String, rows: [String], journalMode: String = "WAL"
  ) throws {
    let validated = try model.validated()
    let layout = try StoreLayout(validated)
    let connection = try Connection(path: path, mode: .create, isTrusted: true)
    try connection.pragma("auto_vacuum = 2")
    try connection.pragma("journal_mode = \(raw: journalMode)")
    // A time that no migration gives.
    try connection.registerCoreDataFunctions(now: 77)
    for statement in layout.statements { try connection.execute(SQL(raw: statement)) }
    for entity in layout.entities {
      try connection.execute(
        """
        INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) \
        VALUES (\(entity.number), \(Optional(entity.name)), \(entity.superNumber), 0)
        """)
    }
    var metadata = try StoreMetadata(for: validated, storeUUID: uuid)
    metadata.others = ["com.example.key": .string("kept")]
    let propertyList = try metadata.encode()
    try connection.execute(
      """
      INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) \
      VALUES (1, \(Optional(uuid.uuidString)), \(Optional(propertyList)))
      """)
    try connection.execute("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (x'00')")
    for row in rows { try connection.execute(SQL(raw: row)) }
    for entity in layout.entities where entity.superNumber == 0 {
      try connection.execute(
        """
        UPDATE Z_PRIMARYKEY SET Z_MAX = \
        (SELECT COALESCE(max(Z_PK), 0) FROM \(raw: entity.tableName)) \
        WHERE Z_ENT = \(entity.number) AND Z_MAX = 0
        """)
    }
    if journalMode == "WAL" { try connection.keepWriteAheadLogOnClose() }
    try connection.close()
  }

  /// Runs statements on a store that is not open elsewhere.
  static func change(_ path: String, _ statements: [String]) throws {
    let connection = try Connection(path: path, mode: .readWrite, isTrusted: true)
    for statement in statements { try connection.execute(SQL(raw: statement)) }
    try connection.close()
  }

  /// The rows of a query, each as its values between bars: texts bare, blobs as hexadecimal.
  static func query(_ path: String, _ sql: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .immutable)
    return try connection.rows(SQL(raw: sql)) { row in
      try (0..<row.columnCount).map { text(try row.value(at: $0)) }.joined(separator: "|")
    }
  }

  static func text(_ value: SQLValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let data): "x'\(data.map { String($0, radix: 16) }.joined(separator: " "))'"
    }
  }
}

/// What a model's layout says of its first join table.
enum StoreLayoutProbe {
  /// The relationship that owns it.
  static func owner(of model: Model) throws -> String {
    try StoreLayout(model.validated()).joinTables.first?.ownerRelationship ?? ""
  }
}
