import Foundation

/// One pass over one binary property list.
///
/// Every object is decoded at most once. A container shared by several others is shared in
/// memory too, and counted with its expanded size, so that no list can grow beyond the limit.
struct BinaryPropertyListReader {
  private struct Decoded {
    let value: PropertyListValue
    let expandedCount: Int
    let depth: Int
  }

  private enum Slot {
    case unread
    case inProgress
    case decoded(Decoded)
  }

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let offsetTable: Int
  private let rootObject: Int
  private var slots: [Slot]
  private var remainingBytes: Int

  init(_ bytes: [UInt8]) throws(PropertyListDamage) {
    guard bytes.starts(with: BinaryPropertyList.signature) else {
      throw Self.looksLikeXML(bytes) ? .xml : .notABinaryPropertyList
    }
    guard bytes.count >= BinaryPropertyList.minimumSize else {
      throw .tooShort(bytes: bytes.count)
    }
    let trailer = bytes.count - BinaryPropertyList.trailerSize
    self.bytes = bytes
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let objectCount = Self.unsigned(bytes, at: trailer + 8, size: 8)
    let root = Self.unsigned(bytes, at: trailer + 16, size: 8)
    let table = Self.unsigned(bytes, at: trailer + 24, size: 8)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      table >= 9, table < UInt64(trailer),
      objectCount >= 1, objectCount <= UInt64(trailer), root < objectCount,
      table + objectCount * UInt64(offsetSize) == UInt64(trailer)
    else {
      throw .inconsistentTrailer
    }
    offsetTable = Int(table)
    rootObject = Int(root)
    slots = Array(repeating: .unread, count: Int(objectCount))
    remainingBytes = offsetTable - BinaryPropertyList.signature.count
  }

  mutating func root() throws(PropertyListDamage) -> PropertyListValue {
    try decode(rootObject, level: 0).value
  }

  private static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
    var start = bytes[...]
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    start = start.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return start.first == UInt8(ascii: "<")
  }

  private static func unsigned(_ bytes: [UInt8], at offset: Int, size: Int) -> UInt64 {
    bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: Objects

  private mutating func decode(_ object: Int, level: Int) throws(PropertyListDamage) -> Decoded {
    switch slots[object] {
    case .decoded(let decoded):
      guard level + decoded.depth <= BinaryPropertyList.depthLimit else {
        throw .tooDeep(limit: BinaryPropertyList.depthLimit)
      }
      return decoded
    case .inProgress:
      throw .cycle(object: object)
    case .unread:
      slots[object] = .inProgress
      let decoded = try decodeUnread(object, level: level)
      slots[object] = .decoded(decoded)
      return decoded
    }
  }

  private mutating func decodeUnread(
    _ object: Int, level: Int
  ) throws(PropertyListDamage) -> Decoded {
    let offset = Self.unsigned(bytes, at: offsetTable + object * offsetSize, size: offsetSize)
    guard offset >= UInt64(BinaryPropertyList.signature.count), offset < UInt64(offsetTable) else {
      throw .objectOutOfBounds(object: object)
    }
    var cursor = Int(offset)
    let marker = bytes[cursor]
    cursor += 1
    switch marker >> 4 {
    case 0xA, 0xD:
      return try container(
        object, isDictionary: marker >> 4 == 0xD, marker: marker, cursor: cursor, level: level)
    default:
      let value = try scalar(object, marker: marker, cursor: cursor)
      return Decoded(value: value, expandedCount: 1, depth: 0)
    }
  }

  private mutating func scalar(
    _ object: Int, marker: UInt8, cursor: Int
  ) throws(PropertyListDamage) -> PropertyListValue {
    var cursor = cursor
    let low = Int(marker & 0xF)
    switch marker {
    case 0x08, 0x09:
      try take(object, marker: cursor - 1, end: cursor)
      return .boolean(marker == 0x09)
    case 0x10...0x14:
      return try integer(object, take(object, cursor: cursor, count: 1 << low))
    case 0x22:
      let payload = try take(object, cursor: cursor, count: 4)
      return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: unsigned(payload)))))
    case 0x23:
      return .real(Double(bitPattern: unsigned(try take(object, cursor: cursor, count: 8))))
    case 0x33:
      return .date(Double(bitPattern: unsigned(try take(object, cursor: cursor, count: 8))))
    case 0x40...0x4F:
      let count = try length(object, low: low, cursor: &cursor)
      return .data(Data(bytes[try take(object, cursor: cursor, count: count)]))
    case 0x50...0x5F:
      let count = try length(object, low: low, cursor: &cursor)
      return .string(try asciiText(object, take(object, cursor: cursor, count: count)))
    case 0x60...0x6F:
      let count = try length(object, low: low, cursor: &cursor)
      guard count <= bytes.count else { throw .objectOutOfBounds(object: object) }
      return .string(try utf16Text(object, take(object, cursor: cursor, count: 2 * count)))
    case 0x80...0x87:
      return .uniqueIdentifier(unsigned(try take(object, cursor: cursor, count: low + 1)))
    default:
      throw .unsupportedObject(object: object, marker: marker)
    }
  }

  private mutating func container(
    _ object: Int, isDictionary: Bool, marker: UInt8, cursor: Int, level: Int
  ) throws(PropertyListDamage) -> Decoded {
    guard level < BinaryPropertyList.depthLimit else {
      throw .tooDeep(limit: BinaryPropertyList.depthLimit)
    }
    var cursor = cursor
    let count = try length(object, low: Int(marker & 0xF), cursor: &cursor)
    guard count <= bytes.count else { throw .objectOutOfBounds(object: object) }
    let referenceCount = isDictionary ? 2 * count : count
    let payload = try take(object, cursor: cursor, count: referenceCount * referenceSize)
    var children: [PropertyListValue] = []
    children.reserveCapacity(referenceCount)
    var expandedCount = 1
    var depth = 0
    for position in 0..<referenceCount {
      let start = payload.lowerBound + position * referenceSize
      let reference = Self.unsigned(bytes, at: start, size: referenceSize)
      guard reference < UInt64(slots.count) else { throw .referenceOutOfBounds(object: object) }
      let child = try decode(Int(reference), level: level + 1)
      expandedCount += child.expandedCount
      depth = max(depth, child.depth)
      guard expandedCount <= BinaryPropertyList.valueLimit else {
        throw .tooManyValues(limit: BinaryPropertyList.valueLimit)
      }
      children.append(child.value)
    }
    let value: PropertyListValue =
      isDictionary ? .dictionary(try dictionary(object, children)) : .array(children)
    return Decoded(value: value, expandedCount: expandedCount, depth: depth + 1)
  }

  private func dictionary(
    _ object: Int, _ keysThenValues: [PropertyListValue]
  ) throws(PropertyListDamage) -> [String: PropertyListValue] {
    let count = keysThenValues.count / 2
    var result: [String: PropertyListValue] = Dictionary(minimumCapacity: count)
    for position in 0..<count {
      guard case .string(let key) = keysThenValues[position] else {
        throw .keyIsNotAString(object: object)
      }
      guard result.updateValue(keysThenValues[count + position], forKey: key) == nil else {
        throw .duplicateKey(object: object, key: key)
      }
    }
    return result
  }

  // MARK: Bytes

  /// Checks that the payload of an object lies inside the object area, and counts its bytes.
  private mutating func take(
    _ object: Int, cursor: Int, count: Int
  ) throws(PropertyListDamage) -> Range<Int> {
    guard count <= offsetTable - cursor else { throw .objectOutOfBounds(object: object) }
    try take(object, marker: cursor - 1, end: cursor + count)
    return cursor..<cursor + count
  }

  private mutating func take(
    _ object: Int, marker: Int, end: Int
  ) throws(PropertyListDamage) {
    remainingBytes -= end - marker
    guard remainingBytes >= 0 else { throw .overlappingObjects }
  }

  private func unsigned(_ range: Range<Int>) -> UInt64 {
    Self.unsigned(bytes, at: range.lowerBound, size: range.count)
  }

  /// Reads a length: the marker's low half, or an integer object after the marker.
  private func length(
    _ object: Int, low: Int, cursor: inout Int
  ) throws(PropertyListDamage) -> Int {
    guard low == 0xF else { return low }
    guard cursor < offsetTable, bytes[cursor] & 0xF0 == 0x10, bytes[cursor] & 0xF <= 3 else {
      throw .objectOutOfBounds(object: object)
    }
    let size = 1 << Int(bytes[cursor] & 0xF)
    guard size < offsetTable - cursor else { throw .objectOutOfBounds(object: object) }
    let value = Self.unsigned(bytes, at: cursor + 1, size: size)
    guard value <= UInt64(bytes.count) else { throw .objectOutOfBounds(object: object) }
    cursor += 1 + size
    return Int(value)
  }

  /// Integers of 1, 2 and 4 bytes are unsigned, those of 8 and 16 bytes are signed.
  private func integer(
    _ object: Int, _ range: Range<Int>
  ) throws(PropertyListDamage) -> PropertyListValue {
    guard range.count == 16 else {
      return .integer(Int64(bitPattern: unsigned(range)))
    }
    let high = Self.unsigned(bytes, at: range.lowerBound, size: 8)
    let low = Self.unsigned(bytes, at: range.lowerBound + 8, size: 8)
    switch (high, low >> 63) {
    case (0, 0), (UInt64.max, 1): return .integer(Int64(bitPattern: low))
    case (0, _): return .largeInteger(low)
    default: throw .integerTooLarge(object: object)
    }
  }

  private func asciiText(
    _ object: Int, _ range: Range<Int>
  ) throws(PropertyListDamage) -> String {
    guard bytes[range].allSatisfy({ $0 < 0x80 }) else { throw .invalidText(object: object) }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  private func utf16Text(
    _ object: Int, _ range: Range<Int>
  ) throws(PropertyListDamage) -> String {
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    let text = String(decoding: units, as: UTF16.self)
    guard text.utf16.elementsEqual(units) else { throw .invalidText(object: object) }
    return text
  }
}
