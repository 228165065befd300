/// Collects the objects of a keyed archive.
struct KeyedArchiveWriter {
  private var objects: [PropertyListValue] = [.string("$null")]
  /// By the bytes of each text: two spellings of one letter are two texts.
  private var texts: [[UInt8]: UInt64] = [:]
  private var classes: [String: UInt64] = [:]

  /// The reference to no object.
  static let null = PropertyListValue.uniqueIdentifier(0)

  /// Adds a plain value.
  mutating func add(_ value: PropertyListValue) -> PropertyListValue {
    objects.append(value)
    return .uniqueIdentifier(UInt64(objects.count - 1))
  }

  /// Adds a text once, however often it is used; nothing is the reference to no object.
  mutating func add(_ text: String?) -> PropertyListValue {
    guard let text else { return Self.null }
    let bytes = Array(text.utf8)
    if let known = texts[bytes] { return .uniqueIdentifier(known) }
    texts[bytes] = UInt64(objects.count)
    return add(.string(text))
  }

  /// Makes a place for an object that others refer to before it is complete.
  mutating func reserve() -> PropertyListValue {
    add(.boolean(false))
  }

  /// Fills a reserved place.
  mutating func define(
    _ place: PropertyListValue, _ className: String, _ fields: [String: PropertyListValue]
  ) {
    guard case .uniqueIdentifier(let position) = place else { return }
    var fields = fields
    fields["$class"] = classReference(className)
    objects[Int(position)] = .dictionary(fields)
  }

  /// Adds an object.
  mutating func add(
    _ className: String, _ fields: [String: PropertyListValue]
  ) -> PropertyListValue {
    let place = reserve()
    define(place, className, fields)
    return place
  }

  /// Adds an array, a set or another container of references.
  mutating func add(_ className: String, of references: [PropertyListValue]) -> PropertyListValue {
    add(className, ["NS.objects": .array(references)])
  }

  /// Adds a dictionary of references.
  mutating func add(
    _ className: String, _ entries: [(key: PropertyListValue, value: PropertyListValue)]
  ) -> PropertyListValue {
    add(
      className,
      ["NS.keys": .array(entries.map(\.key)), "NS.objects": .array(entries.map(\.value))])
  }

  /// The finished archive.
  func list(root: PropertyListValue) -> PropertyListValue {
    .dictionary([
      "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
      "$top": .dictionary(["root": root]), "$objects": .array(objects),
    ])
  }

  private mutating func classReference(_ className: String) -> PropertyListValue {
    if let known = classes[className] { return .uniqueIdentifier(known) }
    classes[className] = UInt64(objects.count)
    let ancestors = (Self.superclasses[className] ?? []) + ["NSObject"]
    return add(
      .dictionary([
        "$classname": .string(className),
        "$classes": .array(([className] + ancestors).map { .string($0) }),
      ]))
  }

  /// The superclasses that an archive names, apart from `NSObject`.
  private static let superclasses: [String: [String]] = [
    "NSMutableArray": ["NSArray"], "NSMutableSet": ["NSSet"],
    "NSMutableDictionary": ["NSDictionary"],
    "NSKnownKeysDictionary1": ["NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary"],
    "NSKnownKeysMappingStrategy1": ["NSKnownKeysMappingStrategy"],
    "NSAttributeDescription": ["NSPropertyDescription"],
    "NSDerivedAttributeDescription": ["NSAttributeDescription", "NSPropertyDescription"],
    "NSCompositeAttributeDescription": ["NSAttributeDescription", "NSPropertyDescription"],
    "NSRelationshipDescription": ["NSPropertyDescription"],
    "NSFetchedPropertyDescription": ["NSPropertyDescription"],
    "NSExpressionDescription": ["NSPropertyDescription"],
    "NSSelfExpression": ["NSExpression"], "NSConstantValueExpression": ["NSExpression"],
    "NSFunctionExpression": ["NSExpression"],
    "NSKeyPathExpression": ["NSFunctionExpression", "NSExpression"],
    "NSKeyPathSpecifierExpression": ["NSExpression"],
    "NSVariableExpression": ["NSExpression"],
    "NSComparisonPredicate": ["NSPredicate"], "NSCompoundPredicate": ["NSPredicate"],
    "NSEqualityPredicateOperator": ["NSPredicateOperator"],
    "NSComparisonPredicateOperator": ["NSPredicateOperator"],
    "NSInPredicateOperator": ["NSPredicateOperator"],
    "NSAggregateExpression": ["NSExpression"], "NSFetchRequest": ["NSPersistentStoreRequest"],
    "NSDecimalNumberPlaceholder": ["NSDecimalNumber", "NSNumber", "NSValue"],
  ]
}
