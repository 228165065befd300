/// How the objects of one entity are made from those of another by code: Core Data's entity
/// mapping of type custom together with its migration policy.
///
/// Properties that inference can match, by renaming identifier, are carried before any code runs,
/// which may then overwrite them. What inference refuses, or what keeps its name but not its
/// identifier, must be listed under `setting`, or the stage is refused before it begins. A property
/// that the destination does not have goes, as in an inferred migration.
///
/// Two mappings are equal where their declared names are: closures can't be compared.
public struct CustomEntityMapping: Sendable {
  /// Says whether an object of the source is mapped.
  public typealias Filter = @Sendable (_ source: StoredObject) throws -> Bool
  /// Gives values for attributes of the one object that is made from a source object; those that
  /// are not named keep what was carried.
  public typealias Values =
    @Sendable (_ source: StoredObject) throws -> [String: AttributeValue]
  /// Makes any number of objects from a source object, with
  /// ``MigrationManager/createDestinationInstance(for:values:)``.
  public typealias Creation =
    @Sendable (_ source: StoredObject, _ manager: any MigrationManager) throws -> Void
  /// Relates an object to others, when all objects are there.
  public typealias Relation =
    @Sendable (
      _ source: StoredObject, _ destination: ObjectReference, _ manager: any MigrationManager
    ) throws -> Void
  /// Runs once for a whole mapping.
  public typealias Step = @Sendable (_ manager: any MigrationManager) throws -> Void

  /// The name under which other mappings ask for the objects of this one.
  public let name: String
  /// The entity whose objects are mapped, subentities not included; `nil` for none.
  public let source: String?
  /// The entity of the objects that are made; `nil` where none are.
  public let destination: String?
  /// The destination's properties that code sets, so that inference may leave them alone.
  public let setting: Set<String>
  public let filter: Filter?
  /// Runs first: the place to make objects that come from no other.
  public let beginEntityMapping: Step?
  public let values: Values?
  /// Takes the place of making one object for each source object.
  public let createDestinationInstances: Creation?
  /// Called in a second pass for every source object and every object made from it.
  public let createRelationships: Relation?
  /// Called in a third pass, when all mandatory values are there.
  public let performCustomValidation: Step?

  private init(
    name: String, source: String?, destination: String?, setting: [String] = [],
    filter: Filter? = nil, beginEntityMapping: Step? = nil, values: Values? = nil,
    createDestinationInstances: Creation? = nil, createRelationships: Relation? = nil,
    performCustomValidation: Step? = nil
  ) {
    self.name = name
    self.source = source
    self.destination = destination
    self.setting = Set(setting)
    self.filter = filter
    self.beginEntityMapping = beginEntityMapping
    self.values = values
    self.createDestinationInstances = createDestinationInstances
    self.createRelationships = createRelationships
    self.performCustomValidation = performCustomValidation
  }

  /// Makes one object for each object of the source.
  ///
  /// - Parameters:
  ///   - name: The mapping's name; `nil` gives `<source>To<destination>`.
  ///   - source: The entity whose objects are mapped, subentities not included.
  ///   - destination: The entity of the objects that are made.
  ///   - filter: Says which objects are mapped; `nil` maps all.
  ///   - setting: The destination's properties that code sets.
  ///   - values: Values beside those that inference carries.
  ///   - createRelationships: Relates each new object to others.
  ///   - performCustomValidation: Checks the result; what it throws ends the migration.
  public init(
    _ name: String? = nil, from source: String, to destination: String,
    where filter: Filter? = nil, setting: [String] = [], values: Values? = nil,
    createRelationships: Relation? = nil, performCustomValidation: Step? = nil
  ) {
    self.init(
      name: name ?? "\(source)To\(destination)", source: source, destination: destination,
      setting: setting, filter: filter, values: values, createRelationships: createRelationships,
      performCustomValidation: performCustomValidation)
  }

  /// Makes any number of objects for each object of the source, by code.
  ///
  /// - Parameters:
  ///   - name: The mapping's name; `nil` gives `<source>To<destination>`.
  ///   - source: The entity whose objects are mapped, subentities not included.
  ///   - destination: The entity of the objects that are made.
  ///   - filter: Says which objects are mapped; `nil` maps all.
  ///   - setting: The destination's properties that code sets.
  ///   - createDestinationInstances: Makes the objects.
  ///   - createRelationships: Relates each new object to others.
  ///   - performCustomValidation: Checks the result; what it throws ends the migration.
  public init(
    _ name: String? = nil, from source: String, to destination: String,
    where filter: Filter? = nil, setting: [String] = [],
    createDestinationInstances: @escaping Creation, createRelationships: Relation? = nil,
    performCustomValidation: Step? = nil
  ) {
    self.init(
      name: name ?? "\(source)To\(destination)", source: source, destination: destination,
      setting: setting, filter: filter, createDestinationInstances: createDestinationInstances,
      createRelationships: createRelationships, performCustomValidation: performCustomValidation)
  }

  /// Makes objects that come from none of the source.
  ///
  /// - Parameters:
  ///   - name: The mapping's name.
  ///   - destination: The entity of the objects that are made.
  ///   - beginEntityMapping: Makes the objects.
  ///   - performCustomValidation: Checks the result; what it throws ends the migration.
  public init(
    _ name: String, adding destination: String, beginEntityMapping: @escaping Step,
    performCustomValidation: Step? = nil
  ) {
    self.init(
      name: name, source: nil, destination: destination, beginEntityMapping: beginEntityMapping,
      performCustomValidation: performCustomValidation)
  }

  /// Says that the objects of an entity are not carried although its name lives on.
  public init(removing source: String) {
    self.init(name: "\(source)Removed", source: source, destination: nil)
  }
}

extension CustomEntityMapping: Hashable {
  private var declaration: [String?] { [name, source, destination] + setting.sorted() }

  public static func == (left: CustomEntityMapping, right: CustomEntityMapping) -> Bool {
    left.declaration == right.declaration
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(declaration) }
}
