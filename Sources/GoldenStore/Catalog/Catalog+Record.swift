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
    /// Goldens that the mode asks for and that are sealed: they stay as they are.
    package var sealed: [String] = []

    package init() {}
  }

  /// Generates goldens fresh from their versions' own schemas, with manifests, dumps and pins.
  ///
  /// Everything is made beside the catalog before anything of the catalog changes; where a file
  /// cannot be put in its place, those before it go back. A golden that comes out as it was is
  /// left alone.
  ///
  /// - Parameters:
  ///   - mode: Which goldens are written.
  ///   - seed: What the data depends on, besides the history.
  ///   - isTrial: Whether nothing is to be written after all.
  ///   - willWrite: Gets every change before the first one is written; an error ends the
  ///     recording, and nothing was written.
  /// - Throws: `GoldenError`, `.sealed` where a sealed version would have to change; `StoreError`
  ///   where the store cannot be written; what `willWrite` throws.
  package func record(
    _ mode: RecordMode, seed: UInt64 = StoreGenerator.defaultSeed, isTrial: Bool = false,
    willWrite: ([GoldenChange]) throws -> Void = { _ in }
  ) throws -> Recording {
    guard mode != .never else { return Recording() }
    return try withFolder(isTrial: isTrial) { staging in
      try stagedRecording(mode, seed: seed, isTrial: isTrial, staging, willWrite)
    }
  }

  private func stagedRecording(
    _ mode: RecordMode, seed: UInt64, isTrial: Bool, _ staging: TemporaryDirectory,
    _ willWrite: ([GoldenChange]) throws -> Void
  ) throws -> Recording {
    var recording = Recording()
    let recordedPins = try existingPins()
    let formerPins = recordedPins ?? Pins()
    var pins = formerPins
    var changes: [GoldenChange] = []
    for place in try seededPlaces() {
      let version = place.golden.version
      let hashes = try VersionHash.entityHashes(of: place.model)
      let isThere = FileManager.default.fileExists(atPath: place.golden.folder)
      if isThere, formerPins.state(of: version) == .sealed, mode != .missing {
        try requireUnchanged(place)
        recording.sealed.append(version)
      } else if !isThere || mode != .missing,
        let change = try change(of: place, mode, seed, formerPins, staging)
      {
        changes.append(change)
        if formerPins.state(of: version) != .sealed {
          pins.replace(version: version, hashes: hashes)
        }
        continue
      }
      // A golden without pins gets them; pins that disagree are for the check to report.
      pins.add(version: version, hashes: hashes)
    }
    for index in changes.indices { try changes[index].describe(former: formerPins) }
    if !changes.isEmpty { try willWrite(changes) }
    if isTrial { return recording }
    let isPinsChanged = pins != recordedPins
    try put(changes, in: staging) {
      if isPinsChanged { try write(pins) }
    }
    for change in changes {
      recording.versions.append(change.version)
      recording.written += change.written
      recording.removed += change.removed
    }
    if isPinsChanged { recording.written.append(pinsPath) }
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

  /// Reads the pins if there is a file of them.
  ///
  /// - Throws: `GoldenError.fileSystem`.
  package func existingPins() throws -> Pins? {
    FileManager.default.fileExists(atPath: pinsPath) ? try pins() : nil
  }

  // MARK: Sealed versions

  /// Refuses to leave a sealed golden alone without a word where its version has changed.
  private func requireUnchanged(_ place: Place) throws {
    // One that cannot be read is for the check to report: it stays as it is.
    guard let manifest = try? Manifest(contentsOf: place.golden.manifestPath),
      let change = ModelDifference.between(manifest.schema, place.model.model).first
    else { return }
    throw GoldenError.sealed(
      history: history.name, version: place.golden.version,
      reason: "it would come out different: \(change)")
  }

  /// Refuses to put another golden in the place of a sealed one that is missing.
  private func requireSealed(_ place: Place, _ pins: Pins, manifest: Manifest) throws {
    let version = place.golden.version
    guard pins.state(of: version) == .sealed else { return }
    guard let seal = pins.seal(of: version), try seal == manifest.digestOfFile() else {
      throw GoldenError.sealed(
        history: history.name, version: version,
        reason: "it is missing, and what would be made now is not what was sealed; restore it from "
          + "git")
    }
  }

  // MARK: Staging

  /// Makes a golden beside the catalog.
  ///
  /// - Returns: `nil` where it comes out as it is already and need not be written.
  private func change(
    of place: Place, _ mode: RecordMode, _ seed: UInt64, _ pins: Pins,
    _ staging: TemporaryDirectory
  ) throws -> GoldenChange? {
    let golden = place.golden
    let fresh = try FreshGolden(place.catalog, position: golden.position, seed: seed)
    let folder = staging.path.appendingPathComponent(golden.folder.fileName)
    let manifest = try fresh.write(to: folder)
    guard FileManager.default.fileExists(atPath: golden.folder) else {
      try requireSealed(place, pins, manifest: manifest)
      return GoldenChange(golden: golden, fresh: folder, former: [], manifest: manifest)
    }
    let isSame = hasSameFiles(folder, golden.folder) || isEquivalent(manifest, golden)
    if isSame, mode == .changed { return nil }
    return GoldenChange(
      golden: golden, fresh: folder, former: try Catalog.fileNames(in: golden.folder),
      manifest: manifest)
  }

  /// Puts every new golden in its place, and then what `finish` writes; or nothing.
  func put(
    _ changes: [GoldenChange], in staging: TemporaryDirectory, finish: () throws -> Void
  ) throws {
    var done: [(place: String, new: String, old: String?)] = []
    do {
      for change in changes {
        let place = change.golden.folder
        let old = staging.path.appendingPathComponent("old-" + place.fileName)
        let isThere = FileManager.default.fileExists(atPath: place)
        if isThere { try Catalog.move(place, to: old) }
        done.append((place, change.fresh, isThere ? old : nil))
        try Catalog.move(change.fresh, to: place)
      }
      try finish()
    } catch {
      // The first error is the one to tell; everything goes back to where it was.
      for step in done.reversed() {
        try? FileManager.default.moveItem(atPath: step.place, toPath: step.new)
        if let old = step.old { try? FileManager.default.moveItem(atPath: old, toPath: step.place) }
      }
      throw error
    }
  }

  private static func move(_ path: String, to other: String) throws {
    try touching("write", other) {
      try FileManager.default.moveItem(atPath: path, toPath: other)
    }
  }

  /// Runs an operation with a folder for what it makes, beside the goldens where they are to be
  /// put in place; a catalog that was made for it and stays empty goes again.
  func withFolder<Result>(
    isTrial: Bool = false, _ body: (TemporaryDirectory) throws -> Result
  ) throws -> Result {
    if isTrial { return try Catalog.withStaging(body) }
    var missing: [String] = []
    var path = folder
    while !path.isEmpty, !FileManager.default.fileExists(atPath: path) {
      missing.append(path)
      path = path.folder
    }
    try Catalog.touching("create", folder) {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    defer {
      for path in missing where (try? Catalog.fileNames(in: path))?.isEmpty == true {
        try? FileManager.default.removeItem(atPath: path)  // An empty folder does no harm.
      }
    }
    return try Catalog.withStaging(in: folder, body)
  }

  private static func withStaging<Result>(
    in folder: String? = nil, _ body: (TemporaryDirectory) throws -> Result
  ) throws -> Result {
    let staging = try TemporaryDirectory(in: folder)
    return try withExtendedLifetime(staging) { try body(staging) }
  }

  // MARK: Comparison

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
