/// What a case damages; everything around it is sound again afterwards.
enum FuzzLayer: String, CaseIterable, Codable {
  /// Nothing: what every path makes of the samples themselves.
  case sound
  /// Bytes anywhere in the main file.
  case mainFile
  /// The structure of one page of the main file.
  case page
  /// A page in the `-wal`, whose checksums are right again.
  case logFrame
  /// Bytes of the property list in `Z_METADATA`.
  case metadataBytes
  /// Values of that list.
  case metadataValues
  /// Cells and rows of any table.
  case cells
  /// Texts in `sqlite_master`.
  case schema
  /// Bytes of the compressed archive in `Z_MODELCACHE`.
  case cacheStream
  /// Bytes of the archive inside.
  case cacheBytes
  /// Objects of that archive.
  case cacheObjects
  /// Bytes of a compiled model.
  case compiledBytes
  /// Objects of a compiled model.
  case compiledObjects
  /// The text of a model file.
  case modelFile

  /// Whether the damage can reach what is read with the model of the sample.
  var reachesRows: Bool {
    switch self {
    case .sound, .mainFile, .page, .logFrame, .metadataBytes, .metadataValues, .cells, .schema: true
    case .cacheStream, .cacheBytes, .cacheObjects, .compiledBytes, .compiledObjects, .modelFile:
      false
    }
  }

  /// The share of cases that must get past each gate, about half of what does; a run in which
  /// fewer do has tested less than it claims.
  var required: [FuzzGate: Double] {
    switch self {
    case .sound: Dictionary(uniqueKeysWithValues: FuzzGate.allCases.map { ($0, 1) })
    case .mainFile: [.metadata: 0.4, .rows: 0.4]
    case .page: [.metadata: 0.4, .rows: 0.4, .migrated: 0.3]
    case .logFrame: [.metadata: 0.5, .rows: 0.3, .migrated: 0.3]
    case .metadataBytes: [.metadata: 0.15, .archive: 0.9]
    case .metadataValues: [.metadata: 0.3, .archive: 0.9, .rows: 0.1, .migrated: 0.08]
    case .cells: [.metadata: 0.35, .archive: 0.4, .rows: 0.3, .compared: 0.3, .migrated: 0.25]
    case .schema: [.metadata: 0.2, .archive: 0.2, .rows: 0.12, .migrated: 0.1]
    case .cacheStream: [.metadata: 0.95, .inflated: 0.08]
    case .cacheBytes: [.inflated: 0.95, .listed: 0.1, .archive: 0.05]
    case .cacheObjects: [.listed: 0.95, .archive: 0.2, .model: 0.15, .layout: 0.12]
    case .compiledBytes: [.listed: 0.1, .archive: 0.05]
    case .compiledObjects: [.listed: 0.95, .archive: 0.2, .model: 0.15, .layout: 0.12]
    case .modelFile: [.parsed: 0.1, .model: 0.1, .layout: 0.1]
    }
  }
}

/// Something that was read without an error.
enum FuzzGate: String, CaseIterable, Codable {
  /// The container and the property list of the metadata.
  case metadata
  /// The compressed stream around the archived model.
  case inflated
  /// The property list of the archived model.
  case listed
  /// The objects of the archive.
  case archive
  /// The XML of a model file.
  case parsed
  /// The rules of a valid model.
  case model
  /// Hashes, layout and statements of the model.
  case layout
  /// The same model, archived again.
  case rearchived
  /// Every object.
  case rows
  /// The comparison with the sound objects.
  case compared
  /// The comparison with a fresh store.
  case physical
  /// The migration to the next version.
  case migrated
}
