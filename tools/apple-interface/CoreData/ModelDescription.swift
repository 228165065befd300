import Foundation

// API 19
open class NSManagedObjectModel: NSObject {
  // API 20
  override public init()

  // API 21
  convenience public init?(contentsOf url: URL)

  // API 22
  public init?(byMerging models: [NSManagedObjectModel]?)

  // API 23
  public init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any])

  // API 24
  open class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel?

  // API 25
  open class func mergedModel(from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any])
    -> NSManagedObjectModel?

  // API 26
  open var entities: [NSEntityDescription] { get set }
  open var entitiesByName: [String: NSEntityDescription] { get }

  // API 27
  open var configurations: [String] { get }

  // API 28
  open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]?

  // API 29
  open func setEntities(
    _ entities: [NSEntityDescription], forConfigurationName configuration: String)

  // API 30
  open var versionIdentifiers: Set<AnyHashable> { get set }
  open var entityVersionHashesByName: [String: Data] { get }

  // API 31
  @available(iOS 17.0, macOS 14.0, *)
  open var versionChecksum: String { get }

  // API 32
  open func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool

  // API 33
  open var localizationDictionary: [String: String]? { get set }

  // API 34
  open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] { get }

  // API 35
  open func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String)

  // API 36, unconfirmed
  @available(iOS 17.0, macOS 14.0, *)
  open class func __checksumsForVersionedModel(at modelURL: URL) throws -> [String: String]
}

// API 37
open class NSEntityDescription: NSObject {
  // API 38
  override public init()

  // API 39
  open var name: String? { get set }

  // API 40
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var managedObjectClassName: String! { get set }

  // API 41
  open var isAbstract: Bool { get set }
  open var managedObjectModel: NSManagedObjectModel { get }

  // API 42
  open var subentities: [NSEntityDescription] { get set }
  open var subentitiesByName: [String: NSEntityDescription] { get }

  // API 43
  open var superentity: NSEntityDescription? { get }
  open var properties: [NSPropertyDescription] { get set }

  // API 44
  open var propertiesByName: [String: NSPropertyDescription] { get }
  open var attributesByName: [String: NSAttributeDescription] { get }

  // API 45
  open var relationshipsByName: [String: NSRelationshipDescription] { get }

  // API 46
  open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription]

  // API 47
  open func isKindOf(entity: NSEntityDescription) -> Bool

  // API 48
  open var userInfo: [AnyHashable: Any]? { get set }

  // API 49
  open var versionHash: Data { get }
  open var versionHashModifier: String? { get set }

  // API 50
  open var renamingIdentifier: String? { get set }

  // API 51
  open var indexes: [NSFetchIndexDescription] { get set }

  // API 52
  open var uniquenessConstraints: [[Any]] { get set }

  // API 53
  open class func entity(forEntityName entityName: String, in context: NSManagedObjectContext)
    -> NSEntityDescription?

  // API 54
  open class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject
}

// API 55
open class NSPropertyDescription: NSObject {
  // API 56
  override public init()

  // API 57
  open var entity: NSEntityDescription { get }

  // API 58
  open var name: String { get set }

  // API 59
  open var isOptional: Bool { get set }
  open var isTransient: Bool { get set }

  // API 60
  open var userInfo: [AnyHashable: Any]? { get set }
  open var validationPredicates: [NSPredicate] { get }

  // API 61
  open var validationWarnings: [Any] { get }

  // API 62
  open func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?)

  // API 63
  open var versionHash: Data { get }
  open var versionHashModifier: String? { get set }

  // API 64
  open var renamingIdentifier: String? { get set }
}

// API 65
open class NSAttributeDescription: NSPropertyDescription {
  // API 56
  override public init()

  // API 66
  open var attributeType: NSAttributeType { get set }

  // API 68
  open var attributeValueClassName: String? { get set }

  // API 69
  open var defaultValue: Any? { get set }

  // API 70
  open var valueTransformerName: String? { get set }

  // API 71
  open var allowsExternalBinaryDataStorage: Bool { get set }

  // API 72
  open var preservesValueInHistoryOnDeletion: Bool { get set }

  // API 73
  open var allowsCloudEncryption: Bool { get set }

  // API 74
  override open var versionHash: Data { get }
}

extension NSAttributeDescription {
  // API 67
  public var type: NSAttributeDescription.AttributeType { get set }
}

// API 80
open class NSDerivedAttributeDescription: NSAttributeDescription {
  // API 56
  override public init()

  // API 81
  open var derivationExpression: NSExpression? { get set }
}

// API 82
@available(iOS 17.0, macOS 14.0, *)
open class NSCompositeAttributeDescription: NSAttributeDescription {
  // API 56
  override public init()

  // API 83
  open var elements: [NSAttributeDescription] { get set }
}

// API 84
open class NSRelationshipDescription: NSPropertyDescription {
  // API 56
  override public init()

  // API 85
  open var destinationEntity: NSEntityDescription? { get set }

  // API 86
  open var inverseRelationship: NSRelationshipDescription? { get set }

  // API 87
  open var maxCount: Int { get set }
  open var minCount: Int { get set }

  // API 88
  open var deleteRule: NSDeleteRule { get set }
  open var isToMany: Bool { get }

  // API 89
  open var isOrdered: Bool { get set }

  // API 90
  override open var versionHash: Data { get }
}

// API 92
open class NSFetchedPropertyDescription: NSPropertyDescription {
  // API 56
  override public init()

  // API 93
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { get set }
}

// API 94
open class NSExpressionDescription: NSPropertyDescription {
  // API 56
  override public init()

  // API 95
  open var expression: NSExpression? { get set }

  // API 96
  open var expressionResultType: NSAttributeType { get set }
}

extension NSExpressionDescription {
  // API 97
  public var resultType: NSAttributeDescription.AttributeType { get set }
}

// API 98
open class NSFetchIndexDescription: NSObject {
  // API 99
  public init(name: String, elements: [NSFetchIndexElementDescription]?)

  // API 100
  open var name: String { get set }
  open var elements: [NSFetchIndexElementDescription] { get set }

  // API 101
  open var entity: NSEntityDescription? { get }

  // API 102
  open var partialIndexPredicate: NSPredicate? { get set }
}

// API 103
open class NSFetchIndexElementDescription: NSObject {
  // API 104
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType)

  // API 105
  open var property: NSPropertyDescription? { get }
  open var propertyName: String? { get }

  // API 106
  open var collationType: NSFetchIndexElementType { get set }
  open var isAscending: Bool { get set }

  // API 107
  open var indexDescription: NSFetchIndexDescription? { get }
}

extension NSAttributeDescription {
  // API 75
  public struct AttributeType: Hashable, RawRepresentable {
    public var rawValue: NSAttributeType
    public init(rawValue: NSAttributeType)
  }
}

extension NSAttributeDescription.AttributeType {
  // API 76
  public static let undefined: NSAttributeDescription.AttributeType
  public static let integer16: NSAttributeDescription.AttributeType
  public static let integer32: NSAttributeDescription.AttributeType
  public static let integer64: NSAttributeDescription.AttributeType
  public static let decimal: NSAttributeDescription.AttributeType
  public static let double: NSAttributeDescription.AttributeType
  public static let float: NSAttributeDescription.AttributeType
  public static let string: NSAttributeDescription.AttributeType
  public static let boolean: NSAttributeDescription.AttributeType
  public static let date: NSAttributeDescription.AttributeType
  public static let binaryData: NSAttributeDescription.AttributeType
  public static let uuid: NSAttributeDescription.AttributeType
  public static let uri: NSAttributeDescription.AttributeType
  public static let transformable: NSAttributeDescription.AttributeType
  public static let objectID: NSAttributeDescription.AttributeType

  // API 76
  @available(iOS 17.0, macOS 14.0, *)
  public static let composite: NSAttributeDescription.AttributeType
}

// API 77
public enum NSAttributeType: UInt, Sendable {
  // API 78
  case undefinedAttributeType = 0
  case integer16AttributeType = 100
  case integer32AttributeType = 200
  case integer64AttributeType = 300
  case decimalAttributeType = 400
  case doubleAttributeType = 500
  case floatAttributeType = 600
  case stringAttributeType = 700
  case booleanAttributeType = 800
  case dateAttributeType = 900
  case binaryDataAttributeType = 1000

  // API 79
  case UUIDAttributeType = 1100
  case URIAttributeType = 1200
  case transformableAttributeType = 1800
  case objectIDAttributeType = 2000

  // API 79
  @available(iOS 17.0, macOS 14.0, *)
  case compositeAttributeType = 2100
}

// API 91
public enum NSDeleteRule: UInt, Sendable {
  // API 91
  case noActionDeleteRule = 0
  case nullifyDeleteRule = 1
  case cascadeDeleteRule = 2
  case denyDeleteRule = 3
}

// API 108
public enum NSFetchIndexElementType: UInt, Sendable {
  // API 108
  case binary = 0
  case rTree = 1
}
