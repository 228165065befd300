import Testing

#if canImport(CoreData) && canImport(SwiftData)
  import GoldenStoreCoreData
  import GoldenStoreModel
  import SwiftData

  /// What a history says of schemas and plans that have nothing to compare; those of an app are
  /// compared in the app's own tests.
  struct SwiftDataHistoryTests {
    private static let history = ModelHistory("Library") {
      Model("V1", versionIdentifier: SchemaVersion(1, 0, 0)) {
        Entity("Track") { SchemaAttribute("title", .string) }
      }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    private enum EmptySchema: VersionedSchema {
      static var models: [any PersistentModel.Type] { [] }
      static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    private enum EmptyPlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [] }
      static var stages: [SwiftData.MigrationStage] { [] }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    private enum PlanOfNothing: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [EmptySchema.self] }
      static var stages: [SwiftData.MigrationStage] { [] }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test func aSchemaWithoutTypesIsRefused() {
      let schema = String(reflecting: EmptySchema.self)
      #expect(throws: PersistenceError.schema(schema, .noTypes)) {
        try Self.history.differences(of: EmptySchema.self, fromVersion: "V1")
      }
      #expect(throws: PersistenceError.schema(schema, .noTypes)) {
        try Self.history.differences(of: PlanOfNothing.self)
      }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test func aPlanWithoutSchemasIsRefused() {
      #expect(
        throws: PersistenceError.schema(String(reflecting: EmptyPlan.self), .noSchemas)
      ) {
        try Self.history.differences(of: EmptyPlan.self)
      }
    }
  }
#else
  @Suite(.disabled("needs Apple's SwiftData; runs on macOS"))
  struct SwiftDataHistoryTests {
    @Test func aSchemaWithoutTypesIsRefused() {}

    @Test func aPlanWithoutSchemasIsRefused() {}
  }
#endif
