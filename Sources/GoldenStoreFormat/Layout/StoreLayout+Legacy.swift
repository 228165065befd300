/// The statements of older frameworks, for comparisons with their stores; never written.
///
/// Format: StoreFormat F121.
extension StoreLayout {
  /// What a version of Core Data's framework makes of the same model.
  ///
  /// The order of the statements is today's, which is that of frameworks from 800 on.
  package func statements(asWrittenBy framework: Int) -> [String] {
    let hasInlineUniqueness = framework <= 851
    let hasFetchIndexes = framework >= 836
    var legacy: [String] = []
    for statement in statements {
      if framework <= 519, statement == StoreNames.modelCacheStatement { continue }
      if let index = indexes.first(where: { $0.createStatement == statement }) {
        switch index.kind {
        case .uniqueness where hasInlineUniqueness: continue
        case .fetch where !hasFetchIndexes:
          legacy.append(legacyStatement(of: index))
          continue
        default: break
        }
      }
      let table = tables.first { $0.createStatement == statement }
      legacy.append(
        hasInlineUniqueness ? table.map(withInlineUniqueness) ?? statement : statement)
    }
    var seen: Set<String> = []
    return legacy.filter { seen.insert($0).inserted }
  }

  /// `ZPERSON_ZNAME_INDEX` over one column, `ZPERSON_ZNAME_ZAGE` over several.
  private func legacyStatement(of index: IndexLayout) -> String {
    let columns = index.columns
    let name =
      columns.count == 1
      ? StoreNames.index(on: index.table, columns: columns)
      : ([index.table] + columns).joined(separator: "_")
    return "CREATE INDEX \(name) ON \(index.table) (\(columns.joined(separator: ", ")))"
  }

  private func withInlineUniqueness(_ table: TableLayout) -> String {
    let constraints = indexes.filter { $0.kind == .uniqueness && $0.table == table.name }
      .map { $0.columns.sorted() }
    let single = Set(constraints.filter { $0.count == 1 }.joined())
    let list = table.columns.map { column in
      "\(column.name) \(column.declaredType)"
        + (column.role == .primaryKey ? " PRIMARY KEY" : "")
        + (single.contains(column.name) ? " UNIQUE" : "")
    }
    let compound = constraints.filter { $0.count > 1 }.map { columns in
      "CONSTRAINT \(columns.joined(separator: "_")) UNIQUE (\(columns.joined(separator: ", ")))"
    }
    guard !compound.isEmpty else {
      return "CREATE TABLE \(table.name) ( \(list.joined(separator: ", ")) )"
    }
    return "CREATE TABLE \(table.name) ( \((list + compound).joined(separator: ", ")))"
  }
}

extension IndexLayout {
  /// The indexed columns, in the order of the index.
  fileprivate var columns: [String] {
    let list = body.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    return list.split(separator: ",").compactMap { element in
      element.split(separator: " ").first.map(String.init)
    }
  }
}
