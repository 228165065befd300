import Foundation
import GoldenStoreFormat
import GoldenStoreSQLite

/// The schema that SQLite sees in a file, beside the one that a layout plans.
enum RecordedLayout {
  /// Differences between the tables and indexes of a file and a plan.
  static func differences(_ connection: Connection, _ layout: StoreLayout) throws -> [String] {
    var problems: [String] = []
    func compare(_ what: String, _ found: [String], _ planned: [String]) {
      if found != planned { problems.append("\(what): found \(found), planned \(planned)") }
    }
    compare(
      "statements",
      try connection.rows(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
      ) { try $0.text(at: 0) }.filter { statement in
        // What SQLite's own module makes for an index of RTree elements.
        !layout.spatialIndexes.flatMap(\.shadowTables).contains { table in
          statement.hasPrefix("CREATE TABLE \"\(table)\"")
        }
      }, layout.statements)
    for table in layout.tables {
      compare(
        "columns of '\(table.name)'", try columns(of: table.name, connection),
        table.columns.map { column in
          "\(column.name) \(column.declaredType)\(column.name == "Z_PK" ? " key 1" : "")"
        })
      let planned = layout.indexes.filter { $0.table == table.name }
      compare(
        "indexes of '\(table.name)'", try indexes(of: table.name, connection).sorted(),
        planned.map { "\($0.name)\($0.isUnique ? " unique" : "")" }.sorted())
    }
    for join in layout.joinTables {
      compare(
        "columns of '\(join.name)'", try columns(of: join.name, connection),
        join.columns.enumerated().map { place, name in
          "\(name) INTEGER\(place < 2 ? " key \(place + 1)" : "")"
        })
    }
    for index in layout.indexes {
      compare(
        "index '\(index.name)'", try elements(of: index.name, connection), plannedElements(index))
    }
    return problems
  }

  private static func columns(of table: String, _ connection: Connection) throws -> [String] {
    try connection.rows(
      "SELECT name, type, pk, \"notnull\" FROM pragma_table_info(\(table)) ORDER BY cid"
    ) { row in
      try row.text(at: 0) + " " + row.text(at: 1)
        + (row.integer(at: 2) > 0 ? " key \(row.integer(at: 2))" : "")
        + (row.integer(at: 3) > 0 ? " NOT NULL" : "")
    }
  }

  private static func indexes(of table: String, _ connection: Connection) throws -> [String] {
    try connection.rows(
      "SELECT name, \"unique\" FROM pragma_index_list(\(table)) WHERE origin = 'c'"
    ) { row in try row.text(at: 0) + (row.integer(at: 1) > 0 ? " unique" : "") }
  }

  /// Column, collation and direction of each element, as SQLite parsed them.
  static func elements(of index: String, _ connection: Connection) throws -> [String] {
    try connection.rows(
      """
      SELECT name, coll, desc FROM pragma_index_xinfo(\(index)) WHERE key = 1 ORDER BY seqno
      """
    ) { row in try row.text(at: 0) + " " + row.text(at: 1) + (row.integer(at: 2) > 0 ? " DESC" : "")
    }
  }

  private static func plannedElements(_ index: IndexLayout) -> [String] {
    let list = index.body.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    return list.components(separatedBy: ", ").map { element in
      let words = element.split(separator: " ").map(String.init)
      return words[0] + " BINARY" + (words.last == "DESC" ? " DESC" : "")
    }
  }
}
