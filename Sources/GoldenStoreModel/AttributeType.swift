/// The type of an attribute, with the raw values of Core Data's `NSAttributeType`.
///
/// Format: the raw value is hashed as a 32-bit little-endian integer (StoreFormat F4).
public enum AttributeType: Int32, Hashable, Sendable, CaseIterable, Codable {
  /// No type; allowed for transient attributes only.
  case undefined = 0
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  case date = 900
  case binary = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
  case objectID = 2000
  case composite = 2100

  /// The type's name in sentences, such as `integer16`.
  public var name: String { "\(self)" }
}
