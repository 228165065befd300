import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// The indexes that a model asks for, found in a file by their names and compared column by column.
enum PlainIndexes {
  static func problems(_ connection: Connection, _ layout: StoreLayout) throws -> [String] {
    var problems: [String] = []
    for entity in layout.model.model.entities {
      guard let place = layout.entity(named: entity.name) else { continue }
      for index in entity.fetchIndexes {
        let name = "Z_\(entity.name)_\(index.name)"
        let expected = elements(of: index, at: place)
        let isSpatial = index.elements.contains { $0.kind == .rTree }
        let isAlone = index.elements.count == 1 && isRelationship(index.elements[0], at: place)
        let found =
          isSpatial
          ? try columns(of: name, connection) : try RecordedLayout.elements(of: name, connection)
        if found != (isAlone ? [] : isSpatial ? bounds(expected) : expected) {
          problems.append("'\(name)': found \(found), expected \(expected)")
        }
        if !isAlone, !isSpatial, let text = index.partialIndexPredicate {
          let condition = try condition(of: name, connection)
          if condition.isEmpty { problems.append("'\(name)' has no condition for \(text)") }
        }
      }
      for constraint in entity.uniquenessConstraints {
        let name = "Z_\(entity.name)_UNIQUE_\(constraint.properties.joined(separator: "_"))"
        let expected = constraint.properties.map { column(of: $0, at: place) + " BINARY" }
        let found = try RecordedLayout.elements(of: name, connection)
        let isUnique = try connection.integer(
          """
          SELECT count(*) FROM pragma_index_list(\(place.tableName))
          WHERE name = \(name) AND "unique" = 1
          """)
        if found != expected || isUnique != 1 {
          problems.append("'\(name)': found \(found), unique \(isUnique), expected \(expected)")
        }
      }
    }
    return problems
  }

  private static func isRelationship(
    _ element: FetchIndexElement, at place: EntityLayout
  ) -> Bool {
    element.property.map { place.relationship(named: $0) != nil } ?? false
  }

  /// Columns with collation and direction; a to-many among others has none.
  private static func elements(of index: FetchIndex, at place: EntityLayout) -> [String] {
    index.elements.compactMap { element in
      let column =
        switch element.subject {
        case .expression("entity", _): "Z_ENT"
        case .expression: "Z_PK"
        case .property(let name): column(of: name, at: place)
        }
      return column.isEmpty ? nil : "\(column) BINARY\(element.isAscending ? "" : " DESC")"
    }
  }

  /// The column of an attribute or of a to-one's key; empty for a to-many.
  private static func column(of property: String, at place: EntityLayout) -> String {
    if let attribute = place.attribute(named: property) { return attribute.column }
    guard case .toOne(let key, _, _)? = place.relationship(named: property)?.storage else {
      return ""
    }
    return key
  }

  // MARK: RTree

  private static func bounds(_ elements: [String]) -> [String] {
    ["Z_PK"]
      + elements.flatMap { element in
        let column = element.prefix { $0 != " " }
        return ["\(column)_MIN", "\(column)_MAX"]
      }
  }

  private static func columns(of table: String, _ connection: Connection) throws -> [String] {
    try connection.rows("SELECT name FROM pragma_table_info(\(table)) ORDER BY cid") {
      try $0.text(at: 0)
    }
  }

  private static func condition(of index: String, _ connection: Connection) throws -> String {
    let text = try connection.firstRow("SELECT sql FROM sqlite_master WHERE name = \(index)") {
      try $0.text(at: 0)
    }
    return text?.range(of: " WHERE ").map { String(text?[$0.upperBound...] ?? "") } ?? ""
  }
}
