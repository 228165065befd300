/// What keeps code of a history from working on the objects of Core Data.
public enum ManagedObjectProblem: Error, Hashable, Sendable {
  /// The URI of an object has another form than those of saved objects.
  case unknownURI(String)
  /// Core Data finds no identifier for an object of its own store.
  case noIdentifier(object: String, store: String)
  /// A store, by its file name, that Core Data has opened for reading only without being asked to.
  case readOnlyStore(String)
  /// A coordinator with another number of stores than one.
  case storeCount(Int)
  /// A context without coordinator.
  case noCoordinator
  /// The model that a store is open with is not that of the version.
  case otherModel(version: String, entity: String)
  /// A relationship gives something else than objects.
  case unexpectedTargets(place: String, found: String)
  /// The value transformer of an attribute is not registered.
  case transformerMissing(name: String, place: String)
  /// The value transformer of an attribute does not give bytes for an object, or no object for
  /// bytes.
  case notTransformed(name: String, place: String)
}

extension ManagedObjectProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownURI(let uri):
      "the object has the URI '\(uri)'; expected 'x-coredata://', the store's identifier, the "
        + "entity and 'p' with the primary key, each after a '/'"
    case .noIdentifier(let object, let store):
      "Core Data has no identifier for object '\(object)' in the store '\(store)', so that it "
        + "can't be looked for; expected one for every entity of the store's model, in a store whose "
        + "identifier a URI can have"
    case .readOnlyStore(let store):
      "store '\(store)' was opened for reading only, expected for writing; one with persistent "
        + "history needs the option 'NSPersistentHistoryTrackingKey', and every one a file that may "
        + "be written"
    case .storeCount(let count):
      "code of a stage runs on one store, found \(count) in the coordinator"
    case .noCoordinator: "code of a stage needs a context with a coordinator, found none"
    case .otherModel(let version, let entity):
      "the store is open with a model in which entity '\(entity)' is not that of version "
        + "'\(version)'"
    case .unexpectedTargets(let place, let found):
      "relationship '\(place)' gives \(found), expected objects"
    case .transformerMissing(let name, let place):
      "'\(place)' has the value transformer '\(name)', which is not registered; register it before "
        + "the store is upgraded"
    case .notTransformed(let name, let place):
      "the value transformer '\(name)' of '\(place)' gives nothing for the value"
    }
  }
}
