import Foundation
import Observation

// API 416
@available(iOS 17.0, macOS 14.0, *)
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {}

// API 420
@available(iOS 17.0, macOS 14.0, *)
public final class Schema: Codable, Hashable, Sendable {
  // API 420
  public final let version: Schema.Version
  public final let entities: [Schema.Entity]
  public final let entitiesByName: [String: Schema.Entity]

  // API 421
  public init()

  // API 422
  public init(_ entities: Schema.Entity..., version: Schema.Version = Version(1, 0, 0))

  // API 423
  public init(_ types: [any PersistentModel.Type], version: Schema.Version = Version(1, 0, 0))

  // API 424
  @available(iOS 26.0, macOS 26.0, *)
  convenience public init(
    _ types: any PersistentModel.Type..., version: Schema.Version = Version(1, 0, 0))

  // API 425
  convenience public init(versionedSchema: any VersionedSchema.Type)

  // What the protocols ask for.
  public init(from decoder: any Decoder) throws
  public func encode(to encoder: any Encoder) throws
  public static func == (a: Schema, b: Schema) -> Bool
  public func hash(into hasher: inout Hasher)
}

@available(iOS 17.0, macOS 14.0, *)
extension Schema {
  // API 420
  public final class Entity: Sendable {}

  // API 426
  public struct Version: Comparable, Codable, Hashable, CustomStringConvertible, Sendable {
    // API 426
    public let major: Int
    public let minor: Int
    public let patch: Int

    // API 427
    public init(_ major: Int, _ minor: Int, _ patch: Int)

    // What the protocols ask for.
    public var description: String { get }
    public init(from decoder: any Decoder) throws
    public func encode(to encoder: any Encoder) throws
    public static func == (a: Schema.Version, b: Schema.Version) -> Bool
    public static func < (a: Schema.Version, b: Schema.Version) -> Bool
    public func hash(into hasher: inout Hasher)
  }
}
