import GoldenStore
import GoldenStoreModel

/// Random changes of inverses and destinations.
extension ModelEvolution {
  /// The places of a random relationship of a kind, with its inverse.
  private mutating func chooseLinked(
    where isSuitable: (_ own: Relationship, _ inverse: Relationship) -> Bool
  ) -> (own: (Int, Int), inverse: (Int, Int))? {
    let now = self
    let place = choose { relationship in
      guard let inverse = now.inverse(of: relationship) else { return false }
      return isSuitable(relationship, inverse)
    }
    guard let place, let inverse = place.inverse else { return nil }
    return (place.own, inverse)
  }

  private func inverse(of relationship: Relationship) -> Relationship? {
    entities.first { $0.name == relationship.destination }?.relationships.first {
      $0.name == relationship.inverse
    }
  }

  /// Two ends live on without each other.
  mutating func part() -> Bool {
    let place = chooseLinked { own, inverse in !(own.isToMany && inverse.isToMany) }
    guard let place else { return false }
    entities[place.own.0].relationships[place.own.1].inverse = nil
    entities[place.inverse.0].relationships[place.inverse.1].inverse = nil
    return true
  }

  /// One end goes, the other one lives on without it.
  mutating func removeInverse() -> Bool {
    let place = chooseLinked { own, inverse in
      own.name != inverse.name && !(own.isToMany && inverse.isToMany)
    }
    guard let place else { return false }
    entities[place.own.0].relationships[place.own.1].inverse = nil
    entities[place.inverse.0].relationships.remove(at: place.inverse.1)
    return true
  }

  /// An end without inverse gets a new one.
  mutating func addInverse() -> Bool {
    guard let place = choose(where: { $0.inverse == nil }),
      let target = entities.firstIndex(where: {
        $0.name == entities[place.own.0].relationships[place.own.1].destination
      })
    else { return false }
    let own = entities[place.own.0].relationships[place.own.1]
    let name = newName("v")
    entities[place.own.0].relationships[place.own.1].inverse = name
    entities[target].relationships.append(
      Relationship(
        name, to: entities[place.own.0].name, inverse: own.name,
        choice(of: 2) == 0 ? .toOne : .toMany))
    return true
  }

  /// Two ends without inverse that lead to each other's entities become one relationship.
  mutating func join() -> Bool {
    var places: [((Int, Int), (Int, Int))] = []
    for first in entities.indices {
      for (at, own) in entities[first].relationships.enumerated() where own.inverse == nil {
        for second in entities.indices where entities[second].name == own.destination {
          for (place, other) in entities[second].relationships.enumerated()
          where other.inverse == nil && other.destination == entities[first].name
            && (first, at) != (second, place) && !(own.isToMany && other.isToMany)
          {
            places.append(((first, at), (second, place)))
          }
        }
      }
    }
    guard !places.isEmpty else { return false }
    let (own, other) = places[choice(of: places.count)]
    entities[own.0].relationships[own.1].inverse = entities[other.0].relationships[other.1].name
    entities[other.0].relationships[other.1].inverse = entities[own.0].relationships[own.1].name
    return true
  }

  /// Two relationships of the same ends exchange their inverses.
  mutating func crossInverses() -> Bool {
    var places: [((Int, Int), (Int, Int))] = []
    for entity in entities.indices {
      let relationships = entities[entity].relationships
      for first in relationships.indices {
        for second in relationships.indices where first < second {
          let pair = [relationships[first], relationships[second]]
          guard let one = inverse(of: pair[0]), let two = inverse(of: pair[1]),
            pair[0].destination == pair[1].destination,
            Set([pair[0].name, pair[1].name, one.name, two.name]).count == 4
          else { continue }
          places.append(((entity, first), (entity, second)))
        }
      }
    }
    guard !places.isEmpty else { return false }
    let (first, second) = places[choice(of: places.count)]
    let one = entities[first.0].relationships[first.1]
    let two = entities[second.0].relationships[second.1]
    guard let target = entities.firstIndex(where: { $0.name == one.destination }) else {
      return false
    }
    entities[first.0].relationships[first.1].inverse = two.inverse
    entities[second.0].relationships[second.1].inverse = one.inverse
    for at in entities[target].relationships.indices {
      if entities[target].relationships[at].name == one.inverse {
        entities[target].relationships[at].inverse = two.name
      } else if entities[target].relationships[at].name == two.inverse {
        entities[target].relationships[at].inverse = one.name
      }
    }
    return true
  }

  /// One end is another property than before, of any number of targets.
  mutating func replaceInverse() -> Bool {
    let place = chooseLinked { own, inverse in own.isToMany && own.name != inverse.name }
    guard let place else { return false }
    let name = newName("w")
    let isToMany = choice(of: 2) == 0
    var end = entities[place.inverse.0].relationships[place.inverse.1]
    end.name = name
    end.renamingIdentifier = nil
    end.maxCount = isToMany ? 0 : 1
    end.isOrdered = isToMany && end.isOrdered
    entities[place.inverse.0].relationships[place.inverse.1] = end
    entities[place.own.0].relationships[place.own.1].inverse = name
    return true
  }

  /// One of two ends of one entity goes, the other one becomes its own inverse.
  mutating func closeCircle() -> Bool {
    let place = chooseLinked { own, inverse in
      own.name != inverse.name && own.isToMany && own.destination == inverse.destination
    }
    guard let place else { return false }
    let own = entities[place.own.0].relationships[place.own.1]
    entities[place.own.0].relationships[place.own.1].inverse = own.name
    entities[place.own.0].relationships[place.own.1].isOrdered = false
    entities[place.own.0].relationships.remove(at: place.inverse.1)
    return true
  }

  /// Two new ends with the renaming identifiers of two that stay.
  mutating func doubleRelationship() -> Bool {
    guard let place = choose() else { return false }
    var own = entities[place.own.0].relationships[place.own.1]
    let names = [newName("d"), newName("d")]
    own.renamingIdentifier = own.renamingKey
    guard let other = place.inverse else {
      own.name = names[0]
      entities[place.own.0].relationships.append(own)
      return true
    }
    var end = entities[other.0].relationships[other.1]
    let isItsOwn = own.name == end.name
    end.renamingIdentifier = end.renamingKey
    own.name = names[0]
    own.inverse = isItsOwn ? names[0] : names[1]
    end.name = names[1]
    end.inverse = names[0]
    entities[place.own.0].relationships.append(own)
    if !isItsOwn { entities[other.0].relationships.append(end) }
    return true
  }

  /// A to-one of a one-to-one becomes a to-many, and its targets get a new key instead of theirs.
  mutating func reverse() -> Bool {
    let place = chooseLinked { own, inverse in
      !own.isToMany && !inverse.isToMany && own.name != inverse.name
    }
    guard let place else { return false }
    let name = newName("u")
    entities[place.own.0].relationships[place.own.1].maxCount = 0
    entities[place.own.0].relationships[place.own.1].inverse = name
    entities[place.inverse.0].relationships[place.inverse.1].name = name
    entities[place.inverse.0].relationships[place.inverse.1].renamingIdentifier = nil
    return true
  }

  /// A relationship leads to another root, whose family has at least as many objects as the
  /// former one, so that no key dangles.
  mutating func retarget() -> Bool {
    guard changes.isEmpty else { return false }
    let now = self
    let place = choose { relationship in
      let inverse = now.inverse(of: relationship)
      return inverse?.name != relationship.name
        && (!relationship.isToMany || inverse?.isToMany == true)
    }
    guard let place else { return false }
    let own = entities[place.own.0].relationships[place.own.1]
    let size = familySize(of: own.destination)
    let roots = entities.indices.filter {
      entities[$0].superentity == nil && entities[$0].name != own.destination
        && familySize(of: entities[$0].name) >= size
    }
    guard !roots.isEmpty else { return false }
    let root = roots[choice(of: roots.count)]
    entities[place.own.0].relationships[place.own.1].destination = entities[root].name
    guard let other = place.inverse else { return true }
    var end = entities[other.0].relationships[other.1]
    end.name = newName("s")
    end.renamingIdentifier = nil
    entities[place.own.0].relationships[place.own.1].inverse = own.isToMany ? end.name : nil
    if own.isToMany { entities[root].relationships.append(end) }
    entities[other.0].relationships.removeAll { $0.name == own.inverse }
    return true
  }
}
