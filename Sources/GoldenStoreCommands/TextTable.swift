/// Lines of text in aligned columns.
///
/// Widths are counted in characters. The last column is never padded, so that no line ends in
/// blanks.
struct TextTable {
  enum Alignment { case leading, trailing }

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  init(_ alignments: Alignment...) { self.alignments = alignments }

  /// Adds a row; it has at most as many cells as there are columns.
  mutating func add(_ cells: String...) { rows.append(cells) }

  var isEmpty: Bool { rows.isEmpty }

  /// The rows in order, two blanks between columns, behind a number of blanks.
  func lines(indentedBy indent: Int = 0) -> [String] {
    let widths = alignments.indices.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { cells in
      let padded = cells.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        if alignments[column] == .trailing { return blanks + cell }
        return column == cells.count - 1 ? cell : cell + blanks
      }
      return String(repeating: " ", count: indent) + padded.joined(separator: "  ")
    }
  }
}

/// Numbers as a person reads them, the same in every locale.
enum Amount {
  /// A count with thousands separated, such as `12,345`.
  static func count(_ number: some BinaryInteger) -> String {
    var digits = "\(number.magnitude)"
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = String(digits.dropLast(3))
    }
    groups.insert(digits[...], at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// A count with its noun, such as `1 row`, `12,345 rows`.
  static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A size in units of 1024 bytes with one decimal, such as `32.0 KB`; below that in bytes.
  static func size(bytes: Int64) -> String {
    guard bytes >= 1024 else { return count(bytes, "byte") }
    let units = ["KB", "MB", "GB"]
    var power = 1
    while true {
      let scale = Int64(1) << (10 * power)
      // Rounded to a tenth, which may complete the next unit.
      let tenths = bytes / scale * 10 + (bytes % scale * 10 + scale / 2) / scale
      if tenths < 10_240 || power == units.count {
        return "\(count(tenths / 10)).\(tenths % 10) \(units[power - 1])"
      }
      power += 1
    }
  }
}
