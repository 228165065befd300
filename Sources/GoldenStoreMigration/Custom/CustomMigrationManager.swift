import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// The two stores of a custom migration that runs, and what came from what.
final class CustomMigrationManager: InstanceTracing {
  let plan: CustomPlan
  let source: StoreEditor
  let destination: StoreEditor
  private let associations: AssociationTable
  /// The place of the mapping whose code runs.
  var running = 0

  init(
    plan: CustomPlan, source: StoreEditor, destination: StoreEditor,
    associations: AssociationTable
  ) {
    self.plan = plan
    self.source = source
    self.destination = destination
    self.associations = associations
  }

  var sourceContext: any ObjectContext { EditorContext(editor: source) }

  var destinationContext: any MigrationContext { EditorContext(editor: destination) }

  // MARK: Objects

  @discardableResult
  func createDestinationInstance(
    for object: StoredObject, values: [String: AttributeValue]
  ) throws -> ObjectReference {
    let name = try destinationEntity(for: object)
    return try destination.translatingErrors {
      var all = try destination.defaultValues(of: name)
      for attribute in mapping.attributes {
        all[attribute.destinationPosition] = try attribute.value(of: object)
      }
      for (attribute, value) in values {
        all[try destination.position(ofAttribute: attribute, in: name)] = value
      }
      let instance = try destination.insert(
        name, primaryKey: try keptKey(of: object, as: name), values: all)
      try associations.add(
        source: object.reference, destination: instance, mapping: running)
      return instance
    }
  }

  /// The key that a new object takes over; nil where it needs one of its own.
  ///
  /// Format: StoreFormat F155.
  private func keptKey(of object: StoredObject, as destination: String) throws -> Int64? {
    guard plan.keepsKeys(from: object.entity, to: destination),
      try self.destination.isFree(object.primaryKey, inFamilyOf: destination)
    else { return nil }
    return object.primaryKey
  }

  // MARK: Associations

  func associate(source: ObjectReference, with destination: ObjectReference) throws {
    try self.destination.translatingErrors {
      try associations.add(source: source, destination: destination, mapping: running)
    }
  }

  func destinations(of source: ObjectReference, mapping: Int) throws -> [ObjectReference] {
    try destination.translatingErrors {
      try associations.destinations(of: source, mapping: mapping)
    }
  }

  func sources(of destination: ObjectReference, mapping: Int) throws -> [ObjectReference] {
    try self.destination.translatingErrors {
      try associations.sources(of: destination, mapping: mapping)
    }
  }
}
