/// One thing that a custom stage makes of the objects, declared on values.
///
/// What no expectation of a stage mentions must come out as inference would give it. Entities and
/// properties have the names of the stage's destination, unless said otherwise. A declared thing
/// that changes nothing on the seeded objects of the stage's own source version is a failure, for
/// then nobody has seen it happen.
///
/// The steps are taken in this order, whatever the order of the list: objects are removed and
/// merged, the rest is inferred, new objects are made, values and targets are set, losses follow,
/// and a closure over everything comes last.
public enum StageExpectation: Sendable {
  /// Computes a value; the object is that of the source.
  public typealias Value =
    @Sendable (_ source: StoredObject, _ objects: StageObjects) throws -> AttributeValue
  /// Computes targets in the destination; the object is that of the source.
  public typealias Targets =
    @Sendable (_ source: StoredObject, _ objects: StageObjects) throws -> [ObjectReference]
  /// Says whether something is meant for an object of the source.
  public typealias Filter =
    @Sendable (_ source: StoredObject, _ objects: StageObjects) throws -> Bool
  /// Finds the object of the source that takes an object's place; `nil` where it stays itself.
  public typealias Survivor =
    @Sendable (_ source: StoredObject, _ objects: StageObjects) throws -> ObjectReference?
  /// Gives the values of a new object; `nil` for none.
  public typealias NewObject =
    @Sendable (_ source: StoredObject, _ objects: StageObjects) throws -> [String: AttributeValue]?
  /// Gives the values of new objects that come from no other.
  public typealias NewObjects =
    @Sendable (_ objects: StageObjects) throws -> [[String: AttributeValue]]
  /// Gives everything that the destination must hold, from what has been foreseen so far.
  public typealias Contents =
    @Sendable (_ foreseen: StoreContents, _ objects: StageObjects) throws -> StoreContents

  /// An attribute or relationship that inference would carry gets its default, NULL or no target.
  case loss(entity: String, property: String, reason: String)
  /// An attribute of the objects that come from one of the source.
  case value(entity: String, attribute: String, Value)
  /// A relationship of the objects that come from one of the source; its inverse follows.
  ///
  /// Targets that were made by this stage are found with ``StageObjects/made(_:from:)`` and
  /// ``StageObjects/created(_:)``.
  case targets(entity: String, relationship: String, Targets)
  /// Objects of an entity of the source that do not live on; what leads to them loses a target.
  case removed(entity: String, reason: String, Filter)
  /// Objects of an entity of the source whose place another takes: what leads to one leads to
  /// the other then, which also gets its targets of to-many relationships.
  case merged(entity: String, Survivor)
  /// Objects that are made from those of an entity of the source, beside what inference carries.
  ///
  /// Attributes of the same renaming identifier are carried; the closure gives the others.
  case made(entity: String, from: String, NewObject)
  /// Objects that come from no other; attributes that are not named get their default.
  case created(entity: String, NewObjects)
  /// A closure over everything, for what the others can't say.
  case contents(Contents)
  /// Inference alone gives what the stage's code gives, and why code is there all the same.
  case asInferred(reason: String)
}

extension StageExpectation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .loss(let entity, let property, _): "loss of '\(entity).\(property)'"
    case .value(let entity, let attribute, _): "value of '\(entity).\(attribute)'"
    case .targets(let entity, let relationship, _): "targets of '\(entity).\(relationship)'"
    case .removed(let entity, _, _): "removal of objects of '\(entity)'"
    case .merged(let entity, _): "merging of objects of '\(entity)'"
    case .made(let entity, let source, _): "objects of '\(entity)' made from '\(source)'"
    case .created(let entity, _): "new objects of '\(entity)'"
    case .contents: "contents of the whole store"
    case .asInferred: "nothing beside what inference gives"
    }
  }
}

/// The objects of a store before a custom stage, and what the stage makes of them.
public struct StageObjects: Sendable {
  /// Everything that the store holds before the stage.
  public let source: StoreContents
  /// What comes from each object, with the objects of the destination in the order in which they
  /// were made. An object that the store had no key for yet has a negative one here.
  private var destinations: [ObjectReference: [ObjectReference]] = [:]
  private var newcomers: [ObjectReference] = []

  package init(source: StoreContents) { self.source = source }

  package mutating func note(_ destination: ObjectReference, from source: ObjectReference) {
    destinations[source, default: []].append(destination)
  }

  package mutating func noteCreated(_ destination: ObjectReference) {
    newcomers.append(destination)
  }

  /// The objects of an entity of the destination that come from no other, as they were created.
  public func created(_ entity: String) -> [ObjectReference] {
    newcomers.filter { $0.entity == entity }
  }

  /// The object of the source that a reference means.
  public func object(_ reference: ObjectReference) -> StoredObject? { source.object(reference) }

  /// The objects of an entity of the destination that come from an object of the source, carried
  /// by inference or made.
  public func made(_ entity: String, from source: ObjectReference) -> [ObjectReference] {
    (destinations[source] ?? []).filter { $0.entity == entity }
  }

  /// The same for several objects, in their order.
  public func made(_ entity: String, from sources: [ObjectReference]) -> [ObjectReference] {
    sources.flatMap { made(entity, from: $0) }
  }
}
