/// What a comparison found: every difference counted, the first ones kept.
package struct DifferenceReport: Hashable, Sendable {
  /// How many differences are kept in full.
  package static let limit = 1_000
  /// How many lines the description shows.
  package static let shownLines = 20

  /// The first differences, in the order in which they were found.
  package private(set) var differences: [StoreDifference] = []
  /// How many there are in all.
  package private(set) var count = 0
  /// How many objects were compared with an expected one.
  package var objectsCompared = 0
  /// How many attributes and relationships of those objects were compared.
  package var valuesCompared = 0

  package init(_ differences: [StoreDifference] = []) {
    for difference in differences { add(difference) }
  }

  /// Whether nothing differs.
  package var isEmpty: Bool { count == 0 }

  /// Counts a difference, and keeps it while there is room.
  package mutating func add(_ difference: StoreDifference) {
    count += 1
    if differences.count < Self.limit { differences.append(difference) }
  }

  /// Adds everything that another report holds.
  package mutating func add(_ other: DifferenceReport) {
    differences += other.differences.prefix(max(0, Self.limit - differences.count))
    count += other.count
    objectsCompared += other.objectsCompared
    valuesCompared += other.valuesCompared
  }

  /// The kinds that occur, in the order of their declaration.
  package var kinds: [StoreDifference.Kind] {
    StoreDifference.Kind.allCases.filter { kind in differences.contains { $0.kind == kind } }
  }

  /// Every kept difference, one a line: the text of an attachment.
  package var fullText: String { text(lines: Self.limit) }

  /// The count, at most as many differences as lines are asked for, and how many more there are.
  package func text(lines: Int) -> String {
    guard count > 0 else { return "no difference" }
    var result = [count == 1 ? "1 difference" : "\(count) differences"]
    result += differences.prefix(lines).map { "  \($0)" }
    let hidden = count - min(lines, differences.count)
    if hidden > 0 { result.append("  and \(hidden) more") }
    return result.joined(separator: "\n")
  }
}

extension DifferenceReport: CustomStringConvertible {
  /// The count, at most 20 differences, and how many more there are.
  package var description: String { text(lines: Self.shownLines) }
}

extension DifferenceReport: Encodable {
  private enum CodingKeys: String, CodingKey { case equal, count, differences }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isEmpty, forKey: .equal)
    try container.encode(count, forKey: .count)
    try container.encode(differences, forKey: .differences)
  }
}
