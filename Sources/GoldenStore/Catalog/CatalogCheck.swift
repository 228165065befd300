/// What a check of a catalog found.
package struct CatalogCheck: Hashable, Sendable {
  package let history: String
  /// How many versions the history has; each needs a golden.
  package let versionsExpected: Int
  /// How many goldens were opened and compared with their seed to the end.
  package var versionsChecked = 0
  package var objectsCompared = 0
  package var valuesCompared = 0
  /// Everything that is wrong: catalog-wide things first, then by version.
  package var failures: [CatalogFailure] = []

  package init(history: String, versionsExpected: Int) {
    self.history = history
    self.versionsExpected = versionsExpected
  }

  package var isGreen: Bool { failures.isEmpty && versionsChecked == versionsExpected }
}

extension CatalogCheck: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, versions, pairsExpected, pairsRun, objectsCompared, valuesCompared, failures
    case versionsChecked
  }

  /// Writes the object of one model in the command's JSON.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(history, forKey: .name)
    try container.encode(versionsExpected, forKey: .versions)
    try container.encode(versionsChecked, forKey: .versionsChecked)
    try container.encode(0, forKey: .pairsExpected)
    try container.encode(0, forKey: .pairsRun)
    try container.encode(objectsCompared, forKey: .objectsCompared)
    try container.encode(valuesCompared, forKey: .valuesCompared)
    try container.encode(failures, forKey: .failures)
  }
}
