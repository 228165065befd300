package import GoldenStoreModel

/// The numbers of entities by the plain rule: roots by name without regard to case, each followed
/// by its subentities in the same order.
package struct PlainNumbering {
  package struct Row: Equatable {
    package let number: Int
    package let name: String
    package let superNumber: Int

    package init(number: Int, name: String, superNumber: Int) {
      self.number = number
      self.name = name
      self.superNumber = superNumber
    }
  }

  package private(set) var rows: [Row] = []

  package init(_ model: Model) {
    add(childrenOf: nil, number: 0, of: model)
  }

  package var numbers: [String: Int] {
    Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.number) })
  }

  private mutating func add(childrenOf parent: String?, number: Int, of model: Model) {
    let children = model.entities.filter { $0.superentity == parent }.map(\.name)
    for name in children.sorted(by: { Self.key($0).lexicographicallyPrecedes(Self.key($1)) }) {
      let own = rows.count + 1
      rows.append(Row(number: own, name: name, superNumber: number))
      add(childrenOf: name, number: own, of: model)
    }
  }

  /// ASCII letters as their small forms; then the name itself, for names that differ in case only.
  private static func key(_ name: String) -> [UInt32] {
    let folded = name.utf16.map { unit -> UInt32 in
      (65...90).contains(unit) ? UInt32(unit) + 32 : UInt32(unit)
    }
    return folded + [0] + name.utf16.map { UInt32($0) }
  }
}
