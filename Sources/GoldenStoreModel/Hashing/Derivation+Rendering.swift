extension Derivation {
  /// The expression as Core Data's predicate format prints it, which is what is hashed.
  ///
  /// A key path stays as it is; `pages.@count` and `count:( pages )` both become
  /// `count:(pages)`.
  ///
  /// Format: StoreFormat F6.
  ///
  /// - Throws: `ModelError.unsupportedDerivation` for anything but a key path, an aggregate or a
  ///   function.
  func rendered(entity: String, attribute: String) throws(ModelError) -> String {
    guard let text = predicateFormat else {
      throw .unsupportedDerivation(
        entity: entity, attribute: attribute, expression: expression)
    }
    return text
  }

  /// The expression as Core Data's predicate format prints it; `nil` where it has no known form.
  package var predicateFormat: String? { Derivation.rendered(expression[...], depth: 0) }

  /// The functions that stand at the end of a key path in a model file.
  private static let aggregates = [
    "@count": "count", "@sum": "sum", "@total": "sum", "@min": "min", "@max": "max",
    "@avg": "average", "@average": "average",
  ]

  private static func rendered(_ source: Substring, depth: Int) -> String? {
    let text = trimmed(source)
    if text.last == ")" {
      guard depth < 16, let open = text.firstIndex(of: "(") else { return nil }
      let name = trimmed(text[..<open])
      let argument = trimmed(text[text.index(after: open)...].dropLast())
      guard isKeyPath(name.last == ":" ? name.dropLast() : name) else { return nil }
      if argument.isEmpty { return name.last == ":" ? nil : "\(name)()" }
      guard name.last == ":", let inner = rendered(argument, depth: depth + 1) else { return nil }
      return "\(name)(\(inner))"
    }
    guard let mark = text.firstIndex(of: "@") else {
      return isKeyPath(text) ? String(text) : nil
    }
    guard let function = aggregates[String(text[mark...])], text[..<mark].last == "." else {
      return nil
    }
    let path = text[..<mark].dropLast()
    return isKeyPath(path) ? "\(function):(\(path))" : nil
  }

  /// Names joined by single points.
  private static func isKeyPath(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
        !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
