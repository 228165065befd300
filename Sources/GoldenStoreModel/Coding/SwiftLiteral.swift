import Foundation

/// Spells values so that the compiler reads back exactly the same ones.
enum SwiftLiteral {
  /// A text in quotes on one line.
  static func string(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { escaped($0) }.joined() + "\""
  }

  /// A text in three quotes: its own line breaks are kept, other lines are broken between words
  /// with a backslash.
  static func multilineString(_ text: String, indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    let width = SwiftExpression.lineLength - indentation - 1
    var lines = ["\"\"\""]
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      var pieces = broken(line.map { escaped($0) }, width: width)
      // Spaces at the end of a line would be invisible, and editors remove them.
      if let last = pieces.last, last.hasSuffix(" ") {
        pieces[pieces.count - 1] = last.dropLast() + "\\u{20}"
      }
      for (position, piece) in pieces.enumerated() {
        let isLast = position == pieces.count - 1
        lines.append(piece.isEmpty && isLast ? "" : margin + piece + (isLast ? "" : "\\"))
      }
    }
    return lines.joined(separator: "\n") + "\n" + margin + "\"\"\""
  }

  /// Characters, each as it is spelled, in lines of at most a width, broken after spaces where
  /// there are any.
  private static func broken(_ characters: [String], width: Int) -> [String] {
    var lines: [String] = []
    var line: [String] = []
    var count = 0
    for character in characters {
      if count + character.count > width {
        let words = line.lastIndex(of: " ").map { $0 + 1 } ?? line.count
        lines.append(line[..<words].joined())
        line = Array(line[words...])
        count = line.reduce(0) { $0 + $1.count }
      }
      line.append(character)
      count += character.count
    }
    return lines + [line.joined()]
  }

  /// A text for a comment: one line, without what cannot be seen.
  static func comment(_ text: String) -> String {
    text.unicodeScalars.map { isVisible($0) ? String($0) : escaped($0) }.joined()
  }

  /// A whole number, long ones in groups of three digits.
  static func integer(_ value: Int64) -> String {
    let digits = Array(String(value.magnitude))
    let sign = value < 0 ? "-" : ""
    guard digits.count > 6 else { return sign + String(digits) }
    let groups = digits.indices.map { index in
      (index > 0 && (digits.count - index) % 3 == 0 ? "_" : "") + String(digits[index])
    }
    return sign + groups.joined()
  }

  /// A double as a text that the compiler reads back as the same one: the shortest, where that is
  /// safe.
  ///
  /// On x86, compilers read a literal with 64 bits first and round those to the 53 of a double. A
  /// text that is about half way between two doubles comes out as the wrong one then; 17 digits are
  /// never so far from their double. Of literals that are too small for all bits they warn.
  static func double(_ value: Double) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.infinity" : ".infinity" }
    if value.isSubnormal {
      let bits = integer(Int64(bitPattern: value.magnitude.bitPattern))
      return "\(value < 0 ? "-" : "")Double(bitPattern: \(bits))"
    }
    return isAlmostHalfWay("\(value)", from: value)
      ? String(format: "%.16e", value) : "\(value)"
  }

  /// Whether a decimal text is more than 0.49 units in the last place away from its double.
  private static func isAlmostHalfWay(_ text: String, from value: Double) -> Bool {
    // The first 21 digits of either, as the difference of both is small; the last unit of a double
    // is one of 10,000 or more in those of the 21 digits.
    let exact = digits(of: String(format: "%.20e", value))
    let short = digits(of: text)
    let length = max(exact.count, short.count)
    var difference = 0.0
    for position in 0..<length {
      let one = position < exact.count ? exact[position] : 0
      let other = position < short.count ? short[position] : 0
      difference = difference * 10 + Double(one - other)
    }
    var size = 0.0
    for position in 0..<length {
      size = size * 10 + Double(position < exact.count ? exact[position] : 0)
    }
    return difference.magnitude > 0.49 * size * (value.ulp / value.magnitude)
  }

  /// The digits of a number from the first one that is not 0, without its exponent.
  private static func digits(of text: String) -> [Int] {
    let mantissa = text.prefix { $0 != "e" }
    return Array(mantissa.compactMap(\.wholeNumberValue).drop { $0 == 0 })
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    case _ where isVisible(scalar): String(scalar)
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// Whether a reader of the source sees the character, or a plain space.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .surrogate:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }
}
