/// A name as a field of a line of the pins: the line's own separators never occur in it.
///
/// Control characters are written as in Swift, `\u{9}` for a tab, and so is the backslash of a
/// name that has such a text itself; every other name stands as it is.
enum PinField {
  /// What begins and ends an escape.
  private static let start = #"\u{"#
  private static let end: Unicode.Scalar = "}"

  /// The name as it stands in a line.
  static func encoded(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let isEscape = scalar == "\\" && escape(in: scalars, at: index) != nil
      if isEscape || scalar.properties.generalCategory == .control {
        result += (start + String(scalar.value, radix: 16)).unicodeScalars
        result.append(end)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The name that a field stands for.
  static func decoded(_ field: String) -> String {
    let scalars = Array(field.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if scalars[index] == "\\", let escape = escape(in: scalars, at: index) {
        result.append(escape.scalar)
        index += escape.length
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return String(result)
  }

  /// The escape that begins at an index: only of what is ever written as one.
  private static func escape(
    in scalars: [Unicode.Scalar], at index: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    let head = Array(start.unicodeScalars)
    guard scalars[index...].starts(with: head) else { return nil }
    let digits = scalars[(index + head.count)...].prefix { $0 != end }.prefix(3)
    let text = String(String.UnicodeScalarView(digits))
    let close = index + head.count + digits.count
    guard let value = UInt32(text, radix: 16), String(value, radix: 16) == text,
      let scalar = Unicode.Scalar(value), close < scalars.count, scalars[close] == end,
      scalar == "\\" || scalar.properties.generalCategory == .control
    else { return nil }
    return (scalar, head.count + digits.count + 1)
  }
}
