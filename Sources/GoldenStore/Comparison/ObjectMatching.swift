import GoldenStoreFormat
package import GoldenStoreModel

/// Finds the expected object that each found one is, where that is not said by its key.
///
/// Then the found objects can be given the expected ones' keys, in relationships too, and compared
/// as if keys had been kept.
package struct ObjectMatching {
  /// The found objects under the keys of those that they are; one that is none of them keeps its
  /// key if that is free, or else gets a negative one.
  package private(set) var found: StoreContents
  /// What keeps objects from being told apart.
  package private(set) var report = DifferenceReport()

  private let rules: ComparisonRules
  private let expected: StoreContents
  private var partners: [ObjectReference: ObjectReference] = [:]
  /// The objects that have no partner yet, by entity.
  private var openExpected: [String: [StoredObject]] = [:]
  private var openFound: [String: [StoredObject]] = [:]

  /// Matches by key, then by attribute, then by values.
  package init(expected: StoreContents, found: StoreContents, rules: ComparisonRules) {
    self.rules = rules
    self.expected = expected
    self.found = found
    let needsMatching =
      !rules.identities.isEmpty
      || expected.entities.contains { $0.objects.first.map { $0.primaryKey < 0 } ?? false }
    guard needsMatching else { return }
    for entity in found.entities { matchByIdentity(entity.entity) }
    for usesTargets in [true, false] {
      for entity in found.entities { matchByValues(entity.entity, usesTargets: usesTargets) }
    }
    for entity in found.entities { matchByLikeness(entity.entity) }
    self.found = renumbered()
  }

  // MARK: Finding partners

  private mutating func matchByIdentity(_ entity: String) {
    let (first, second) = (expected.objects(of: entity), found.objects(of: entity))
    switch rules.identities[entity] ?? .primaryKey {
    case .primaryKey:
      pair(entity, first.map { ($0, $0.primaryKey) }, second.map { ($0, $0.primaryKey) })
      // An object that lost its key is not to be found again under another.
      openExpected[entity]?.removeAll { $0.primaryKey >= 0 }
    case .attribute(let name):
      requireDifferent(name, of: entity, first, isExpected: true)
      requireDifferent(name, of: entity, second, isExpected: false)
      pair(
        entity, first.map { ($0, $0.value(of: name)) }, second.map { ($0, $0.value(of: name)) })
    case .seed:
      openExpected[entity] = first
      openFound[entity] = second
    }
  }

  /// Two objects that an attribute does not tell apart are a difference of their own.
  private mutating func requireDifferent(
    _ name: String, of entity: String, _ objects: [StoredObject], isExpected: Bool
  ) {
    var seen: Set<AttributeValue> = []
    for object in objects {
      let value = object.value(of: name) ?? .null
      if !value.isNull, seen.insert(value).inserted { continue }
      report.add(
        StoreDifference(
          .value, entity: entity, object: object.primaryKey, property: name,
          expected: .text(
            "a value that tells objects apart\(isExpected ? " among those expected" : "")"),
          found: .value(value)))
    }
  }

  /// What an object says, and leads to as far as that is known.
  private struct Appearance: Hashable {
    let values: [AttributeValue]
    let targets: [[ObjectReference]]
  }

  private mutating func matchByValues(_ entity: String, usesTargets: Bool) {
    guard let first = openExpected[entity], let second = openFound[entity], !first.isEmpty,
      !second.isEmpty
    else { return }
    let known = Set(partners.values)
    let partners = self.partners
    func appearance(
      _ object: StoredObject, _ translate: (ObjectReference) -> ObjectReference?
    ) -> Appearance {
      let shape = object.shape
      let values = zip(shape.attributes, object.values)
        .filter { rules.isExact(entity, $0.0) }.map(\.1)
      guard usesTargets else { return Appearance(values: values, targets: []) }
      let targets = zip(shape.relationships, object.targets)
        .filter { rules.isExact(entity, $0.0) }
        .map { $0.1.compactMap(translate).sorted(by: ObjectReference.precedes) }
      return Appearance(values: values, targets: targets)
    }
    pair(
      entity, first.map { ($0, appearance($0) { known.contains($0) ? $0 : nil }) },
      second.map { ($0, appearance($0) { partners[$0] }) })
  }

  /// Makes partners of objects with equal marks, in their order where several have one mark.
  private mutating func pair<Mark: Hashable>(
    _ entity: String, _ first: [(StoredObject, Mark?)], _ second: [(StoredObject, Mark?)]
  ) {
    var waiting: [Mark: [StoredObject]] = [:]
    for (object, mark) in first.reversed() {
      if let mark { waiting[mark, default: []].append(object) }
    }
    var rest: [StoredObject] = []
    var taken: Set<ObjectReference> = []
    for (object, mark) in second {
      if let mark, let partner = waiting[mark]?.popLast() {
        partners[object.reference] = partner.reference
        taken.insert(partner.reference)
      } else {
        rest.append(object)
      }
    }
    openExpected[entity] = first.map(\.0).filter { !taken.contains($0.reference) }
    openFound[entity] = rest
  }

  /// Makes partners of the rest where they agree in at least half of their values, so that what
  /// differs is told by property. Large rests are left alone.
  private mutating func matchByLikeness(_ entity: String) {
    guard let first = openExpected[entity], var second = openFound[entity],
      first.count * second.count <= 250_000
    else { return }
    for object in first {
      func likeness(_ other: StoredObject) -> Int {
        zip(object.values, other.values).filter(==).count
      }
      guard let best = second.indices.max(by: { likeness(second[$0]) < likeness(second[$1]) }),
        2 * likeness(second[best]) >= object.values.count
      else { continue }
      partners[second[best].reference] = object.reference
      second.remove(at: best)
    }
    openFound[entity] = second
  }

  // MARK: Renumbering

  private func renumbered() -> StoreContents {
    var names = partners
    let taken = Set(expected.entities.flatMap { $0.objects.map(\.reference) })
    for object in found.entities.flatMap(\.objects) where names[object.reference] == nil {
      let key = object.primaryKey
      names[object.reference] =
        taken.contains(object.reference)
        ? ObjectReference(entity: object.entity, primaryKey: key < 0 ? .min - key : .min + key)
        : object.reference
    }
    return found.mapObjects { object in
      StoredObject(
        shape: object.shape, primaryKey: names[object.reference]?.primaryKey ?? object.primaryKey,
        values: object.values,
        targets: object.targets.map { targets in targets.map { names[$0] ?? $0 } })
    }
  }
}
