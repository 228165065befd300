/// A trigger of a store.
public struct TriggerLayout: Hashable, Sendable {
  public let name: String
  /// The table whose changes run the trigger.
  public let table: String
  /// The entity that declares what the trigger keeps.
  public let entity: String
  /// The derived attribute, or the index of RTree elements, that the trigger keeps.
  public let property: String
  /// What follows the name, from `AFTER` to `END`.
  public let body: String

  /// The statement that makes the trigger, byte for byte as Core Data writes it where that is
  /// known.
  public var createStatement: String { "CREATE TRIGGER \(name) \(body)" }
}

/// A virtual table that answers where something is: an index whose elements are of type RTree.
///
/// SQLite keeps its content in tables named after it, which no statement of ours makes.
///
/// Format: StoreFormat F74.
public struct SpatialIndexLayout: Hashable, Sendable {
  public let name: String
  /// The table whose rows are indexed.
  public let table: String
  /// The entity that declares the index.
  public let entity: String
  /// The indexed columns of the table.
  public let columns: [String]

  public var createStatement: String {
    let bounds = columns.map { ", \($0)_MIN FLOAT, \($0)_MAX FLOAT" }.joined()
    return "CREATE VIRTUAL TABLE \(name) USING RTREE (Z_PK INTEGER PRIMARY KEY\(bounds))"
  }

  /// The tables that SQLite makes for the index.
  public var shadowTables: [String] { ["_rowid", "_node", "_parent"].map { name + $0 } }

  /// The names of the triggers that keep the index.
  package var triggerNames: [String] { triggers(index: name).map(\.name) }

  /// The triggers that keep the index.
  func triggers(index: String) -> [TriggerLayout] {
    let names = (["Z_PK"] + columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] })
      .joined(separator: ", ")
    // The space before the first comma is Core Data's.
    let values =
      "NEW.Z_PK"
      + columns.enumerated().map { position, column in
        ", NEW.\(column)\(position == 0 ? " ,NEW." : ", NEW.")\(column)"
      }.joined()
    return [
      (
        "INSERT",
        "INSERT OR REPLACE INTO \(name) (\(names)) VALUES (\(values)) ;"
      ),
      (
        "UPDATE",
        "DELETE FROM \(name) WHERE Z_PK = NEW.Z_PK ; "
          + "INSERT INTO \(name) (\(names)) VALUES (\(values)) ;"
      ),
      ("DELETE", "DELETE FROM \(name) WHERE Z_PK = OLD.Z_PK ;"),
    ].map { event, action in
      TriggerLayout(
        name: "\(name)_\(event)", table: table, entity: entity, property: index,
        body: "AFTER \(event) ON \(table) FOR EACH ROW BEGIN \(action) END")
    }
  }
}
