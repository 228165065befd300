/// An expression of the language that models are written in, before it is laid out in lines.
///
/// The layout is the one that `swift format` leaves as it is, with lines of 100 characters.
indirect enum SwiftExpression: Equatable {
  /// Something that has no place for a line break: a number, a name, `.toMany`.
  case atom(String)
  /// A text, as a literal on one line or, where it is too long for one, on several.
  case text(String)
  case call(String, [Argument])
  case array([SwiftExpression])

  /// An argument of a call.
  struct Argument: Equatable {
    let label: String?
    let value: SwiftExpression

    init(_ label: String? = nil, _ value: SwiftExpression) {
      self.label = label
      self.value = value
    }

    var prefix: String { label.map { "\($0): " } ?? "" }
  }

  /// How many characters a line may have.
  static let lineLength = 100

  /// The expression on one line.
  var flat: String {
    switch self {
    case .atom(let text): text
    case .text(let text): SwiftLiteral.string(text)
    case .call(let name, let arguments):
      "\(name)(\(arguments.map { $0.prefix + $0.value.flat }.joined(separator: ", ")))"
    case .array(let elements): "[\(elements.map(\.flat).joined(separator: ", "))]"
    }
  }

  /// The expression from a column on.
  ///
  /// - Parameters:
  ///   - column: How many characters stand before it on its line.
  ///   - indentation: Of the line that it begins on.
  ///   - tail: How many characters follow on the line on which it ends.
  ///   - closesAlone: Whether a call that is broken has its `)` on a line of its own, as it has
  ///     before a closure.
  func written(
    column: Int, indentation: Int, tail: Int, closesAlone: Bool = false
  ) -> String {
    let flat = flat
    if column + flat.count + tail <= SwiftExpression.lineLength { return flat }
    switch self {
    case .atom: return flat
    case .text(let text):
      return SwiftLiteral.multilineString(
        text, indentation: column == indentation ? indentation : indentation + 2)
    case .call(_, let arguments) where arguments.isEmpty: return flat
    case .call(let name, let arguments):
      let inner = SwiftExpression.filled(
        arguments, indentation: indentation + 2, tail: closesAlone ? 0 : tail + 1)
      let end = closesAlone ? "\n" + String(repeating: " ", count: indentation) : ""
      return "\(name)(\n\(inner)\(end))"
    case .array(let elements) where elements.isEmpty: return flat
    case .array(let elements):
      // Only a list of several elements ends with a comma.
      let comma = elements.count > 1 ? "," : ""
      let inner = SwiftExpression.filled(
        elements.map { Argument(nil, $0) }, indentation: indentation + 2, tail: comma.count)
      return "[\n\(inner)\(comma)\n\(String(repeating: " ", count: indentation))]"
    }
  }

  /// Arguments or elements on lines of their own, as many on a line as it holds.
  private static func filled(
    _ arguments: [Argument], indentation: Int, tail: Int
  ) -> String {
    let margin = String(repeating: " ", count: indentation)
    var lines = [margin]
    var isAfterBrokenOne = false
    for (position, argument) in arguments.enumerated() {
      let isLast = position == arguments.count - 1
      let following = isLast ? tail : 1
      let flatCount = argument.prefix.count + argument.value.flat.count
      var line = lines[lines.count - 1]
      if position > 0 {
        let fits = line.count + 1 + flatCount + following <= lineLength
        if fits, !isAfterBrokenOne {
          line += " "
        } else {
          lines.append(margin)
          line = margin
        }
      }
      let text = argument.written(
        column: line.count, indentation: indentation, tail: following)
      isAfterBrokenOne = text.contains("\n")
      line += text + (isLast ? "" : ",")
      // After a broken one, the last of its lines decides what still fits.
      lines.removeLast()
      lines += line.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }
    return lines.joined(separator: "\n")
  }
}

extension SwiftExpression.Argument {
  fileprivate func written(column: Int, indentation: Int, tail: Int) -> String {
    let start = column + prefix.count
    let flat = value.flat
    let isText = if case .text = value { true } else { false }
    // A text that just fits goes below its label.
    if let label, isText, start + flat.count + tail > SwiftExpression.lineLength,
      indentation + 2 + flat.count + tail <= SwiftExpression.lineLength
    {
      return "\(label):\n\(String(repeating: " ", count: indentation + 2))\(flat)"
    }
    return prefix + value.written(column: start, indentation: indentation, tail: tail)
  }
}
