import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// Compares the files of two stores that hold the same objects of the same model, one of this
/// package and one of Core Data, with plain SQL: statement by statement, key by key of the metadata,
/// cell by cell.
///
/// No difference are: the store's UUID; the framework that the metadata name, and the newest one
/// that they name since framework 1513; where the statements of join tables stand among the others,
/// which no rule tells; the names of the files of external values; the bytes of the archived model,
/// which is compared as a model, and in it classes and validation, which a model for a migration
/// does not have.
struct StoreFileComparison {
  /// What a file holds.
  private struct Contents {
    /// The statements of tables, indexes and triggers in the order in which they ran.
    let statements: [String]
    /// The rows of each table but the two that hold property lists and archives: cells by column.
    let rows: [String: [[String: SQLValue]]]
    let metadata: StoreMetadata
    let model: Model

    init(_ files: StoreFiles) throws {
      (statements, rows) = try withTemporaryDirectory { (folder: String) in
        let copy = StoreFiles(main: folder.appendingPathComponent(files.name))
        try files.copy(to: copy)
        let connection = try Connection(path: copy.main, mode: .readWrite)
        let statements = try connection.rows(
          "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
        ) { try $0.text(at: 0) }
        let rows = try Self.rows(of: connection)
        try connection.close()
        return (statements, rows)
      }
      metadata = try StoreInspection(of: files).metadata
      model = try CompiledModelReader.model(cachedIn: files).history.versions[0]
    }

    private static func rows(
      of connection: Connection
    ) throws -> [String: [[String: SQLValue]]] {
      let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") {
        try $0.text(at: 0)
      }
      var rows: [String: [[String: SQLValue]]] = [:]
      for name in names where name != "Z_METADATA" && name != "Z_MODELCACHE" {
        let columns = try connection.rows("SELECT name FROM pragma_table_info(\(name))") {
          try $0.text(at: 0)
        }
        rows[name] = try connection.rows(
          "SELECT * FROM \(identifier: name) ORDER BY \(raw: columns.count > 1 ? "1, 2" : "1")"
        ) { row in
          var cells: [String: SQLValue] = [:]
          for (place, column) in columns.enumerated() { cells[column] = try row.value(at: place) }
          return cells
        }
      }
      return rows
    }
  }

  /// Every difference, as a sentence that says what is where; none for files that are alike.
  ///
  /// - Parameter model: The model of both.
  static func differences(
    ours: StoreFiles, theirs: StoreFiles, model: ValidatedModel
  ) throws -> [String] {
    let (first, second) = (try Contents(ours), try Contents(theirs))
    return statementDifferences(first.statements, second.statements)
      + metadataDifferences(first.metadata, second.metadata)
      + modelDifferences(first.model, second.model)
      + rowDifferences(first.rows, second.rows, external: externalColumns(of: model))
  }

  // MARK: Statements

  private static func statementDifferences(_ ours: [String], _ theirs: [String]) -> [String] {
    let missing = ours.filter { !theirs.contains($0) }
    let extra = theirs.filter { !ours.contains($0) }
    guard missing.isEmpty, extra.isEmpty else {
      return missing.map { "only ours: \($0)" } + extra.map { "only theirs: \($0)" }
    }
    let pairs = zip(withoutJoins(ours), withoutJoins(theirs))
    return pairs.first { $0 != $1 }.map { ["ours has \($0) where theirs has \($1)"] } ?? []
  }

  private static func withoutJoins(_ statements: [String]) -> [String] {
    statements.filter { statement in
      !["CREATE TABLE Z_", "CREATE INDEX Z_"].contains {
        statement.hasPrefix($0) && statement.dropFirst($0.count).first?.isNumber == true
      }
    }
  }

  // MARK: Metadata and model

  private static func metadataDifferences(
    _ ours: StoreMetadata, _ theirs: StoreMetadata
  ) -> [String] {
    func difference<Value: Equatable>(_ name: String, _ path: KeyPath<StoreMetadata, Value>)
      -> String?
    {
      let (first, second) = (ours[keyPath: path], theirs[keyPath: path])
      return first == second ? nil : "metadata: \(name) is \(first) in ours, \(second) in theirs"
    }
    let newest = "NSPersistenceMaximumFrameworkVersion"
    let others = Set(theirs.others.keys).subtracting(ours.others.keys).subtracting([newest])
    return [
      difference("store type", \.storeType), difference("hashes version", \.hashesVersion),
      difference("entity hashes", \.entityHashes), difference("digest", \.digest),
      difference("checksum", \.checksum),
      difference("version identifiers", \.versionIdentifiers),
      difference("auto-vacuum level", \.autoVacuumLevel),
    ].compactMap(\.self)
      + others.sorted().map { "metadata: only theirs have the key '\($0)'" }
      + (theirs.frameworkVersion == nil ? ["metadata: theirs name no framework"] : [])
  }

  /// What an archive for a migration has not, or otherwise.
  private static let ignoredAspects: Set<String> = [
    "class name", "validation", "value class", "value transformer", "fetched property",
    "fetch request",
  ]

  private static func modelDifferences(_ ours: Model, _ theirs: Model) -> [String] {
    ModelDifference.between(ours, theirs).filter { !ignoredAspects.contains($0.aspect) }
      .map { "archived model: \($0)" }
  }

  // MARK: Rows

  /// The columns whose cells may name files: the same name in a table means the same there.
  private static func externalColumns(of model: ValidatedModel) -> Set<String> {
    Set(
      model.model.entities.flatMap { entity in
        model.persistedAttributes(of: entity).filter(\.allowsExternalBinaryDataStorage).map {
          "Z" + ($0.name.split(separator: ".").last ?? "").uppercased()
        }
      })
  }

  private static func rowDifferences(
    _ ours: [String: [[String: SQLValue]]], _ theirs: [String: [[String: SQLValue]]],
    external: Set<String>
  ) -> [String] {
    // Tables and columns that only one side has are told with their statements.
    Set(ours.keys).intersection(theirs.keys).sorted().flatMap { table -> [String] in
      let (first, second) = (ours[table] ?? [], theirs[table] ?? [])
      guard first.count == second.count else {
        return ["\(table): ours has \(first.count) rows, theirs \(second.count)"]
      }
      return zip(first, second).flatMap { row, other in
        Set(row.keys).intersection(other.keys).sorted().compactMap { column in
          let (cell, otherCell) = (row[column], other[column])
          if cell == otherCell || external.contains(column) && areFiles(cell, otherCell) {
            return nil
          }
          let place = key(of: row).map { " row \($0)" } ?? ""
          return
            "\(table)\(place): \(column) is \(text(cell)) in ours, \(text(otherCell)) in theirs"
        }
      }
    }
  }

  /// Whether two cells are the marker and the name of a file.
  private static func areFiles(_ cell: SQLValue?, _ other: SQLValue?) -> Bool {
    guard case .blob(let bytes) = cell, case .blob(let others) = other else { return false }
    return bytes.first == 2 && others.first == 2 && bytes.count == others.count
  }

  private static func key(of row: [String: SQLValue]) -> Int64? {
    if case .integer(let key) = row["Z_PK"] ?? row["Z_ENT"] { key } else { nil }
  }

  private static func text(_ value: SQLValue?) -> String {
    switch value {
    case nil: "nothing"
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "'\(text.prefix(80))'"
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
