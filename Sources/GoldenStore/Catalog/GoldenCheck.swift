import Foundation
import GoldenStoreFormat
import GoldenStoreModel

/// The check of one golden: everything that it claims, computed again.
struct GoldenCheck {
  let catalog: Catalog
  let golden: Golden
  /// The version or shape whose pins hold for the golden.
  let pinnedVersion: String
  let pins: Pins?
  /// The manifests of the other goldens, by version.
  let others: [Manifest]
  var problems: [CatalogProblem] = []
  var objectsCompared = 0
  var valuesCompared = 0
  /// Whether the store was opened and compared with its seed to the end.
  var isComplete = false

  init(_ place: Catalog.Place, pins: Pins?, others: [Manifest]) {
    catalog = place.catalog
    golden = place.golden
    pinnedVersion = place.catalog.models[place.golden.position].name
    self.pins = pins
    self.others = others
  }

  private var model: ValidatedModel { catalog.models[golden.position] }

  mutating func run() throws {
    let hashes = try VersionHash.entityHashes(of: model)
    guard FileManager.default.fileExists(atPath: golden.folder) else {
      problems.append(.missingGolden(folder: golden.folder.fileName))
      checkPins(hashes, recorded: nil)
      return
    }
    guard let manifest = readManifest() else {
      checkPins(hashes, recorded: nil)
      return
    }
    guard
      manifest.history == golden.history, manifest.version == golden.version,
      manifest.position == golden.position + 1, manifest.adoptedAs == adoptedName
    else {
      problems.append(
        .foreignManifest(history: manifest.history, version: manifest.version))
      return
    }
    checkPins(hashes, recorded: manifest.schema)
    checkSchema(hashes, recorded: manifest.schema)
    try checkSeal()
    let isReadable = checkFiles(manifest)
    do {
      if adoptedName == nil {
        try checkStore(manifest, isReadable: isReadable)
      } else {
        try checkAdoptedStore(manifest, isReadable: isReadable)
      }
    } catch {
      problems.append(.unreadableStore(reason: "\(error)"))
    }
  }

  /// The name of a store that was adopted.
  private var adoptedName: String? {
    if case .adopted(let name) = golden.origin { name } else { nil }
  }

  private mutating func readManifest() -> Manifest? {
    guard FileManager.default.fileExists(atPath: golden.manifestPath) else {
      problems.append(.missingRecord(name: golden.manifestPath.fileName))
      return nil
    }
    do {
      return try Manifest(contentsOf: golden.manifestPath)
    } catch {
      problems.append(
        .unreadableManifest(path: golden.manifestPath.fileName, reason: "\(error)"))
      return nil
    }
  }

  // MARK: Pins and schema

  private mutating func checkPins(_ hashes: [EntityHash], recorded: Model?) {
    // What is wrong with a version's own pins is said with its own golden.
    guard let pins, adoptedName == nil else { return }
    if pins.state(of: golden.version) == nil { problems.append(.missingState) }
    for hash in hashes {
      guard let pinned = pins.hash(of: hash.entity, version: golden.version) else {
        problems.append(.missingPin(entity: hash.entity))
        continue
      }
      guard pinned != hash.hash else { continue }
      let changes = recorded.map { differences(from: $0).filter { $0.entity == hash.entity } }
      let change = changes.flatMap { $0.isEmpty ? nil : $0 }?.map(\.description)
      problems.append(
        .pin(
          entity: hash.entity, pinned: pinned.hexadecimal, model: hash.hash.hexadecimal,
          change: change?.joined(separator: ", ")))
    }
  }

  private func differences(from recorded: Model) -> [ModelDifference] {
    ModelDifference.between(recorded, model.model)
  }

  /// Reports what has changed since the golden was recorded, unless a pin's problem says it.
  private mutating func checkSchema(_ hashes: [EntityHash], recorded: Model) {
    var former: [EntityHash] = []
    do {
      former = try VersionHash.entityHashes(of: try recorded.validated())
    } catch {
      problems.append(.unreadableManifest(path: "manifest.json", reason: "\(error)"))
    }
    for difference in differences(from: recorded) {
      let isHashed =
        difference.entity.map { name in
          hashes.first { $0.entity == name }?.hash != former.first { $0.entity == name }?.hash
        } ?? false
      if isHashed, isReportedByPin(difference.entity) { continue }
      problems.append(
        .changedSchema(
          difference, isHashed: isHashed,
          isSealed: pins?.state(of: pinnedVersion) == .sealed))
    }
  }

  private func isReportedByPin(_ entity: String?) -> Bool {
    problems.contains {
      if case .pin(entity, _, _, .some) = $0 { true } else { false }
    }
  }

  /// Compares the manifest of what has shipped with the one that the pins were given.
  private mutating func checkSeal() throws {
    guard let pins else { return }
    let expected: HashValue?
    if let adoptedName {
      expected =
        pins.adopted.first { $0.version == pinnedVersion && $0.name == adoptedName }?.manifest
    } else {
      guard pins.state(of: golden.version) == .sealed else { return }
      expected = pins.seal(of: golden.version)
      if expected == nil { problems.append(.sealWithoutManifest) }
    }
    let found = try golden.manifestDigest()
    if let expected, expected != found {
      problems.append(
        .brokenSeal(
          isAdopted: adoptedName != nil, expected: expected.hexadecimal,
          found: found.hexadecimal))
    }
  }

  // MARK: Files

  /// Compares the files with the manifest.
  ///
  /// - Returns: Whether it makes sense to read the store: its -wal is neither lost, nor another
  ///   store's, nor damaged.
  private mutating func checkFiles(_ manifest: Manifest) -> Bool {
    var isReadable = true
    for entry in manifest.files {
      let path = golden.folder.appendingPathComponent(entry.name)
      let isLog = entry.name.hasSuffix("-wal")
      guard let found = file(at: path) else {
        // A main file that changed as well was opened in place, and took the -wal in.
        let isChanged = isLog && isMainFileChanged(manifest)
        let isLost = isLog && !isChanged
        problems.append(
          isChanged
            ? .absorbedWriteAheadLog(
              store: golden.files.name, log: entry.name, bytes: entry.bytes)
            : missing(entry, manifest, isLost: isLost))
        if isLost || entry.name == golden.files.name { isReadable = false }
        continue
      }
      guard found.digest != entry.sha256.hexadecimal else { continue }
      if let owner = owner(of: found.digest, entry.name) {
        problems.append(.foreignFile(name: entry.name, owner: owner))
        isReadable = false
        continue
      }
      let damage = isLog ? logDamage(path) : nil
      if damage != nil { isReadable = false }
      problems.append(
        found.bytes != entry.bytes
          ? .fileSize(
            name: entry.name, expected: entry.bytes, found: found.bytes, detail: damage)
          : .fileDigest(
            name: entry.name, expected: entry.sha256.hexadecimal, found: found.digest,
            detail: damage))
    }
    let listed = Set(
      (manifest.files.map(\.name) + ["manifest.json", "dump.txt"])
        .map { $0.split(separator: "/").first.map(String.init) ?? $0 })
    for name in (try? Catalog.fileNames(in: golden.folder)) ?? []
    where !listed.contains(name) && name != ".DS_Store" {
      problems.append(.unlistedFile(name: name))
    }
    return isReadable
  }

  private func file(at path: String) -> (bytes: Int64, digest: String)? {
    // A file that cannot be read is missing for everybody.
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
    return (
      Int64(data.count), HashValue(digest: SHA256.digest(of: data)).hexadecimal
    )
  }

  private func isMainFileChanged(_ manifest: Manifest) -> Bool {
    guard let entry = manifest.files.first(where: { $0.name == golden.files.name }),
      let found = file(at: golden.files.main)
    else { return false }
    return found.digest != entry.sha256.hexadecimal
  }

  private func missing(
    _ entry: Manifest.FileEntry, _ manifest: Manifest, isLost: Bool
  ) -> CatalogProblem {
    guard isLost, let rest = try? StoreInspection(of: golden.files) else {
      return .missingFile(name: entry.name, bytes: entry.bytes)
    }
    return .lostWriteAheadLog(
      store: golden.files.name, rows: Int(rest.objectCount), expectedRows: manifest.rows,
      log: entry.name, bytes: entry.bytes)
  }

  private func owner(of digest: String, _ name: String) -> String? {
    others.first { other in
      other.version != golden.version
        && other.files.contains { $0.name == name && $0.sha256.hexadecimal == digest }
    }?.version
  }

  private func logDamage(_ path: String) -> String? {
    do {
      return try WriteAheadLog(contentsOf: path).damage?.description
    } catch {
      return "\(error)"
    }
  }
}
