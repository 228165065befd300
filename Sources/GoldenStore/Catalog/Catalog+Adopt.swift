import Foundation
package import GoldenStoreFormat
import GoldenStoreModel

extension Catalog {
  /// Takes a store of the field among the goldens, as a further one of the version that it is of.
  ///
  /// All files of the store are copied; the manifest is computed from what they hold. The golden
  /// is bound to the pins as a sealed one is: it is never written again.
  ///
  /// - Parameters:
  ///   - name: What tells the golden from others of the version.
  ///   - position: The version, where several have the store's hashes; `nil` finds it.
  /// - Throws: `GoldenError.cannotAdopt`, `.contentTooLarge`, `.fileSystem`; `StoreError` for a
  ///   store that is damaged or cannot be read.
  package func adopt(
    _ store: StoreFiles, as name: String, at position: Int? = nil
  ) throws -> Recording {
    func refusal(_ reason: String) -> GoldenError {
      .cannotAdopt(store: store.name, history: history.name, reason: reason)
    }
    guard !name.isEmpty, !name.contains(where: { $0.isNewline || $0 == "\t" }) else {
      throw refusal("its name '\(name)' is empty, or has tabs or line breaks")
    }
    guard let pins = try existingPins() else {
      throw refusal("the history has no pins yet; record its goldens first")
    }
    let place = try place(of: store, at: position)
    let golden = place.golden.adopted(as: name)
    let isKnown = pins.adopted.contains {
      $0.version == place.golden.version && $0.name == name
    }
    guard !isKnown, !FileManager.default.fileExists(atPath: golden.folder) else {
      throw refusal("there is a golden '\(golden.version)' already; choose another name")
    }
    return try withFolder { staging in
      let folder = staging.path.appendingPathComponent(golden.folder.fileName)
      let manifest = try copy(store, of: place, to: folder, golden)
      guard manifest.rows > 0 else {
        throw refusal("it holds no object at all; a golden without rows proves nothing")
      }
      if let twin = try twin(of: manifest, pins) {
        throw refusal("it has the UUID of golden '\(twin)': it is that store, or was made from it")
      }
      var changed = pins
      changed.adopt(
        version: place.golden.version, name: name,
        manifest: try manifest.digestOfFile())
      let change = GoldenChange(golden: golden, fresh: folder, former: [], manifest: manifest)
      try put([change], in: staging) { try write(changed) }
      var recording = Recording()
      recording.versions = [golden.version]
      recording.written = change.written + [pinsPath]
      return recording
    }
  }

  /// The version or shape that a store is of.
  private func place(of store: StoreFiles, at position: Int?) throws -> Place {
    let metadata = try StoreInspection(of: store).metadata
    let places = try seededPlaces()
    let matches = try places.filter {
      metadata.difference(from: try VersionHash.entityHashes(of: $0.model)) == nil
        && (position == nil || $0.golden.position == position)
    }
    guard let last = matches.last else {
      let wanted = position.map { "version '\(history.versions[$0].name)'" } ?? "any version"
      let combination =
        position == nil ? history.strangeCombination(of: metadata.entityHashes) : nil
      let nearest =
        try combination
        ?? places.last { position == nil || $0.golden.position == position }
        .flatMap { metadata.difference(from: try VersionHash.entityHashes(of: $0.model)) }
      throw GoldenError.cannotAdopt(
        store: store.name, history: history.name,
        reason: "it is not of \(wanted)" + (nearest.map { ": \($0)" } ?? ""))
    }
    guard matches.count == 1 else {
      throw GoldenError.cannotAdopt(
        store: store.name, history: history.name,
        reason: "it is of several versions, "
          + ModelError.quotedList(matches.map(\.golden.version)) + "; name one with '--version'")
    }
    return last
  }

  /// Copies the store as one unit, with manifest and dump beside it.
  private func copy(
    _ store: StoreFiles, of place: Place, to folder: String, _ golden: Golden
  ) throws -> Manifest {
    try Catalog.touching("create", folder) {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }
    let files = StoreFiles(main: folder.appendingPathComponent(golden.files.name))
    // What is wrong with the store is said of the store, not of its copy.
    _ = try StoreReader(files: store, layout: StoreLayout(place.model))
    try store.copy(to: files)
    let adopted = try AdoptedStore(files: files, model: place.model)
    let manifest = try adopted.manifest(of: golden, files: Manifest.entries(of: files))
    let limit = contentLimit(of: golden.version)
    guard manifest.contentBytes <= limit else {
      throw GoldenError.contentTooLarge(
        history: history.name, version: golden.version, bytes: manifest.contentBytes,
        limit: limit)
    }
    let texts = [
      ("manifest.json", try manifest.encode()),
      ("dump.txt", Data(try golden.dump(of: adopted.contents, model: place.model).utf8)),
    ]
    for (name, data) in texts {
      let path = folder.appendingPathComponent(name)
      try Catalog.touching("write", path) { try data.write(to: URL(fileURLWithPath: path)) }
    }
    return manifest
  }

  private func twin(of manifest: Manifest, _ pins: Pins) throws -> String? {
    try readableManifests(of: seededPlaces() + adoptedPlaces(pins))
      .first { $0.storeUUID == manifest.storeUUID }?.version
  }
}
