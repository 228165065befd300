import GoldenStoreModel

extension LayoutSupport {
  /// Counters and locations must be of the known form.
  ///
  /// Format: StoreFormat F126, F127.
  func checkUserInfo(of attribute: Attribute, of entity: Entity) throws(StoreError) {
    for entry in attribute.userInfo {
      let isUnderstood =
        switch entry.key {
        case Attribute.counterKey:
          attribute.counter.map { isKnown($0, of: attribute, entity) } ?? false
        case Attribute.locationKey: isKnownLocation(attribute, of: entity)
        default: true
        }
      guard isUnderstood else {
        throw .notSupported(
          feature: "user info '\(entry.key)'",
          place: "attribute '\(entity.name).\(attribute.name)'")
      }
    }
  }

  private func isKnown(_ counter: CounterRule, of attribute: Attribute, _ entity: Entity) -> Bool {
    guard attribute.type.isInteger, !attribute.isTransient, attribute.derivation == nil,
      let relationship = relationship(counter.relationship, of: entity)
    else { return false }
    let inverse = relationship.inverse.flatMap {
      properties[relationship.destination]?.relationships[$0]
    }
    if relationship.isToMany, inverse?.isToMany == true { return false }
    return counter.terms.allSatisfy { term in
      let target = properties[relationship.destination]?.attributes[term.attribute]
      return target.map {
        $0.type.columnType == .integer && !$0.isTransient && !$0.isKeptByTriggers
      } ?? false
    }
  }

  private func isKnownLocation(_ attribute: Attribute, of entity: Entity) -> Bool {
    guard attribute.isTransient, attribute.type == .undefined,
      let components = attribute.locationComponents, components.count == 2
    else { return false }
    return components.allSatisfy { name in
      properties[entity.name]?.attributes[name].map {
        $0.type.columnType == .float && !$0.isTransient
      } ?? false
    }
  }
}
