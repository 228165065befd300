import Foundation
import GoldenStoreFormat

/// In which of its files the store lies that a matrix starts with; the contents are the golden's.
package enum GoldenVariant: String, CaseIterable, Hashable, Sendable {
  /// The golden itself: schema in the main file, every row in the `-wal`.
  case hot
  /// Half of the objects in the `-wal`.
  case half
  /// Everything in the main file, in WAL mode.
  case checkpointed
  /// Everything in the main file, with a rollback journal.
  case rollback
  /// Everything in the main file, beside it the `-shm` of another store; and at the place of the
  /// migrated store the `-wal` of another store, which must be refused once.
  case stale

  /// Which files a new store of this variant has; `nil` for the golden itself.
  private var storeVariant: StoreVariant? {
    switch self {
    case .hot: nil
    case .half: .half
    case .checkpointed, .stale: .checkpointed
    case .rollback: .rollback
    }
  }

  /// Makes the store to start with.
  ///
  /// - Parameters:
  ///   - contents: The golden's contents, told anew from its seed.
  ///   - other: The golden of another version, whose sidecars are the stale ones.
  func provide(
    _ golden: Golden, _ contents: StoreContents, _ generator: StoreGenerator, other: Golden,
    at files: StoreFiles
  ) throws {
    guard let storeVariant else { return try golden.files.copy(to: files) }
    try StoreWriter.write(
      contents, layout: StoreLayout(generator.model), storeUUID: generator.storeUUID,
      variant: storeVariant, to: files.main)
    if self == .stale { try GoldenVariant.copy(.sharedMemory, of: other, to: files) }
  }

  /// Puts a sidecar of a golden beside a store that is not its own.
  static func copy(_ part: StoreFiles.Part, of golden: Golden, to files: StoreFiles) throws {
    let path = files.path(of: part)
    try Catalog.touching("copy", path) {
      try Data(contentsOf: URL(fileURLWithPath: golden.files.path(of: part)))
        .write(to: URL(fileURLWithPath: path))
    }
  }
}
