/// The objects of an open store, for code of a migration stage to read.
public protocol ObjectContext {
  /// The model of the store's version.
  var model: ValidatedModel { get }

  /// Returns the number of objects of an entity.
  ///
  /// - Parameter includesSubentities: Whether objects of subentities count.
  func count(of entity: String, includesSubentities: Bool) throws -> Int

  /// Calls a closure with every object of an entity, in ascending order of primary keys.
  ///
  /// Holds a few objects in memory at a time. The closure may change and delete objects, those to
  /// come included; objects that it inserts are not visited.
  ///
  /// - Parameter includesSubentities: Whether objects of subentities are visited.
  func forEachObject(
    of entity: String, includesSubentities: Bool, _ body: (StoredObject) throws -> Void) throws

  /// Returns an object; `nil` where there is none of that entity and key.
  func object(_ reference: ObjectReference) throws -> StoredObject?

  /// Returns the objects of an entity, subentities included, in which an attribute has a value.
  ///
  /// Texts are compared byte by byte; `.null` finds objects without a value.
  func objects(
    of entity: String, where attribute: String, equals value: AttributeValue
  ) throws -> [StoredObject]
}

extension ObjectContext {
  /// Returns the number of objects of an entity, subentities not included.
  public func count(of entity: String) throws -> Int {
    try count(of: entity, includesSubentities: false)
  }

  /// Calls a closure with every object of an entity, subentities not included.
  public func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
    try forEachObject(of: entity, includesSubentities: false, body)
  }
}

/// The objects of an open store, for code of a migration stage to change.
///
/// Both sides of a relationship stay in step: setting one sets the other. Changes are visible at
/// once, and are saved together when the code that makes them returns.
public protocol MigrationContext: ObjectContext {
  /// Inserts an object.
  ///
  /// - Parameters:
  ///   - entity: A concrete entity.
  ///   - values: Values by attribute; the others get their defaults.
  ///   - targets: Targets by relationship, in order for an ordered one; the others have none.
  /// - Returns: The new object.
  @discardableResult
  func insert(
    _ entity: String, values: [String: AttributeValue], targets: [String: [ObjectReference]]
  ) throws -> ObjectReference

  /// Changes properties of an object; those that are not named stay.
  ///
  /// - Parameters:
  ///   - values: New values by attribute.
  ///   - targets: All targets by relationship, in order for an ordered one.
  func update(
    _ reference: ObjectReference, values: [String: AttributeValue],
    targets: [String: [ObjectReference]]) throws

  /// Deletes an object and follows the delete rules of its relationships; an object that was
  /// deleted already is none.
  func delete(_ reference: ObjectReference) throws
}

extension MigrationContext {
  /// Inserts an object without targets.
  @discardableResult
  public func insert(
    _ entity: String, values: [String: AttributeValue] = [:]
  ) throws -> ObjectReference {
    try insert(entity, values: values, targets: [:])
  }

  /// Changes attributes of an object.
  public func update(
    _ reference: ObjectReference, values: [String: AttributeValue]
  ) throws {
    try update(reference, values: values, targets: [:])
  }

  /// Changes relationships of an object.
  public func update(
    _ reference: ObjectReference, targets: [String: [ObjectReference]]
  ) throws {
    try update(reference, values: [:], targets: targets)
  }
}
