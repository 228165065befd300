import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

extension PhysicalComparison {
  /// Compares Core Data's own records, and asks SQLite whether the file is sound.
  mutating func compareBookkeeping() throws {
    try compareMetadata()
    try comparePrimaryKeys()
    try compareEntityNumbers()
    try compareModelCache()
    let integrity = try connection.rows("PRAGMA integrity_check") { try $0.text(at: 0) }
    for line in integrity where line != "ok" {
      add(.bookkeeping, entity: nil, property: "integrity check", expected: "ok", found: line)
    }
    let vacuum = try connection.integer("PRAGMA auto_vacuum")
    check(nil, "auto_vacuum", expected: "2", found: "\(vacuum)")
  }

  /// The archived model is the one that a fresh store holds, byte for byte: equal models give
  /// equal archives. One that other code wrote has the same entity hashes.
  private mutating func compareModelCache() throws {
    guard try exists(table: "Z_MODELCACHE") else { return }
    let contents = try connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE") { $0.bytes(at: 0) }
    check("Z_MODELCACHE", "rows", expected: "1", found: "\(contents.count)")
    guard let content = contents.first else { return }
    let expected = try ArchivedModel.cacheContent(of: layout.model)
    guard content != expected else { return }
    if origin.isForeign, hasEntityHashes(content) { return }
    let archived: String
    do throws(ModelArchiveDamage) {
      let model = try ArchivedModel(cacheContent: content, versionName: layout.model.name).model
      let difference = ModelDifference.between(
        try ArchivedModel(cacheContent: expected, versionName: layout.model.name).model, model
      ).first
      archived = difference?.description ?? "another archive of the same model"
    } catch {
      archived = error.description
    }
    check(
      "Z_MODELCACHE", "archived model", expected: "version '\(layout.model.name)'",
      found: archived)
  }

  /// Whether an archived model has the entities' hashes; one that can't be read, of which the caller
  /// says why, has none.
  private func hasEntityHashes(_ content: Data) -> Bool {
    guard let archived = try? ArchivedModel(cacheContent: content, versionName: store),
      let model = try? archived.model.validated()
    else { return false }
    return (try? VersionHash.checksum(of: model)) == (try? VersionHash.checksum(of: layout.model))
  }

  private mutating func check(
    _ table: String?, _ record: String, expected: String?, found: String?
  ) {
    guard expected != found else { return }
    add(.bookkeeping, entity: table, property: record, expected: expected, found: found)
  }

  // MARK: Metadata

  private mutating func compareMetadata() throws {
    guard try exists(table: "Z_METADATA") else { return }
    let rows = try connection.rows("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA") {
      ($0.integer(at: 0), try $0.text(at: 1), $0.bytes(at: 2))
    }
    check("Z_METADATA", "rows", expected: "1", found: "\(rows.count)")
    guard let (version, uuid, propertyList) = rows.first else { return }
    check("Z_METADATA", "Z_VERSION", expected: "1", found: "\(version)")
    let found = try StoreMetadata(propertyList: propertyList, storeUUID: uuid, store: store)
    let hashes = try VersionHash.entityHashes(of: layout.model)
    for hash in hashes {
      check(
        "Z_METADATA", "hash of '\(hash.entity)'", expected: hash.hash.hexadecimal,
        found: found.hash(of: hash.entity)?.hexadecimal)
    }
    for hash in found.entityHashes where !hashes.contains(where: { $0.entity == hash.entity }) {
      check(
        "Z_METADATA", "hash of '\(hash.entity)'", expected: nil, found: hash.hash.hexadecimal)
    }
    check(
      "Z_METADATA", "digest", expected: VersionHash.digest(of: hashes), found: found.digest)
    check(
      "Z_METADATA", "checksum", expected: VersionHash.checksum(of: hashes), found: found.checksum)
    check(
      "Z_METADATA", "version identifiers",
      expected: "\(layout.model.model.versionIdentifiers)", found: "\(found.versionIdentifiers)")
    check("Z_METADATA", "store type", expected: "SQLite", found: found.storeType)
    check(
      "Z_METADATA", "hashes version", expected: "\(StoreMetadata.writtenHashesVersion)",
      found: "\(found.hashesVersion)")
    check("Z_METADATA", "auto-vacuum level", expected: "2", found: found.autoVacuumLevel)
    if let storeUUID = origin.storeUUID {
      check("Z_METADATA", "Z_UUID", expected: storeUUID, found: uuid)
    }
  }

  // MARK: Primary keys

  private struct PrimaryKeyRow {
    let number: Int64
    let name: String
    let superNumber: Int64
    let maximum: Int64
  }

  private mutating func comparePrimaryKeys() throws {
    guard try exists(table: "Z_PRIMARYKEY") else { return }
    let rows = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT"
    ) {
      PrimaryKeyRow(
        number: $0.integer(at: 0), name: try $0.text(at: 1), superNumber: $0.integer(at: 2),
        maximum: $0.integer(at: 3))
    }
    for entity in layout.entities {
      guard let row = rows.first(where: { $0.number == Int64(entity.number) }) else {
        check(
          "Z_PRIMARYKEY", "number \(entity.number)", expected: "'\(entity.name)'", found: nil)
        continue
      }
      if row.name != entity.name && !isFormerName(row.name, of: entity.name) {
        check(
          "Z_PRIMARYKEY", "number \(entity.number)", expected: "'\(entity.name)'",
          found: "'\(row.name)'")
      }
      check(
        "Z_PRIMARYKEY", "Z_SUPER of '\(entity.name)'", expected: "\(entity.superNumber)",
        found: "\(row.superNumber)")
      try compareMaximum(of: entity, row.maximum)
    }
    for row in rows where !layout.entities.contains(where: { Int64($0.number) == row.number }) {
      check("Z_PRIMARYKEY", "number \(row.number)", expected: nil, found: "'\(row.name)'")
    }
  }

  private mutating func compareMaximum(of entity: EntityLayout, _ maximum: Int64) throws {
    if entity.name != entity.rootName {
      check(
        "Z_PRIMARYKEY", "Z_MAX of '\(entity.name)'", expected: "0", found: "\(maximum)")
      return
    }
    guard try exists(table: entity.tableName) else { return }
    let highest = try connection.integer(
      "SELECT coalesce(max(Z_PK), 0) FROM \(identifier: entity.tableName)")
    if maximum < highest {
      check(
        "Z_PRIMARYKEY", "Z_MAX of '\(entity.name)'", expected: "at least \(highest)",
        found: "\(maximum)")
    }
  }

  private func isFormerName(_ name: String, of entity: String) -> Bool {
    guard let key = layout.model.entity(named: entity)?.renamingKey else { return false }
    return origin.formerModels.contains { model in
      model.entity(named: name)?.renamingKey == key
    }
  }

  // MARK: Entity numbers

  private mutating func compareEntityNumbers() throws {
    for table in layout.tables where try exists(table: table.name) {
      let family = layout.entities.filter { $0.tableName == table.name && !$0.isAbstract }
      let numbers = Set(family.map { Int64($0.number) })
      let rows = try connection.rows(
        "SELECT Z_PK, coalesce(Z_ENT, -1) FROM \(identifier: table.name) ORDER BY Z_PK"
      ) { ($0.integer(at: 0), $0.integer(at: 1)) }
      for (key, number) in rows where !numbers.contains(number) {
        let expected = family.map { "\($0.number)" }.joined(separator: " or ")
        add(
          .bookkeeping, entity: table.name, object: key, property: "Z_ENT", expected: expected,
          found: "\(number)")
      }
    }
  }
}
