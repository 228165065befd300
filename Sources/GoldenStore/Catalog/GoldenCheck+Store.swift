import Foundation
import GoldenStoreFormat
import GoldenStoreModel

extension GoldenCheck {
  /// Compares the store with the version, the seed and a fresh store.
  mutating func checkStore(_ manifest: Manifest, isReadable: Bool) throws {
    guard let seed = manifest.seed else {
      problems.append(.manifestEntry(name: "seed", expected: "a number", found: "none"))
      return
    }
    let fresh = try FreshGolden(
      catalog, position: golden.position, seed: seed, schema: manifest.schema)
    guard FileManager.default.fileExists(atPath: golden.files.main) else { return }
    let inspection: StoreInspection
    do {
      inspection = try StoreInspection(of: golden.files)
    } catch {
      // A damaged file was reported already; what SQLite makes of it adds nothing.
      if isReadable { throw error }
      return
    }
    let hashes = try VersionHash.entityHashes(of: fresh.generator.model)
    if let difference = inspection.metadata.difference(from: hashes) {
      problems.append(
        .otherVersion(name: try version(of: inspection.metadata), detail: difference))
      return
    }
    let uuid = fresh.generator.storeUUID.uuidString
    if inspection.metadata.storeUUID != uuid {
      problems.append(.storeUUID(expected: uuid, found: inspection.metadata.storeUUID))
    }
    let seeded = try fresh.generator.contents()
    try checkManifest(manifest, fresh, seeded)
    try checkDump(fresh.dump(of: seeded))
    guard isReadable else { return }
    let reader = try StoreReader(files: golden.files, layout: fresh.layout)
    let contents = try reader.contents()
    for entity in fresh.generator.entities
    where contents.objects(of: entity).isEmpty
      && !fresh.generator.emptyEntities.contains(entity)
    {
      problems.append(
        .emptyEntity(entity: entity, expectedRows: seeded.objects(of: entity).count))
    }
    try checkContents(manifest, fresh, expected: seeded, found: contents)
    let structure = try PhysicalComparison.report(of: golden.files, layout: fresh.layout)
    if !structure.isEmpty { problems.append(.structure(structure)) }
    isComplete = true
  }

  private func version(of metadata: StoreMetadata) throws -> String? {
    try catalog.models.first {
      metadata.difference(from: try VersionHash.entityHashes(of: $0)) == nil
    }?.name
  }

  private mutating func checkContents(
    _ manifest: Manifest, _ fresh: FreshGolden, expected: StoreContents, found: StoreContents
  ) throws {
    let model = fresh.generator.model
    let content = try ContentDigest(of: found, model: model)
    if manifest.generatorVersion == StoreGenerator.version {
      let report = try ContentsComparison.report(
        expected: expected, found: found, model: model)
      objectsCompared += report.objectsCompared
      valuesCompared += report.valuesCompared
      if !report.isEmpty { problems.append(.contents(report)) }
    } else if content.hash != manifest.contentDigest {
      // An older generator made other data of this seed: only its digest can be compared.
      problems.append(
        .manifestEntry(
          name: "content digest", expected: content.hash.hexadecimal,
          found: manifest.contentDigest.hexadecimal))
    }
    let gaps = try fresh.coverage(of: found).gaps
    if !gaps.isEmpty { problems.append(.coverage(gaps: gaps)) }
    if content.bytes > fresh.contentLimit {
      problems.append(.contentSize(bytes: content.bytes, limit: fresh.contentLimit))
    }
  }

  // MARK: Manifest and dump

  /// Compares every entry with what the recorded schema and the seed give.
  private mutating func checkManifest(
    _ manifest: Manifest, _ fresh: FreshGolden, _ seeded: StoreContents
  ) throws {
    let content = try ContentDigest(of: seeded, model: fresh.generator.model)
    let expected = try fresh.manifest(
      files: manifest.files, contents: seeded, content: content)
    compareSchema(of: manifest, expected)
    compare("SQLite version", try golden.libraryVersion(), manifest.sqliteVersion)
    guard manifest.generatorVersion == StoreGenerator.version else { return }
    compareContents(of: manifest, expected)
  }

  mutating func compare(_ name: String, _ expected: String, _ found: String) {
    if expected != found {
      problems.append(.manifestEntry(name: name, expected: expected, found: found))
    }
  }

  /// Compares what the recorded schema alone decides.
  mutating func compareSchema(of manifest: Manifest, _ expected: Manifest) {
    compare("checksum", expected.checksum, manifest.checksum)
    compare("digest", expected.digest, manifest.digest)
    compare("store UUID", expected.storeUUID, manifest.storeUUID)
    compare("empty entities", "\(expected.emptyEntities)", "\(manifest.emptyEntities)")
    compare("entities", "\(expected.entities.map(\.name))", "\(manifest.entities.map(\.name))")
    for (entry, found) in zip(expected.entities, manifest.entities) {
      compare("hash of '\(entry.name)'", entry.hash.hexadecimal, found.hash.hexadecimal)
    }
    compare(
      "join tables", "\(expected.joinTables.map(\.name))", "\(manifest.joinTables.map(\.name))")
  }

  /// Compares what the objects decide.
  mutating func compareContents(of manifest: Manifest, _ expected: Manifest) {
    for (entry, found) in zip(expected.entities, manifest.entities) {
      compare("rows of '\(entry.name)'", "\(entry.rows)", "\(found.rows)")
    }
    for (entry, found) in zip(expected.joinTables, manifest.joinTables) {
      compare("rows of '\(entry.name)'", "\(entry.rows)", "\(found.rows)")
    }
    compare(
      "content digest", expected.contentDigest.hexadecimal, manifest.contentDigest.hexadecimal)
    compare("content size", "\(expected.contentBytes)", "\(manifest.contentBytes)")
  }

  mutating func checkDump(_ expected: String) throws {
    guard FileManager.default.fileExists(atPath: golden.dumpPath) else {
      problems.append(.missingRecord(name: golden.dumpPath.fileName))
      return
    }
    let found = try Catalog.touching("read", golden.dumpPath) {
      try String(contentsOf: URL(fileURLWithPath: golden.dumpPath), encoding: .utf8)
    }
    guard !expected.utf8.elementsEqual(found.utf8) else { return }
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let foundLines = found.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(expectedLines, foundLines).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    problems.append(
      .staleDump(
        line: same + 1, expected: quoted(expectedLines, same), found: quoted(foundLines, same)))
  }

  private func quoted(_ lines: [Substring], _ index: Int) -> String {
    lines.indices.contains(index) ? "'\(lines[index])'" : "the end"
  }
}
