package import GoldenStoreFormat
package import GoldenStoreModel

/// The objects of a store as text for people.
package enum StoreDump {
  /// Returns every object, by entity name and then by primary key, for small stores.
  ///
  /// - Throws: What the source throws.
  package static func text(of source: some ObjectSource, entities: [String]) throws -> String {
    var parts: [String] = []
    for entity in entities.sorted(by: NameOrder.precedes) {
      var objects: [String] = []
      try source.forEachObject(of: entity) { objects.append(text(of: $0)) }
      let count = objects.count == 1 ? "1 object" : "\(objects.count) objects"
      parts.append("\(entity): \(count)\n" + objects.joined())
    }
    return parts.joined(separator: "\n")
  }

  /// How much of a long value is shown.
  package struct Style: Sendable {
    /// The characters of a text.
    let characters: Int
    /// The targets of a relationship.
    let targets: Int
  }

  /// Everything, as a golden's `dump.txt` keeps it.
  package static let full = Style(characters: .max, targets: .max)
  /// A line or two a property, for a person.
  package static let shortened = Style(characters: 120, targets: 10)

  /// Returns one object as indented lines, each ended by a line break: its primary key, then its
  /// attributes and its relationships in name order.
  package static func text(of object: StoredObject, in style: Style = full) -> String {
    var lines = ["  \(object.primaryKey)"]
    lines += zip(object.shape.attributes, object.values).map {
      "    \($0): \(text(of: $1, in: style))"
    }
    lines += zip(object.shape.relationships, object.targets).map { name, targets in
      "    \(name): " + text(of: targets, in: style)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package static func text(of value: AttributeValue, in style: Style) -> String {
    switch value {
    case .string(let text), .uri(let text):
      guard text.count > style.characters else { return value.description }
      return AttributeValue.quoted(String(text.prefix(style.characters)))
        + "… (\(text.count) characters)"
    default:
      return value.description
    }
  }

  /// Returns the targets of a relationship on one line.
  package static func text(of targets: [ObjectReference], in style: Style = full) -> String {
    if targets.isEmpty { return "none" }
    let shown = targets.prefix(style.targets).map(\.description).joined(separator: ", ")
    let hidden = targets.count - style.targets
    return shown + (hidden > 0 ? " and \(hidden) more" : "")
  }
}
