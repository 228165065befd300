package import GoldenStoreModel

/// A relationship with its inverse, as far as the file format tells relationships apart.
package struct RelationshipShape: Hashable, Sendable, CustomStringConvertible {
  package enum Side: String, CaseIterable, Sendable {
    case toOne = "to-one"
    case toMany = "to-many"
    case ordered = "ordered to-many"
  }

  package enum Inverse: Hashable, Sendable {
    case none
    /// The relationship is its own inverse.
    case itself
    case other(Side)
  }

  /// Where a relationship leads.
  package enum Place: String, CaseIterable, Sendable {
    case sameEntity = "the same entity"
    case leaf = "an entity without subentities"
    case parent = "an entity with subentities"
  }

  package var side: Side
  package var inverse: Inverse
  package var place: Place

  /// Every shape that a store can keep; an ordered relationship that is its own inverse is refused.
  package static let all: [RelationshipShape] = {
    var shapes: [RelationshipShape] = []
    for place in Place.allCases {
      for side in Side.allCases {
        shapes.append(RelationshipShape(side: side, inverse: .none, place: place))
        for inverse in Side.allCases {
          shapes.append(RelationshipShape(side: side, inverse: .other(inverse), place: place))
        }
        if place == .sameEntity, side != .ordered {
          shapes.append(RelationshipShape(side: side, inverse: .itself, place: place))
        }
      }
    }
    return shapes
  }()

  package var description: String {
    let inverse =
      switch inverse {
      case .none: "without inverse"
      case .itself: "that is its own inverse"
      case .other(let side): "with \(side.rawValue) inverse"
      }
    return "\(side.rawValue) \(inverse), to \(place.rawValue)"
  }

  package init(side: Side, inverse: Inverse, place: Place) {
    self.side = side
    self.inverse = inverse
    self.place = place
  }

  /// The shape of a relationship that a model has.
  package init(_ relationship: Relationship, of entity: Entity, in model: ValidatedModel) {
    side = Self.side(of: relationship)
    let destination = model.destination(of: relationship)
    if relationship.inverse == relationship.name, destination.name == entity.name {
      inverse = .itself
    } else if let other = model.inverse(of: relationship) {
      inverse = .other(Self.side(of: other))
    } else {
      inverse = .none
    }
    if destination.name == entity.name {
      place = .sameEntity
    } else {
      place = model.subentities(of: destination).isEmpty ? .leaf : .parent
    }
  }

  private static func side(of relationship: Relationship) -> Side {
    relationship.isToMany ? (relationship.isOrdered ? .ordered : .toMany) : .toOne
  }
}
