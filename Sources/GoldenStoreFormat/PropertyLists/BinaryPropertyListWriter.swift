import Foundation

/// Flattens one value into numbered objects and writes them.
///
/// Objects are numbered as they are met, a container before its contents; keys in code-unit
/// order, before the values. Scalars with the same bytes are written once.
struct BinaryPropertyListWriter {
  private enum Object {
    case scalar([UInt8])
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var objects: [Object] = []
  private var scalarNumbers: [[UInt8]: Int] = [:]

  mutating func encode(_ root: PropertyListValue) throws(PropertyListDamage) -> Data {
    _ = try add(root, level: 0)
    var bytes = BinaryPropertyList.signature
    var offsets: [Int] = []
    let referenceSize = Self.bytesNeeded(objects.count - 1)
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let encoded):
        bytes += encoded
      case .array(let references):
        Self.appendMarker(0xA0, count: references.count, to: &bytes)
        for reference in references {
          Self.append(UInt64(reference), size: referenceSize, to: &bytes)
        }
      case .dictionary(let keys, let values):
        Self.appendMarker(0xD0, count: keys.count, to: &bytes)
        for reference in keys + values {
          Self.append(UInt64(reference), size: referenceSize, to: &bytes)
        }
      }
    }
    let offsetTable = bytes.count
    let offsetSize = Self.bytesNeeded(offsetTable)
    for offset in offsets {
      Self.append(UInt64(offset), size: offsetSize, to: &bytes)
    }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    Self.append(UInt64(objects.count), size: 8, to: &bytes)
    Self.append(0, size: 8, to: &bytes)
    Self.append(UInt64(offsetTable), size: 8, to: &bytes)
    return Data(bytes)
  }

  private mutating func add(
    _ value: PropertyListValue, level: Int
  ) throws(PropertyListDamage) -> Int {
    switch value {
    case .array(let elements):
      let number = try reserve(level: level)
      var references: [Int] = []
      for element in elements {
        references.append(try add(element, level: level + 1))
      }
      objects[number] = .array(references)
      return number
    case .dictionary(let entries):
      let number = try reserve(level: level)
      let sorted = entries.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      var keys: [Int] = []
      for entry in sorted { keys.append(try add(.string(entry.key), level: level + 1)) }
      var values: [Int] = []
      for entry in sorted { values.append(try add(entry.value, level: level + 1)) }
      objects[number] = .dictionary(keys: keys, values: values)
      return number
    default:
      var encoded: [UInt8] = []
      Self.append(value, to: &encoded)
      if let number = scalarNumbers[encoded] { return number }
      objects.append(.scalar(encoded))
      scalarNumbers[encoded] = objects.count - 1
      return objects.count - 1
    }
  }

  private mutating func reserve(level: Int) throws(PropertyListDamage) -> Int {
    guard level < BinaryPropertyList.depthLimit else {
      throw .tooDeep(limit: BinaryPropertyList.depthLimit)
    }
    objects.append(.array([]))
    return objects.count - 1
  }

  // MARK: Bytes

  private static func append(_ value: PropertyListValue, to bytes: inout [UInt8]) {
    switch value {
    case .boolean(let flag):
      bytes.append(flag ? 0x09 : 0x08)
    case .integer(let number):
      appendInteger(number, to: &bytes)
    case .largeInteger(let number):
      bytes.append(0x14)
      append(0, size: 8, to: &bytes)
      append(number, size: 8, to: &bytes)
    case .real(let number):
      bytes.append(0x23)
      append(number.bitPattern, size: 8, to: &bytes)
    case .date(let seconds):
      bytes.append(0x33)
      append(seconds.bitPattern, size: 8, to: &bytes)
    case .data(let data):
      appendMarker(0x40, count: data.count, to: &bytes)
      bytes += data
    case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
      appendMarker(0x50, count: text.utf8.count, to: &bytes)
      bytes += text.utf8
    case .string(let text):
      appendMarker(0x60, count: text.utf16.count, to: &bytes)
      for unit in text.utf16 { append(UInt64(unit), size: 2, to: &bytes) }
    case .uniqueIdentifier(let number):
      let size = number < 0x100 ? 1 : number < 0x1_0000 ? 2 : number < 0x1_0000_0000 ? 4 : 8
      bytes.append(0x80 | UInt8(size - 1))
      append(number, size: size, to: &bytes)
    case .array, .dictionary:
      break
    }
  }

  private static func appendInteger(_ number: Int64, to bytes: inout [UInt8]) {
    let exponent =
      switch number {
      case 0...0xFF: 0
      case 0...0xFFFF: 1
      case 0...0xFFFF_FFFF: 2
      default: 3
      }
    bytes.append(0x10 | UInt8(exponent))
    append(UInt64(bitPattern: number), size: 1 << exponent, to: &bytes)
  }

  private static func appendMarker(_ marker: UInt8, count: Int, to bytes: inout [UInt8]) {
    guard count >= 0xF else {
      bytes.append(marker | UInt8(count))
      return
    }
    bytes.append(marker | 0xF)
    appendInteger(Int64(count), to: &bytes)
  }

  private static func append(_ number: UInt64, size: Int, to bytes: inout [UInt8]) {
    for position in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(position))))
    }
  }

  private static func bytesNeeded(_ number: Int) -> Int {
    number < 0x100 ? 1 : number < 0x1_0000 ? 2 : number < 0x1_0000_0000 ? 4 : 8
  }
}
