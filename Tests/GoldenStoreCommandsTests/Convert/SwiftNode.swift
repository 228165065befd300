/// An expression of a declared history, read back from its source.
indirect enum SwiftNode {
  case text(String)
  case number(String)
  /// A constant, a type, `true`.
  case name(String)
  /// `.string`, or the function of `.uri("…")`.
  case member(String)
  case array([SwiftNode])
  case call(SwiftNode, [Argument], closure: [SwiftNode])

  struct Argument {
    let label: String?
    let value: SwiftNode
  }

  /// The constants of a file, in order.
  struct File {
    var imports: [String] = []
    var constants: [(name: String, isPublic: Bool, value: SwiftNode)] = []
  }

  /// Reads a file of imports and constants.
  ///
  /// - Throws: `SwiftToken.Problem` for anything else.
  static func file(_ source: String) throws -> File {
    var parser = Parser(rest: try SwiftToken.tokens(of: source)[...])
    var file = File()
    while !parser.rest.isEmpty {
      let access = try parser.word()
      let keyword = try parser.word()
      switch (access, keyword) {
      case ("public", "import"): file.imports.append(try parser.word())
      case ("public", "let"), ("private", "let"):
        let name = try parser.word()
        try parser.expect("=")
        file.constants.append((name, access == "public", try parser.expression()))
      default: throw SwiftToken.Problem(description: "found '\(access) \(keyword)'")
      }
    }
    return file
  }

  private struct Parser {
    var rest: ArraySlice<SwiftToken>

    mutating func word() throws -> String {
      guard case .word(let word) = rest.popFirst() else {
        throw SwiftToken.Problem(description: "expected a word before \(rest.prefix(3))")
      }
      return word
    }

    mutating func expect(_ mark: Character) throws {
      guard rest.popFirst() == .mark(mark) else {
        throw SwiftToken.Problem(description: "expected '\(mark)' before \(rest.prefix(3))")
      }
    }

    mutating func expression() throws -> SwiftNode {
      var node: SwiftNode
      switch rest.popFirst() {
      case .text(let text): return .text(text)
      case .number(let number): return .number(number)
      case .word(let word): node = .name(word)
      case .mark("."): node = .member(try word())
      case .mark("-"):
        guard rest.first == .mark(".") else {
          node = .name("-" + (try word()))
          break
        }
        rest.removeFirst()
        return .member("-" + (try word()))
      case .mark("["): return .array(try list(until: "]").map(\.value))
      default: throw SwiftToken.Problem(description: "expected a value before \(rest.prefix(3))")
      }
      guard rest.first == .mark("(") else { return node }
      rest.removeFirst()
      let arguments = try list(until: ")")
      var closure: [SwiftNode] = []
      if rest.first == .mark("{") {
        rest.removeFirst()
        while rest.first != .mark("}") { closure.append(try expression()) }
        rest.removeFirst()
      }
      node = .call(node, arguments, closure: closure)
      return node
    }

    private mutating func list(until end: Character) throws -> [Argument] {
      var arguments: [Argument] = []
      while rest.first != .mark(end) {
        var label: String?
        if case .word(let word) = rest.first, rest.dropFirst().first == .mark(":") {
          label = word
          rest = rest.dropFirst(2)
        }
        arguments.append(Argument(label: label, value: try expression()))
        if rest.first != .mark(end) { try expect(",") }
      }
      rest.removeFirst()
      return arguments
    }
  }
}
