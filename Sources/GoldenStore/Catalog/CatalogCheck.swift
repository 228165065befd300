/// What a check of a catalog found.
package struct CatalogCheck: Hashable, Sendable {
  package let history: String
  /// How many of some goldens there must be, and how many were opened and compared with their seed
  /// to the end.
  package struct Count: Hashable, Sendable {
    package var expected = 0
    package var checked = 0

    package init(expected: Int = 0, checked: Int = 0) {
      self.expected = expected
      self.checked = checked
    }
  }

  /// The versions of the history; each needs a golden.
  package var versions = Count()
  /// The shapes of versions; each needs a golden too.
  package var shapes = Count()
  /// The stores that were adopted.
  package var adoptedStores = Count()
  package var objectsCompared = 0
  package var valuesCompared = 0
  /// Everything that is wrong: catalog-wide things first, then by version.
  package var failures: [CatalogFailure] = []

  package init(history: String) {
    self.history = history
  }

  /// All goldens together.
  package var goldens: Count {
    let counts = [versions, shapes, adoptedStores]
    return Count(
      expected: counts.reduce(0) { $0 + $1.expected }, checked: counts.reduce(0) { $0 + $1.checked }
    )
  }

  package var isGreen: Bool { failures.isEmpty && goldens.checked == goldens.expected }
}

extension CatalogCheck: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, versions, pairsExpected, pairsRun, objectsCompared, valuesCompared, failures
    case versionsChecked, shapes, shapesChecked, adoptedStores, adoptedStoresChecked
  }

  /// Writes the object of one model in the command's JSON.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(history, forKey: .name)
    try container.encode(versions.expected, forKey: .versions)
    try container.encode(versions.checked, forKey: .versionsChecked)
    try container.encode(shapes.expected, forKey: .shapes)
    try container.encode(shapes.checked, forKey: .shapesChecked)
    try container.encode(adoptedStores.expected, forKey: .adoptedStores)
    try container.encode(adoptedStores.checked, forKey: .adoptedStoresChecked)
    try container.encode(0, forKey: .pairsExpected)
    try container.encode(0, forKey: .pairsRun)
    try container.encode(objectsCompared, forKey: .objectsCompared)
    try container.encode(valuesCompared, forKey: .valuesCompared)
    try container.encode(failures, forKey: .failures)
  }
}
