import Foundation
import GoldenStore
import GoldenStoreFormat

/// Random changes of the values of a property list.
extension SeededGenerator {
  /// Changes one to three values anywhere in a list.
  mutating func damage(_ list: PropertyListValue) -> PropertyListValue {
    var list = list
    for _ in 0..<integer(in: 1...3) {
      var target = below(Self.nodeCount(list))
      list = changed(list, at: &target)
    }
    return list
  }

  private static func nodeCount(_ value: PropertyListValue) -> Int {
    switch value {
    case .array(let elements): elements.reduce(1) { $0 + nodeCount($1) }
    case .dictionary(let entries): entries.values.reduce(1) { $0 + nodeCount($1) }
    default: 1
    }
  }

  /// Counts down to the value that is to change, in the order of sorted keys.
  private mutating func changed(
    _ value: PropertyListValue, at target: inout Int
  ) -> PropertyListValue {
    if target == 0 {
      target = -1
      return replacement(for: value)
    }
    target -= 1
    switch value {
    case .array(var elements):
      for index in elements.indices where target >= 0 {
        elements[index] = changed(elements[index], at: &target)
      }
      return .array(elements)
    case .dictionary(var entries):
      for key in entries.keys.sorted() where target >= 0 {
        guard let entry = entries[key] else { continue }
        entries[key] = changed(entry, at: &target)
      }
      return .dictionary(entries)
    default: return value
    }
  }

  private mutating func replacement(for value: PropertyListValue) -> PropertyListValue {
    if chance(0.15) { return other() }
    switch value {
    case .boolean(let flag): return .boolean(!flag)
    case .integer, .largeInteger: return .integer(edgeInteger())
    case .real: return .real(edgeReal())
    case .date: return .date(edgeReal())
    case .string: return .string(edgeText())
    case .uniqueIdentifier(let number):
      return .uniqueIdentifier(
        chance(0.8) ? UInt64(below(Int(clamping: number) + 40)) : UInt64(bitPattern: edgeInteger()))
    case .data(var data):
      damage(&data)
      return .data(data)
    case .array(let elements): return .array(changed(elements))
    case .dictionary(let entries): return .dictionary(changed(entries))
    }
  }

  private mutating func changed(_ elements: [PropertyListValue]) -> [PropertyListValue] {
    var elements = elements
    switch below(4) {
    case 0 where !elements.isEmpty: elements.remove(at: below(elements.count))
    case 1 where !elements.isEmpty:
      elements.insert(elements[below(elements.count)], at: below(elements.count))
    case 2: elements.append(other())
    default: shuffle(&elements)
    }
    return elements
  }

  private mutating func changed(
    _ entries: [String: PropertyListValue]
  ) -> [String: PropertyListValue] {
    var entries = entries
    let keys = entries.keys.sorted()
    guard let key = element(of: keys), let other = element(of: keys) else { return entries }
    switch below(4) {
    case 0: entries[key] = nil
    case 1:
      let value = entries[key]
      entries[key] = entries[other]
      entries[other] = value
    case 2: entries[edgeText()] = entries[key]
    default: entries[key] = self.other()
    }
    return entries
  }

  private mutating func other() -> PropertyListValue {
    switch below(11) {
    case 0: return .boolean(chance(0.5))
    case 1: return .integer(edgeInteger())
    case 2: return .largeInteger(.max)
    case 3: return .real(edgeReal())
    case 4: return .date(edgeReal())
    case 5: return .data(bytes(below(40)))
    case 6: return .string(edgeText())
    case 7: return .uniqueIdentifier(UInt64(below(200)))
    case 8: return .array([])
    case 9: return .dictionary([:])
    default: return (0..<below(100)).reduce(.integer(1)) { value, _ in .array([value]) }
    }
  }
}
