#if canImport(CoreData)
  public import CoreData
  import Foundation
  public import GoldenStoreModel

  extension NSManagedObjectModel {
    /// Makes Core Data's model of a version.
    ///
    /// Everything that a version says is there, but for what Core Data has no place for: user info
    /// of the model itself and of fetch indexes, and the name of a composite type. A value
    /// transformer is named, not looked up: one that nobody has registered makes Core Data raise an
    /// exception when it meets a value. Class names are handed on as they are, too.
    ///
    /// In a build with assertions the version hashes that Core Data computes are compared with
    /// those that the history knows the version by, as with
    /// ``versionHashDifferences(from:)``: where they differ, no store of the version would be
    /// recognised.
    ///
    /// - Parameters:
    ///   - model: A version.
    ///   - purpose: Whether an app opens its store with the model, or a migration.
    /// - Throws: `PersistenceError.model` for a version that is wrong in itself;
    ///   `.managedObjectModel` with everything that the system's Core Data can't be given, or with
    ///   the hashes that differ.
    public convenience init(
      _ model: Model, for purpose: ManagedObjectModelPurpose = .app()
    ) throws(PersistenceError) {
      let validated: ValidatedModel
      do throws(ModelError) {
        validated = try model.validated()
      } catch {
        throw .model(error)
      }
      try self.init(validated, for: purpose)
    }

    /// Makes Core Data's model of a version that has been validated.
    ///
    /// - Throws: `PersistenceError.managedObjectModel`.
    public convenience init(
      _ model: ValidatedModel, for purpose: ManagedObjectModelPurpose = .app()
    ) throws(PersistenceError) {
      var hasComposites = false
      if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) { hasComposites = true }
      let plan: ManagedObjectModelPlan
      do throws(ManagedObjectModelProblems) {
        plan = try ManagedObjectModelPlan(model, for: purpose, hasComposites: hasComposites)
      } catch {
        throw .managedObjectModel(version: model.name, problems: error.problems)
      }
      if purpose == .migration { StoredBytesTransformer.register() }
      self.init()
      do throws(ManagedObjectModelProblem) {
        try ModelTranslation(plan).fill(self)
      } catch {
        throw .managedObjectModel(version: model.name, problems: [error])
      }
      var hasAssertions = false
      assert(
        {
          hasAssertions = true
          return true
        }())
      guard hasAssertions else { return }
      let differences = try versionHashDifferences(from: model)
      guard differences.isEmpty else {
        throw .managedObjectModel(
          version: model.name, problems: differences.map { .versionHash($0) })
      }
    }

    /// Compares the version hashes that Core Data computes for this model with those of a version:
    /// where an entity's differ, down to its properties.
    ///
    /// - Returns: The differences; none where a store of one is a store of the other.
    /// - Throws: `PersistenceError.model`.
    public func versionHashDifferences(
      from model: Model
    ) throws(PersistenceError) -> [VersionHashDifference] {
      do throws(ModelError) {
        return EntityHashes.differences(
          expected: try EntityHashes.all(of: model.validated()), found: entityHashes)
      } catch {
        throw .model(error)
      }
    }

    /// The same for a version that has been validated.
    public func versionHashDifferences(
      from model: ValidatedModel
    ) throws(PersistenceError) -> [VersionHashDifference] {
      do throws(ModelError) {
        return EntityHashes.differences(
          expected: try EntityHashes.all(of: model), found: entityHashes)
      } catch {
        throw .model(error)
      }
    }

    /// The version hashes of the entities, with those of the properties that are part of them.
    var entityHashes: [String: EntityHashes] {
      let entities = entitiesByName
      var all: [String: EntityHashes] = [:]
      for (name, hash) in entityVersionHashesByName {
        var hashes = EntityHashes(hash: hash, superentity: entities[name]?.superentity?.name)
        for (name, property) in entities[name]?.propertiesByName ?? [:] {
          if property.isTransient || property is NSFetchedPropertyDescription { continue }
          hashes.properties[name] = property.versionHash
        }
        all[name] = hashes
      }
      return all
    }
  }
#endif
