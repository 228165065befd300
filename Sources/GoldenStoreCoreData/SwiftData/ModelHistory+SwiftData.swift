#if canImport(CoreData) && canImport(SwiftData)
  import CoreData
  public import GoldenStoreModel
  public import SwiftData

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  extension ModelHistory {
    /// Compares the model that SwiftData makes of a schema with a version, by the hashes of entities
    /// and properties.
    ///
    /// ```swift
    /// @Test func theSchemaIsTheVersion() throws {
    ///   #expect(try library.differences(of: LibrarySchemaV2.self, fromVersion: "V2") == [])
    /// }
    /// ```
    ///
    /// What is not hashed, such as defaults, delete rules and indexes, is not compared.
    ///
    /// - Parameters:
    ///   - schema: A schema with all its types.
    ///   - version: The name of a version or its number from 1, or the key of a shape.
    /// - Returns: The differences, each with its entity and property; none where SwiftData takes the
    ///   version's stores for the schema's.
    /// - Throws: `PersistenceError.schema` where SwiftData makes no model; `.model` for a version that
    ///   the history does not have, and for a history that is wrong in itself.
    public func differences(
      of schema: any VersionedSchema.Type, fromVersion version: String
    ) throws(PersistenceError) -> [SchemaDifference] {
      let found = try SchemaComparison.Schema(schema)
      do throws(ModelError) {
        return try SchemaComparison(self).differences(of: found, fromVersion: version)
      } catch {
        throw .model(error)
      }
    }

    /// Compares every schema of a plan with its version, and the plan with what shipped.
    ///
    /// ```swift
    /// @Test func thePlanIsTheHistory() throws {
    ///   #expect(try library.differences(of: LibraryMigrationPlan.self) == [])
    /// }
    /// ```
    ///
    /// Every version and every shape needs a schema, older ones first, and no two schemas may hash
    /// alike, as they do where both list a type that is not frozen. A schema belongs to the version
    /// with its hashes, or else to one with its identifier, or else to the one that differs least.
    ///
    /// - Returns: The differences; none where SwiftData knows every store that the history knows.
    /// - Throws: `PersistenceError.schema` where the plan has no schema, or SwiftData makes no model of
    ///   one; `.model` for a history that is wrong in itself.
    public func differences(
      of plan: any SchemaMigrationPlan.Type
    ) throws(PersistenceError) -> [SchemaDifference] {
      let name = String(reflecting: plan)
      var schemas: [SchemaComparison.Schema] = []
      for schema in plan.schemas { schemas.append(try SchemaComparison.Schema(schema)) }
      guard !schemas.isEmpty else { throw .schema(name, .noSchemas) }
      do throws(ModelError) {
        return try SchemaComparison(self).differences(of: schemas, plan: name)
      } catch {
        throw .model(error)
      }
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  extension SchemaComparison.Schema {
    /// Asks SwiftData for the model of a schema's types.
    fileprivate init(_ schema: any VersionedSchema.Type) throws(PersistenceError) {
      let name = String(reflecting: schema)
      let types = schema.models
      guard !types.isEmpty else { throw .schema(name, .noTypes) }
      guard let model = NSManagedObjectModel.makeManagedObjectModel(for: types) else {
        throw .schema(name, .noModel)
      }
      let version = schema.versionIdentifier
      self.init(
        name: name,
        versionIdentifier: SchemaVersion(version.major, version.minor, version.patch),
        hashes: model.entityHashes)
    }
  }
#endif
