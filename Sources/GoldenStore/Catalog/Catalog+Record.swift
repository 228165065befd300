import Foundation
import GoldenStoreFormat
import GoldenStoreModel

extension Catalog {
  /// What a recording wrote.
  package struct Recording: Hashable, Sendable {
    /// The names of the versions whose goldens were written, in order.
    package var versions: [String] = []
    /// The paths of the written files, in version order.
    package var written: [String] = []
    /// The paths of files that were there before and are no longer.
    package var removed: [String] = []

    package init() {}
  }

  /// Generates goldens fresh from their versions' own schemas, with manifests, dumps and pins.
  ///
  /// Each golden appears completely or not at all; one that comes out as it was is left alone.
  ///
  /// - Parameters:
  ///   - mode: Which goldens are written.
  ///   - seed: What the data depends on, besides the history.
  /// - Throws: `GoldenError`, or `StoreError` where the store cannot be written.
  package func record(
    _ mode: RecordMode, seed: UInt64 = StoreGenerator.defaultSeed
  ) throws -> Recording {
    var recording = Recording()
    guard mode != .never else { return recording }
    try Catalog.touching("create", folder) {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    let hadPins = FileManager.default.fileExists(atPath: pinsPath)
    let formerPins = hadPins ? try pins() : Pins()
    var pins = formerPins
    let staging = try TemporaryDirectory(in: folder)
    for golden in goldens {
      let isThere = FileManager.default.fileExists(atPath: golden.folder)
      let hashes = try VersionHash.entityHashes(of: models[golden.position])
      if isThere, mode == .missing {
        // A golden without pins gets them; pins that disagree are for the check to report.
        pins.add(version: golden.version, hashes: hashes)
        continue
      }
      let wasWritten = try record(golden, mode, seed, pins, staging, &recording)
      if wasWritten {
        pins.replace(version: golden.version, hashes: hashes)
      } else {
        pins.add(version: golden.version, hashes: hashes)
      }
    }
    if pins != formerPins || !hadPins {
      try Catalog.touching("write", pinsPath) {
        try Data(pins.text.utf8).write(to: URL(fileURLWithPath: pinsPath), options: .atomic)
      }
      recording.written.append(pinsPath)
    }
    return recording
  }

  /// Reads the pins.
  ///
  /// - Throws: `GoldenError.fileSystem`.
  package func pins() throws -> Pins {
    try Catalog.touching("read", pinsPath) {
      Pins(text: try String(contentsOf: URL(fileURLWithPath: pinsPath), encoding: .utf8))
    }
  }

  /// Makes a golden beside the catalog and puts it in its place if it differs.
  private func record(
    _ golden: Golden, _ mode: RecordMode, _ seed: UInt64, _ pins: Pins,
    _ staging: TemporaryDirectory, _ recording: inout Recording
  ) throws -> Bool {
    let fresh = try FreshGolden(self, position: golden.position, seed: seed)
    let folder = staging.path.appendingPathComponent(golden.folder.fileName)
    let manifest = try fresh.write(to: folder)
    let isThere = FileManager.default.fileExists(atPath: golden.folder)
    if isThere {
      let isSame = hasSameFiles(folder, golden.folder) || isEquivalent(manifest, golden)
      if isSame, mode == .changed || pins.state(of: golden.version) == .sealed { return false }
      if pins.state(of: golden.version) == .sealed {
        throw GoldenError.sealed(
          history: history.name, version: golden.version, reason: "it would come out different")
      }
    }
    let former = Set(try isThere ? Catalog.fileNames(in: golden.folder) : [])
    let names = try Catalog.fileNames(in: folder)
    try Catalog.touching("write", golden.folder) {
      let old = staging.path.appendingPathComponent("old-" + golden.folder.fileName)
      if isThere { try FileManager.default.moveItem(atPath: golden.folder, toPath: old) }
      do {
        try FileManager.default.moveItem(atPath: folder, toPath: golden.folder)
      } catch {
        // The first error is the one to tell; the old golden goes back to its place.
        if isThere { try? FileManager.default.moveItem(atPath: old, toPath: golden.folder) }
        throw error
      }
    }
    recording.versions.append(golden.version)
    recording.written += names.map { golden.folder.appendingPathComponent($0) }
    recording.removed += former.subtracting(names).sorted()
      .map { golden.folder.appendingPathComponent($0) }
    return true
  }

  /// Whether a golden of another SQLite version holds the same, and is still intact.
  private func isEquivalent(_ fresh: Manifest, _ golden: Golden) -> Bool {
    guard let recorded = try? Manifest(contentsOf: golden.manifestPath),
      recorded.sqliteVersion != fresh.sqliteVersion,
      recorded.withoutBytes == fresh.withoutBytes,
      let digests = try? golden.files.digests()
    else { return false }  // Whatever cannot be read is recorded again.
    return recorded.files
      == digests.map {
        Manifest.FileEntry(name: $0.file.name, bytes: $0.file.bytes, sha256: $0.digest)
      }
  }

  private func hasSameFiles(_ first: String, _ second: String) -> Bool {
    guard let names = try? Catalog.fileNames(in: first),
      let others = try? Catalog.fileNames(in: second), names == others
    else { return false }  // Whatever cannot be read is recorded again.
    return names.allSatisfy {
      FileManager.default.contentsEqual(
        atPath: first.appendingPathComponent($0), andPath: second.appendingPathComponent($0))
    }
  }

  /// The names of the files and folders in a folder, sorted.
  ///
  /// - Throws: `GoldenError.fileSystem`.
  static func fileNames(in folder: String) throws -> [String] {
    try touching("list", folder) {
      try FileManager.default.contentsOfDirectory(atPath: folder)
        .sorted { NameOrder.precedes($0, $1) }
    }
  }
}
