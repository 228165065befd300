import Foundation

/// The version hash of an entity, by which a store finds its model.
public struct EntityHash: Hashable, Sendable, Codable {
  /// The entity's name.
  public let entity: String
  public let hash: HashValue

  public init(entity: String, hash: HashValue) {
    self.entity = entity
    self.hash = hash
  }
}

/// Core Data's version hashes: of an entity, and of a whole model.
public enum VersionHash {
  /// Returns the hash of every entity, abstract ones included, sorted by name in plain code-unit
  /// order.
  ///
  /// Format: StoreFormat F2 to F9.
  ///
  /// - Throws: `ModelError.unsupportedDerivation` for a derived attribute whose expression has no
  ///   known rendering.
  public static func entityHashes(of model: ValidatedModel) throws(ModelError) -> [EntityHash] {
    var hashing = EntityHashing(model: model)
    var hashes: [EntityHash] = []
    for entity in model.entitiesByName {
      hashes.append(EntityHash(entity: entity.name, hash: try hashing.hash(of: entity)))
    }
    return hashes
  }

  /// Returns the hashes of the properties that are part of an entity's hash, inherited ones
  /// included, sorted by name: what Core Data calls the `versionHash` of a property.
  ///
  /// Format: StoreFormat F4 to F7.
  ///
  /// - Throws: `ModelError.unsupportedDerivation`.
  package static func propertyHashes(
    of entity: Entity, in model: ValidatedModel
  ) throws(ModelError) -> [(name: String, hash: HashValue)] {
    try EntityHashing(model: model).propertyHashes(of: entity, lineage: model.lineage(of: entity))
  }

  /// Returns the model's checksum in base64, which Core Data calls `versionChecksum`.
  ///
  /// Format: SHA-256 of the entity hashes alone, in name order (StoreFormat F10).
  public static func checksum(of hashes: [EntityHash]) -> String {
    var checksum = SHA256()
    for entity in sorted(hashes) { checksum.update(entity.hash.bytes) }
    return Data(checksum.digest()).base64EncodedString()
  }

  /// Returns the model's checksum in base64.
  ///
  /// - Throws: what ``entityHashes(of:)`` throws.
  public static func checksum(of model: ValidatedModel) throws(ModelError) -> String {
    checksum(of: try entityHashes(of: model))
  }

  /// Returns the digest of the entity hashes in base64, as a store's metadata hold it.
  ///
  /// Format: SHA-512 of each entity's name and hash, in name order (StoreFormat F11).
  public static func digest(of hashes: [EntityHash]) -> String {
    var digest = SHA512()
    for entity in sorted(hashes) {
      digest.update(entity.entity)
      digest.update(entity.hash.bytes)
    }
    return Data(digest.digest()).base64EncodedString()
  }

  /// Returns the digest of the entity hashes in base64.
  ///
  /// - Throws: what ``entityHashes(of:)`` throws.
  public static func digest(of model: ValidatedModel) throws(ModelError) -> String {
    digest(of: try entityHashes(of: model))
  }

  private static func sorted(_ hashes: [EntityHash]) -> [EntityHash] {
    hashes.sorted { NameOrder.precedes($0.entity, $1.entity) }
  }
}
