import Foundation

/// The objects of a keyed archive, looked up with bounds.
///
/// Nothing is instantiated by name: an object is a dictionary with the name of its class.
struct KeyedArchive {
  /// An object with its class, or a plain value.
  enum Object {
    case null
    case value(PropertyListValue)
    case instance(className: String, [String: PropertyListValue])

    /// How messages name it.
    var kind: String {
      switch self {
      case .null: "nothing"
      case .value(let value): value.typeName
      case .instance(let className, _): className
      }
    }
  }

  private let objects: [PropertyListValue]
  let root: PropertyListValue
  /// How many more references may be followed; a list in which few objects refer to each other
  /// very often would otherwise cost without limit.
  private var budget = 2_000_000

  init(_ bytes: Data) throws(ModelArchiveDamage) {
    if bytes.starts(with: Array("momv2".utf8)) { throw .optimizedForm }
    let list: PropertyListValue
    do throws(PropertyListDamage) {
      list = try BinaryPropertyList.decode(bytes)
    } catch {
      throw .propertyList(error)
    }
    guard case .dictionary(let top) = list,
      top["$archiver"] == .string("NSKeyedArchiver"),
      case .array(let objects)? = top["$objects"],
      case .dictionary(let roots)? = top["$top"], let root = roots["root"]
    else { throw .notAModelArchive(found: "a property list that is a \(list.typeName)") }
    self.objects = objects
    self.root = root
  }

  /// The position of a referenced object; `nil` for a missing reference or one to `$null`.
  func position(_ reference: PropertyListValue?) -> Int? {
    guard case .uniqueIdentifier(let number)? = reference, number > 0,
      number < UInt64(objects.count)
    else { return nil }
    return Int(number)
  }

  /// The object behind a reference; a value that is no reference stands for itself.
  mutating func object(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> Object {
    budget -= 1
    guard budget >= 0 else { throw .tooComplex(place: place) }
    guard let reference else { return .null }
    guard case .uniqueIdentifier(let number) = reference else { return .value(reference) }
    guard number < UInt64(objects.count) else {
      throw .wrongObject(
        place: place, expected: "one of \(objects.count) objects", found: "object \(number)")
    }
    if number == 0 { return .null }
    let object = objects[Int(number)]
    guard case .dictionary(let fields) = object else { return .value(object) }
    guard let description = fields["$class"] else { return .value(object) }
    guard let position = position(description),
      case .dictionary(let names) = objects[position],
      case .string(let className)? = names["$classname"]
    else {
      throw .wrongObject(place: place, expected: "an object with a class", found: "none")
    }
    return .instance(className: className, fields)
  }

  /// The fields of an object of one class.
  mutating func fields(
    _ reference: PropertyListValue?, of className: String, _ place: String
  ) throws(ModelArchiveDamage) -> [String: PropertyListValue] {
    let object = try object(reference, place)
    guard case .instance(className, let fields) = object else {
      throw .wrongObject(place: place, expected: className, found: object.kind)
    }
    return fields
  }

  /// A text; `nil` for nothing.
  mutating func text(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> String? {
    let object = try object(reference, place)
    switch object {
    case .null: return nil
    case .value(.string(let text)): return text
    case .instance("NSMutableString", let fields), .instance("NSString", let fields):
      if case .string(let text)? = fields["NS.string"] { return text }
    default: break
    }
    throw .wrongObject(place: place, expected: "text", found: object.kind)
  }

  /// A text that must be there.
  mutating func name(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> String {
    guard let text = try text(reference, place) else {
      throw .wrongObject(place: place, expected: "text", found: "nothing")
    }
    return text
  }

  /// A whole number; a missing one is 0, as the archiver leaves zeros out.
  func integer(
    _ value: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> Int64 {
    switch value {
    case nil: return 0
    case .integer(let number)?: return number
    case let value?:
      throw .wrongObject(place: place, expected: "integer", found: value.typeName)
    }
  }

  /// A flag; a missing one is false.
  func flag(
    _ value: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> Bool {
    switch value {
    case nil: return false
    case .boolean(let flag)?: return flag
    case .integer(let number)?: return number != 0
    case let value?:
      throw .wrongObject(place: place, expected: "boolean", found: value.typeName)
    }
  }

  /// The references in an array or a set; nothing has none.
  mutating func references(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> [PropertyListValue] {
    let object = try object(reference, place)
    switch object {
    case .null: return []
    case .instance(
      "NSArray", let fields), .instance("NSMutableArray", let fields),
      .instance("NSSet", let fields), .instance("NSMutableSet", let fields),
      .instance("NSOrderedSet", let fields):
      if case .array(let references)? = fields["NS.objects"] {
        try spend(references.count, place)
        return references
      }
    default: break
    }
    throw .wrongObject(place: place, expected: "an array or a set", found: object.kind)
  }

  /// The keys and values of a dictionary, in archive order; nothing has none.
  mutating func entries(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> [(key: PropertyListValue, value: PropertyListValue)] {
    let object = try object(reference, place)
    switch object {
    case .null: return []
    case .instance("NSDictionary", let fields), .instance("NSMutableDictionary", let fields):
      if case .array(let keys)? = fields["NS.keys"],
        case .array(let values)? = fields["NS.objects"], keys.count == values.count
      {
        try spend(keys.count, place)
        return Array(zip(keys, values)).map { (key: $0.0, value: $0.1) }
      }
    case .instance("NSKnownKeysDictionary1", let fields):
      return try knownKeysEntries(fields, place)
    default: break
    }
    throw .wrongObject(place: place, expected: "a dictionary", found: object.kind)
  }

  private mutating func knownKeysEntries(
    _ fields: [String: PropertyListValue], _ place: String
  ) throws(ModelArchiveDamage) -> [(key: PropertyListValue, value: PropertyListValue)] {
    let mapping = try self.fields(
      fields["searchMapping"], of: "NSKnownKeysMappingStrategy1", place)
    let keys = try references(mapping["keys"], place)
    let values = try references(fields["values"], place)
    guard keys.count == values.count else {
      throw .wrongObject(
        place: place, expected: "\(keys.count) values", found: "\(values.count)")
    }
    // A key without a value has the token in its place.
    return zip(keys, values).compactMap { key, value in
      value == fields["emptyToken"] ? nil : (key: key, value: value)
    }
  }

  private mutating func spend(_ count: Int, _ place: String) throws(ModelArchiveDamage) {
    budget -= count
    guard budget >= 0 else { throw .tooComplex(place: place) }
  }
}
