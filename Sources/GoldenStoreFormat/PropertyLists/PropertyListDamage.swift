/// What is wrong with a property list; the payload of the errors that say which one it is.
public enum PropertyListDamage: Error, Hashable, Sendable, CustomStringConvertible {
  /// The list is XML text; stores hold binary lists only.
  case xml
  /// The bytes don't begin with `bplist00`.
  case notABinaryPropertyList
  /// There are too few bytes for the header and the trailer.
  case tooShort(bytes: Int)
  /// The trailer's numbers don't fit each other or the number of bytes.
  case inconsistentTrailer
  /// An object, or its offset, lies outside the object area.
  case objectOutOfBounds(object: Int)
  /// A container refers to an object that the list does not have.
  case referenceOutOfBounds(object: Int)
  /// An object has a type that property lists in stores don't use.
  case unsupportedObject(object: Int, marker: UInt8)
  /// An integer has more than 64 bits.
  case integerTooLarge(object: Int)
  /// A string's UTF-16 holds half a surrogate pair, or an ASCII string a byte above 127.
  case invalidText(object: Int)
  /// A dictionary's key is not a string.
  case keyIsNotAString(object: Int)
  /// A dictionary has one key twice.
  case duplicateKey(object: Int, key: String)
  /// A container contains itself.
  case cycle(object: Int)
  /// Containers are nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The objects that are read need more bytes than there are: some overlap.
  case overlappingObjects
  /// Shared objects would expand to more values than the limit.
  case tooManyValues(limit: Int)

  public var description: String {
    switch self {
    case .xml:
      "it is an XML property list; expected a binary one"
    case .notABinaryPropertyList:
      "it does not begin with 'bplist00'"
    case .tooShort(let bytes):
      "it has \(bytes) bytes; the shortest binary property list has \(BinaryPropertyList.minimumSize)"
    case .inconsistentTrailer:
      "the sizes and offsets in its last 32 bytes do not fit its length; it may be cut short"
    case .objectOutOfBounds(let object):
      "object \(object) lies outside the object area"
    case .referenceOutOfBounds(let object):
      "container object \(object) refers to an object that does not exist"
    case .unsupportedObject(let object, let marker):
      "object \(object) has the unsupported type marker 0x\(String(marker, radix: 16))"
    case .integerTooLarge(let object):
      "integer object \(object) has more than 64 bits"
    case .invalidText(let object):
      "string object \(object) is not valid text"
    case .keyIsNotAString(let object):
      "dictionary object \(object) has a key that is not a string"
    case .duplicateKey(let object, let key):
      "dictionary object \(object) has key '\(key)' twice"
    case .cycle(let object):
      "container object \(object) contains itself"
    case .tooDeep(let limit):
      "containers are nested more than \(limit) deep"
    case .overlappingObjects:
      "its objects overlap"
    case .tooManyValues(let limit):
      "its shared objects expand to more than \(limit) values"
    }
  }
}
