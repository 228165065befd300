package import Foundation
import GoldenStoreModel

/// What the bits of `ACHANGE.ZCOLUMNS` stand for in the changes of one entity.
///
/// Format: StoreFormat F180.
package struct ChangedColumns: Hashable, Sendable {
  /// What a bit says to have changed.
  package enum Place: Hashable, Sendable {
    /// The key of a to-one.
    case foreignKey(relationship: String)
    /// The entity number beside the key of a to-one.
    case entityColumn(relationship: String)
    /// The rank of the object in the ordered inverse of a to-one.
    case orderKey(relationship: String)
    /// An attribute, a derived one too; `composite.element` for an element.
    case attribute(String)
    case toMany(relationship: String)
  }

  /// The places in the order of the bits: the first one is the highest bit of the first byte.
  package let places: [Place]
  /// Whether a composite attribute is among them, for which no store shows the order.
  package let hasComposite: Bool

  /// The length of a mask.
  package var byteCount: Int { (places.count + 7) / 8 }

  package init(of entity: EntityLayout, in layout: StoreLayout) {
    var relationships: [RelationshipLayout] = []
    var attributes: [AttributeColumn] = []
    var seen: Set<String> = []
    let described = layout.model.entity(named: entity.name)
    for level in described.map({ layout.model.lineage(of: $0) }) ?? [] {
      // What an ancestor declares too stands at the ancestor's level.
      let names = level.properties.filter { seen.insert($0).inserted }
      for name in names.sorted(by: NameOrder.precedes) {
        if let relationship = entity.relationship(named: name) {
          relationships.append(relationship)
        }
        attributes += entity.attributes.filter {
          $0.attribute.name == name || $0.attribute.name.hasPrefix(name + ".")
        }
      }
    }
    var groups: [[Place]] = Array(repeating: [], count: 5)
    for relationship in relationships {
      let name = relationship.relationship.name
      guard case .toOne(_, let entityColumn, let orderKey) = relationship.storage else {
        groups[4].append(.toMany(relationship: name))
        continue
      }
      groups[0].append(.foreignKey(relationship: name))
      if entityColumn != nil { groups[1].append(.entityColumn(relationship: name)) }
      if orderKey != nil { groups[2].append(.orderKey(relationship: name)) }
    }
    groups[3] = attributes.map { .attribute($0.attribute.name) }
    places = groups.flatMap(\.self)
    hasComposite = attributes.contains { $0.attribute.name.contains(".") }
  }

  /// The bits of a mask, one for each place; nil for bytes that are no mask of this entity.
  package func bits(of mask: Data) -> [Bool]? {
    guard mask.count == byteCount else { return nil }
    let bytes = [UInt8](mask)
    let bits = (0..<8 * bytes.count).map { bytes[$0 / 8] & (0x80 >> UInt8($0 % 8)) != 0 }
    return bits[places.count...].contains(true) ? nil : Array(bits[..<places.count])
  }

  /// The mask of some bits.
  package static func mask(of bits: [Bool]) -> Data {
    var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
    for (position, bit) in bits.enumerated() where bit {
      bytes[position / 8] |= 0x80 >> UInt8(position % 8)
    }
    return Data(bytes)
  }
}

extension Entity {
  /// The names of all properties that the entity itself declares.
  fileprivate var properties: [String] { attributes.map(\.name) + relationships.map(\.name) }
}
