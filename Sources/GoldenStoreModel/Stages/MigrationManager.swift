/// What the code of a ``CustomEntityMapping`` works with: both stores, and which objects of the
/// destination came from which of the source.
public protocol MigrationManager {
  /// The store that is migrated; it never changes.
  var sourceContext: any ObjectContext { get }

  /// The new store.
  var destinationContext: any MigrationContext { get }

  /// Makes an object of the running mapping's destination, with the values that inference carries
  /// from a source object, and associates the two.
  ///
  /// - Parameter values: Values by attribute that take the place of carried ones.
  /// - Returns: The new object.
  @discardableResult
  func createDestinationInstance(
    for source: StoredObject, values: [String: AttributeValue]
  ) throws -> ObjectReference

  /// Notes for the running mapping that an object of the destination comes from a source object.
  func associate(source: ObjectReference, with destination: ObjectReference) throws

  /// Returns the objects that a mapping made from source objects, in the order of those.
  ///
  /// - Throws: For a name that no mapping has; inferred ones are called as in Core Data, such as
  ///   `IEM_Transform_Person`.
  func destinationInstances(
    forEntityMappingNamed mapping: String, sourceInstances: [ObjectReference]
  ) throws -> [ObjectReference]

  /// Returns the objects that any mapping made from the targets that a source object has in a
  /// relationship of the source.
  ///
  /// Considers the mappings between kinds of the relationship's destination and kinds of the
  /// destination of the relationship of the same renaming identifier.
  func destinationInstances(
    forSourceRelationshipNamed relationship: String, of source: StoredObject
  ) throws -> [ObjectReference]

  /// Returns the source objects from which a mapping made objects, in the order of those.
  func sourceInstances(
    forEntityMappingNamed mapping: String, destinationInstances: [ObjectReference]
  ) throws -> [ObjectReference]
}

extension MigrationManager {
  /// Makes an object of the running mapping's destination with the values that inference carries.
  @discardableResult
  public func createDestinationInstance(for source: StoredObject) throws -> ObjectReference {
    try createDestinationInstance(for: source, values: [:])
  }
}
