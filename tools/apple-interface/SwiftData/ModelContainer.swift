import Foundation
import _Concurrency

// API 428
@available(iOS 17.0, macOS 14.0, *)
public struct ModelConfiguration: Identifiable, Hashable, Sendable {
  // API 428
  public let url: URL
  public let name: String
  public var schema: Schema?
  public let allowsSave: Bool
  public let isStoredInMemoryOnly: Bool

  // API 429
  public init(isStoredInMemoryOnly: Bool = false)

  // API 430
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false)

  // API 431
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: ModelConfiguration.GroupContainer = .automatic,
    cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .automatic)

  // API 432
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .automatic)

  // API 431, unconfirmed
  public struct GroupContainer: Sendable {
    // API 431, unconfirmed
    public static let automatic: ModelConfiguration.GroupContainer
  }

  // API 432, unconfirmed
  public struct CloudKitDatabase: Sendable {
    // API 432, unconfirmed
    public static let automatic: ModelConfiguration.CloudKitDatabase
    public static let none: ModelConfiguration.CloudKitDatabase
    public static func `private`(_ name: String) -> ModelConfiguration.CloudKitDatabase
  }

  // What the protocols ask for.
  public var id: String { get }
  public static func == (a: ModelConfiguration, b: ModelConfiguration) -> Bool
  public func hash(into hasher: inout Hasher)
}

// API 433
@available(iOS 17.0, macOS 14.0, *)
public class ModelContainer: Equatable, @unchecked Sendable {
  // API 433
  public final let schema: Schema
  public final let migrationPlan: (any SchemaMigrationPlan.Type)?
  public var configurations: Set<ModelConfiguration>
  @MainActor public var mainContext: ModelContext { get }

  // API 434
  convenience public init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws

  // API 435
  convenience public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...) throws

  // API 436
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]) throws

  // What the protocols ask for.
  public static func == (a: ModelContainer, b: ModelContainer) -> Bool
}

// API 437
@available(iOS 17.0, macOS 14.0, *)
public class ModelContext: Equatable, SendableMetatype {
  // API 437
  public init(_ container: ModelContainer)
  public func save() throws

  // What the protocols ask for.
  public static func == (a: ModelContext, b: ModelContext) -> Bool
}
