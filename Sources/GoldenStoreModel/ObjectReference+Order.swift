extension ObjectReference {
  /// The order of the targets of an unordered relationship: by entity, then by key.
  package static func precedes(_ left: ObjectReference, _ right: ObjectReference) -> Bool {
    left.entity == right.entity
      ? left.primaryKey < right.primaryKey : NameOrder.precedes(left.entity, right.entity)
  }
}
