import GoldenStoreFormat
import GoldenStoreModel

/// One golden that a recording is about to write, with what changes by it.
package struct GoldenChange: Sendable {
  let golden: Golden
  /// The folder that holds the new golden.
  let fresh: String
  /// The names of the files that are there now; none for a new golden.
  let former: [String]
  let manifest: Manifest
  /// What changes, for people: the first line names the golden.
  package private(set) var lines: [String] = []

  /// How many changed values of a golden are shown.
  private static let shownValues = 20

  init(golden: Golden, fresh: String, former: [String], manifest: Manifest) {
    self.golden = golden
    self.fresh = fresh
    self.former = former
    self.manifest = manifest
  }

  /// The name of the version, shape or adopted store.
  package var version: String { golden.version }

  /// Whether no golden is there yet.
  package var isNew: Bool { former.isEmpty }

  /// The paths of the files that the recording writes.
  var written: [String] {
    ((try? Catalog.fileNames(in: golden.folder)) ?? []).map {
      golden.folder.appendingPathComponent($0)
    }
  }

  /// The paths of the files that were there and are not written again.
  var removed: [String] {
    let names = Set((try? Catalog.fileNames(in: golden.folder)) ?? [])
    return former.filter { !names.contains($0) }.map { golden.folder.appendingPathComponent($0) }
  }

  // MARK: Review

  /// Compares the new golden with the one that is there.
  ///
  /// - Throws: `StoreError` where the new store cannot be read.
  mutating func describe(former pins: Pins) throws {
    guard !isNew else {
      let entities = manifest.entities.map { "\($0.name) \($0.rows)" }
      lines = [
        "'\(version)' of '\(golden.history)': new, \(manifest.rows) objects "
          + "(\(entities.joined(separator: ", "))), \(manifest.contentBytes) bytes of content"
      ]
      return
    }
    var changes = manifest.entities.compactMap { pinChange(of: $0, pins) }
    do {
      let recorded = try Manifest(contentsOf: golden.manifestPath)
      changes += ModelDifference.between(recorded.schema, manifest.schema).map { "schema: \($0)" }
      changes += rowChanges(from: recorded)
      let before = try contents(of: golden.files, recorded.schema)
      let store = StoreFiles(main: fresh.appendingPathComponent(golden.files.name))
      changes += valueChanges(from: before, to: try contents(of: store, manifest.schema))
      if recorded.sqliteVersion != manifest.sqliteVersion {
        changes.append("SQLite: \(recorded.sqliteVersion) → \(manifest.sqliteVersion)")
      }
    } catch {
      // What is there may be damaged in any way; it is to be replaced.
      changes.append("the golden that is there cannot be read: \(error)")
    }
    let summary = changes.isEmpty ? "the same objects, written again" : "changes"
    lines = ["'\(version)' of '\(golden.history)': \(summary)"] + changes.map { "  \($0)" }
  }

  private func contents(of files: StoreFiles, _ schema: Model) throws -> StoreContents {
    try StoreReader(files: files, layout: StoreLayout(schema.validated())).contents()
  }

  private func pinChange(of entity: Manifest.EntityEntry, _ pins: Pins) -> String? {
    guard let pinned = pins.hash(of: entity.name, version: version), pinned != entity.hash else {
      return nil
    }
    let hashes = HashValue.excerpts(pinned.hexadecimal, entity.hash.hexadecimal)
    return "pin of '\(entity.name)': \(hashes.first) → \(hashes.second)"
  }

  private func rowChanges(from recorded: Manifest) -> [String] {
    let names = recorded.entities.map(\.name) + manifest.entities.map(\.name)
    return Set(names).sorted(by: NameOrder.precedes).compactMap { name in
      let before = recorded.entities.first { $0.name == name }?.rows ?? 0
      let after = manifest.entities.first { $0.name == name }?.rows ?? 0
      return before == after ? nil : "rows of '\(name)': \(before) → \(after)"
    }
  }

  /// Every value of an object that is there before and after, by the names that both schemas have.
  private func valueChanges(from before: StoreContents, to after: StoreContents) -> [String] {
    var changes: [String] = []
    for entity in after.entities {
      let former = Dictionary(
        before.objects(of: entity.entity).map { ($0.primaryKey, $0) },
        uniquingKeysWith: { first, _ in first })
      for object in entity.objects {
        guard let old = former[object.primaryKey] else { continue }
        for line in properties(of: object) {
          guard let value = properties(of: old).first(where: { $0.name == line.name })?.value,
            value != line.value
          else { continue }
          changes.append(
            "\(entity.entity) \(object.primaryKey): \(line.name): \(value) → \(line.value)")
        }
      }
    }
    let hidden = changes.count - Self.shownValues
    return changes.prefix(Self.shownValues) + (hidden > 0 ? ["and \(hidden) more values"] : [])
  }

  private func properties(of object: StoredObject) -> [(name: String, value: String)] {
    zip(object.shape.attributes, object.values).map {
      ($0, StoreDump.text(of: $1, in: StoreDump.shortened))
    }
      + zip(object.shape.relationships, object.targets).map {
        ($0, StoreDump.text(of: $1, in: StoreDump.shortened))
      }
  }
}
