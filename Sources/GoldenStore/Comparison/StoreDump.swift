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

  /// Returns one object as indented lines, each ended by a line break: its primary key, then its
  /// attributes and its relationships in name order.
  package static func text(of object: StoredObject) -> String {
    var lines = ["  \(object.primaryKey)"]
    lines += zip(object.shape.attributes, object.values).map { "    \($0): \($1)" }
    lines += zip(object.shape.relationships, object.targets).map { name, targets in
      "    \(name): " + text(of: targets)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the targets of a relationship on one line.
  package static func text(of targets: [ObjectReference]) -> String {
    targets.isEmpty ? "none" : targets.map(\.description).joined(separator: ", ")
  }
}
