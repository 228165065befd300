public import Foundation
public import GoldenStoreModel

/// What a store says about itself in `Z_METADATA`.
///
/// Format: StoreFormat F34 to F38.
public struct StoreMetadata: Hashable, Sendable {
  /// The framework version that new stores claim: the newest one whose layout is known in full.
  public static let writtenFrameworkVersion: Int64 = 1345
  /// The version of the hashing that Core Data uses since long ago.
  public static let writtenHashesVersion: Int64 = 3

  /// The store identifier as the file spells it, normally an upper-case UUID.
  public var storeUUID: String
  /// `SQLite` in every store.
  public var storeType: String
  public var hashesVersion: Int64
  /// The version hash of every entity, in code-unit order of the names.
  public var entityHashes: [EntityHash]
  /// The digest of the hashes in base64; nil in stores of frameworks up to 866.
  public var digest: String?
  /// The model's checksum in base64; nil in stores of frameworks up to 1251.
  public var checksum: String?
  /// The model's version identifiers; empty where the store has none.
  public var versionIdentifiers: [String]
  /// The version of the framework that wrote the store last; nil where the store doesn't say.
  public var frameworkVersion: Int64?
  /// The text of `_NSAutoVacuumLevel`, normally `2`.
  public var autoVacuumLevel: String?
  /// Every other key: metadata of the application, or of other framework versions.
  package var others: [String: PropertyListValue]

  /// Makes the metadata of a new store, complete for framework 1345.
  ///
  /// - Throws: `ModelError` if a version hash can't be computed.
  public init(for model: ValidatedModel, storeUUID: UUID) throws {
    let hashes = try VersionHash.entityHashes(of: model)
    self.storeUUID = storeUUID.uuidString
    storeType = "SQLite"
    hashesVersion = Self.writtenHashesVersion
    entityHashes = hashes
    digest = VersionHash.digest(of: hashes)
    checksum = VersionHash.checksum(of: hashes)
    versionIdentifiers = model.model.versionIdentifiers
    frameworkVersion = Self.writtenFrameworkVersion
    autoVacuumLevel = "2"
    others = [:]
  }

  /// The metadata of the same store after a migration: hashes, checksums, version identifiers and
  /// framework version are those of a new store of the model, everything else stays.
  ///
  /// Format: StoreFormat F117.
  ///
  /// - Throws: `ModelError` if a version hash can't be computed.
  package func migrated(to model: ValidatedModel) throws -> StoreMetadata {
    var metadata = self
    metadata.hashesVersion = Self.writtenHashesVersion
    metadata.entityHashes = try VersionHash.entityHashes(of: model)
    metadata.digest = VersionHash.digest(of: metadata.entityHashes)
    metadata.checksum = VersionHash.checksum(of: metadata.entityHashes)
    metadata.versionIdentifiers = model.model.versionIdentifiers
    metadata.frameworkVersion = Self.writtenFrameworkVersion
    return metadata
  }

  /// Returns the hash that the store records for an entity.
  public func hash(of entity: String) -> HashValue? {
    entityHashes.first { $0.entity == entity }?.hash
  }

  /// Refuses hashes that were made in another way than those that models are compared by.
  ///
  /// - Throws: `StoreError.metadataValue`.
  package func requireKnownHashes(of store: String) throws(StoreError) {
    guard hashesVersion == Self.writtenHashesVersion else {
      throw .metadataValue(
        store: store, key: Key.hashesVersion, expected: "\(Self.writtenHashesVersion)",
        found: "\(hashesVersion)")
    }
  }

  /// Returns the first entity, by name, whose hash differs from a model's, or nil if none does.
  public func difference(from modelHashes: [EntityHash]) -> String? {
    let expected = Dictionary(
      modelHashes.map { ($0.entity, $0.hash) }, uniquingKeysWith: { first, _ in first })
    let found = Dictionary(
      entityHashes.map { ($0.entity, $0.hash) }, uniquingKeysWith: { first, _ in first })
    let names = Set(expected.keys).union(found.keys).sorted(by: NameOrder.precedes)
    for name in names {
      switch (expected[name], found[name]) {
      case (let expected?, let found?) where expected != found:
        let hashes = HashValue.excerpts(found.hexadecimal, expected.hexadecimal)
        return "entity '\(name)' has hash \(hashes.first), expected \(hashes.second)"
      case (nil, _?):
        return "the store has entity '\(name)', which the model lacks"
      case (_?, nil):
        return "the store lacks entity '\(name)'"
      default:
        continue
      }
    }
    return nil
  }
}

extension StoreMetadata {
  /// Returns the systems that ship a version of the framework, such as `iOS 16`; nil where none
  /// is known.
  ///
  /// Format: StoreFormat F43.
  package static func systems(ofFramework version: Int64) -> String? {
    switch version {
    case 1044: "iOS 13"
    case 1145: "iOS 15"
    case 1239...1251: "iOS 16"
    case 1333...1345: "iOS 17"
    default: nil
    }
  }

  /// The keys that say of which model a store is, and which framework wrote it.
  package static let modelKeys: Set<String> = [
    Key.hashes, Key.hashesVersion, Key.digest, Key.checksum, Key.versionIdentifiers,
    Key.frameworkVersion,
  ]

  /// The keys of the property list.
  enum Key {
    static let storeType = "NSStoreType"
    static let hashes = "NSStoreModelVersionHashes"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    static let digest = "NSStoreModelVersionHashesDigest"
    static let checksum = "NSStoreModelVersionChecksumKey"
    static let versionIdentifiers = "NSStoreModelVersionIdentifiers"
    static let frameworkVersion = "NSPersistenceFrameworkVersion"
    static let autoVacuumLevel = "_NSAutoVacuumLevel"
  }

  /// Returns the property list as `Z_PLIST` holds it, the keys that are not known included.
  ///
  /// - Throws: `PropertyListDamage.tooDeep`.
  package func encode() throws(PropertyListDamage) -> Data {
    var root = others
    root[Key.storeType] = .string(storeType)
    root[Key.hashesVersion] = .integer(hashesVersion)
    root[Key.hashes] = .dictionary(
      Dictionary(
        entityHashes.map { ($0.entity, .data($0.hash.data)) },
        uniquingKeysWith: { first, _ in first }
      ))
    root[Key.digest] = digest.map { .string($0) }
    root[Key.checksum] = checksum.map { .string($0) }
    root[Key.versionIdentifiers] = .array(versionIdentifiers.map { .string($0) })
    root[Key.frameworkVersion] = frameworkVersion.map { .integer($0) }
    root[Key.autoVacuumLevel] = autoVacuumLevel.map { .string($0) }
    return try BinaryPropertyList.encode(.dictionary(root))
  }

  /// Reads the property list of a row of `Z_METADATA`.
  ///
  /// - Parameters:
  ///   - propertyList: The bytes of `Z_PLIST`.
  ///   - storeUUID: The text of `Z_UUID`.
  ///   - store: The name of the store, for errors.
  /// - Throws: `StoreError.damagedMetadata`, `.metadataKeyMissing`, `.metadataValue`.
  package init(propertyList: Data, storeUUID: String, store: String) throws(StoreError) {
    let root: PropertyListValue
    do {
      root = try BinaryPropertyList.decode(propertyList)
    } catch {
      throw .damagedMetadata(store: store, damage: error)
    }
    guard case .dictionary(let entries) = root else {
      throw .metadataValue(
        store: store, key: "Z_PLIST", expected: "a dictionary", found: root.typeName)
    }
    var reader = MetadataReader(store: store, entries: entries)
    self.storeUUID = storeUUID
    storeType = try reader.text(Key.storeType, isRequired: true) ?? ""
    hashesVersion = try reader.integer(Key.hashesVersion, isRequired: true) ?? 0
    entityHashes = try reader.hashes(Key.hashes)
    digest = try reader.text(Key.digest)
    checksum = try reader.text(Key.checksum)
    versionIdentifiers = try reader.texts(Key.versionIdentifiers)
    frameworkVersion = try reader.integer(Key.frameworkVersion)
    autoVacuumLevel = try reader.text(Key.autoVacuumLevel)
    others = reader.entries
  }
}

/// Takes the known keys out of a metadata dictionary.
private struct MetadataReader {
  let store: String
  var entries: [String: PropertyListValue]

  mutating func text(_ key: String, isRequired: Bool = false) throws(StoreError) -> String? {
    switch try take(key, isRequired: isRequired) {
    case .string(let text): return text
    case nil: return nil
    case let value?: throw mismatch(key, "a string", value)
    }
  }

  mutating func integer(_ key: String, isRequired: Bool = false) throws(StoreError) -> Int64? {
    switch try take(key, isRequired: isRequired) {
    case .integer(let number): return number
    case nil: return nil
    case let value?: throw mismatch(key, "an integer", value)
    }
  }

  mutating func texts(_ key: String) throws(StoreError) -> [String] {
    guard let value = try take(key, isRequired: false) else { return [] }
    guard case .array(let elements) = value else { throw mismatch(key, "an array", value) }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else {
        throw mismatch(key, "strings only", element)
      }
      texts.append(text)
    }
    return texts
  }

  mutating func hashes(_ key: String) throws(StoreError) -> [EntityHash] {
    guard let value = try take(key, isRequired: true) else { return [] }
    guard case .dictionary(let hashes) = value else { throw mismatch(key, "a dictionary", value) }
    var result: [EntityHash] = []
    for (name, value) in hashes.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
      guard case .data(let data) = value, let hash = HashValue(bytes: data) else {
        let found: String =
          if case .data(let data) = value { "\(data.count) bytes" } else { value.typeName }
        throw .metadataValue(
          store: store, key: "\(key).\(name)", expected: "32 bytes of data", found: found)
      }
      result.append(EntityHash(entity: name, hash: hash))
    }
    return result
  }

  private mutating func take(
    _ key: String, isRequired: Bool
  ) throws(StoreError) -> PropertyListValue? {
    let value = entries.removeValue(forKey: key)
    if value == nil, isRequired { throw .metadataKeyMissing(store: store, key: key) }
    return value
  }

  private func mismatch(
    _ key: String, _ expected: String, _ value: PropertyListValue
  ) -> StoreError {
    .metadataValue(store: store, key: key, expected: expected, found: value.typeName)
  }
}
