/// Why an archived model can't be read.
public enum ModelArchiveDamage: Error, Hashable, Sendable, CustomStringConvertible {
  /// The compressed stream around the archive is damaged.
  case compression(DeflateDamage)
  /// The property list of the archive is damaged.
  case propertyList(PropertyListDamage)
  /// The property list is not a keyed archive of a model.
  case notAModelArchive(found: String)
  /// A compiled model in the form that only one system version reads.
  case optimizedForm
  /// A reference leads to no object, or to one of another kind.
  case wrongObject(place: String, expected: String, found: String)
  /// Objects refer to each other deeper, or more often, than any model needs.
  case tooComplex(place: String)
  /// An expression or predicate that has no text form here.
  case unsupported(what: String, place: String)
  /// A number that means nothing in its place.
  case unknownNumber(place: String, what: String, found: Int64)

  public var description: String {
    switch self {
    case .compression(let damage): "\(damage)"
    case .propertyList(let damage): "\(damage)"
    case .notAModelArchive(let found):
      "expected a keyed archive of an NSManagedObjectModel, found \(found)"
    case .optimizedForm:
      "it is an optimized model ('momv2'), which only Core Data itself can read; "
        + "use the '.mom' beside it"
    case .wrongObject(let place, let expected, let found):
      "\(place): expected \(expected), found \(found)"
    case .tooComplex(let place): "\(place): refers to more objects than a model can need"
    case .unsupported(let what, let place): "\(place): \(what) is not supported yet"
    case .unknownNumber(let place, let what, let found): "\(place): \(found) is no known \(what)"
    }
  }
}
