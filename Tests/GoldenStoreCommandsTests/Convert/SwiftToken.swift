/// A token of Swift source, as far as a declared history needs it; comments and spaces are gone.
enum SwiftToken: Equatable {
  case word(String)
  case text(String)
  /// A number as it is written, its sign included.
  case number(String)
  case mark(Character)

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// The tokens of a source text.
  ///
  /// - Throws: `Problem` for anything that it does not know, so that nothing is read past.
  static func tokens(of source: String) throws -> [SwiftToken] {
    var scanner = Scanner(rest: Array(source.unicodeScalars)[...])
    var tokens: [SwiftToken] = []
    while let token = try scanner.next() { tokens.append(token) }
    return tokens
  }

  private struct Scanner {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func next() throws -> SwiftToken? {
      while let first = rest.first {
        if first == " " || first == "\n" {
          rest.removeFirst()
        } else if starts(with: "//") {
          rest = rest.drop { $0 != "\n" }
        } else {
          break
        }
      }
      guard let first = rest.first else { return nil }
      if starts(with: "\"\"\"") { return .text(try multilineText()) }
      if first == "\"" { return .text(try text()) }
      if Self.isDigit(first) { return .number(number()) }
      if first == "-" {
        rest.removeFirst()
        guard let digit = rest.first, Self.isDigit(digit) else { return .mark("-") }
        return .number("-" + number())
      }
      if Self.isLetter(first) {
        return .word(String(take { Self.isLetter($0) || Self.isDigit($0) }))
      }
      guard "()[]{},:.=".unicodeScalars.contains(first) else {
        throw Problem(description: "unknown character '\(first)'")
      }
      rest.removeFirst()
      return .mark(Character(first))
    }

    private mutating func take(_ belongs: (Unicode.Scalar) -> Bool) -> String {
      let taken = rest.prefix(while: belongs)
      rest = rest[taken.endIndex...]
      return taken.map { String($0) }.joined()
    }

    private func starts(with text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

    private mutating func number() -> String {
      var text = take { Self.isDigit($0) || $0 == "_" }
      if rest.first == ".", rest.dropFirst().first.map(Self.isDigit) == true {
        rest.removeFirst()
        text += "." + take { Self.isDigit($0) }
      }
      if rest.first == "e" {
        rest.removeFirst()
        text += "e" + take { $0 == "+" || $0 == "-" } + take { Self.isDigit($0) }
      }
      return text
    }

    private mutating func text() throws -> String {
      rest.removeFirst()
      var scalars = String.UnicodeScalarView()
      while let first = rest.popFirst() {
        switch first {
        case "\"": return String(scalars)
        case "\\": scalars.append(try escape())
        case "\n": throw Problem(description: "a text goes past the end of its line")
        default: scalars.append(first)
        }
      }
      throw Problem(description: "a text is not closed")
    }

    /// The character of an escape, after the backslash.
    private mutating func escape() throws -> Unicode.Scalar {
      switch rest.popFirst() {
      case "n": return "\n"
      case "r": return "\r"
      case "t": return "\t"
      case "0": return "\0"
      case "\"": return "\""
      case "\\": return "\\"
      case "u":
        guard rest.popFirst() == "{" else { break }
        let digits = take { $0 != "}" }
        rest.removeFirst()
        guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
          break
        }
        return scalar
      default: break
      }
      throw Problem(description: "unknown escape")
    }

    /// A text in three quotes: what the last line is indented by is no part of it.
    private mutating func multilineText() throws -> String {
      rest.removeFirst(3)
      guard rest.popFirst() == "\n" else {
        throw Problem(description: "a text of several lines begins on the line of its quotes")
      }
      var lines: [[Unicode.Scalar]] = []
      while true {
        let line = Array(rest.prefix { $0 != "\n" })
        guard rest.count > line.count else { throw Problem(description: "a text is not closed") }
        let content = Array(line.drop { $0 == " " })
        if content.starts(with: "\"\"\"".unicodeScalars) {
          let margin = line.count - content.count
          rest = rest.dropFirst(margin + 3)
          return try joined(lines, margin: margin)
        }
        lines.append(line)
        rest = rest.dropFirst(line.count + 1)
      }
    }

    private func joined(_ lines: [[Unicode.Scalar]], margin: Int) throws -> String {
      var scalars = String.UnicodeScalarView()
      for (position, line) in lines.enumerated() {
        let isIndented = line.prefix(margin).allSatisfy { $0 == " " } && line.count >= margin
        guard line.isEmpty || isIndented else {
          throw Problem(description: "a line is indented less than the end of its text")
        }
        var content = Scanner(rest: line.dropFirst(margin))
        var isContinued = false
        while let first = content.rest.popFirst() {
          if first == "\\", content.rest.isEmpty {
            isContinued = true
          } else {
            scalars.append(first == "\\" ? try content.escape() : first)
          }
        }
        if !isContinued, position < lines.count - 1 { scalars.append("\n") }
      }
      return String(scalars)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
  }
}
