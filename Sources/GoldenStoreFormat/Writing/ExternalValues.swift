import Foundation
import GoldenStoreModel

/// Files of their own for values that are too large for a new store.
///
/// Format: StoreFormat F86.
package struct ExternalValues: Sendable {
  /// The most bytes of a value that stays in the store where its attribute allows a file.
  package static let inlineLimit = 102_400

  private let supportFolder: String
  private let storeUUID: UUID

  /// - Parameters:
  ///   - supportFolder: The store's support folder, which is made with the first file.
  ///   - storeUUID: What the names of the files depend on, besides the place of the value.
  init(supportFolder: String, storeUUID: UUID) {
    self.supportFolder = supportFolder
    self.storeUUID = storeUUID
  }

  /// Writes a value to a file of its own if it is too large for the store.
  ///
  /// - Returns: The name of the file; `nil` for a value that stays in the store.
  /// - Throws: `StoreError.fileSystem`.
  func write(_ data: Data, of primaryKey: Int64, _ column: String, _ table: String) throws -> UUID?
  {
    guard data.count > Self.inlineLimit else { return nil }
    let name = name("\(storeUUID.uuidString) \(table) \(column) \(primaryKey)")
    let folder = supportFolder.appendingPathComponent("_EXTERNAL_DATA")
    let path = folder.appendingPathComponent(name.uuidString)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try data.write(to: URL(fileURLWithPath: path))
    } catch {
      throw StoreError.fileSystem("write", path, error)
    }
    return name
  }

  /// A UUID of version 4 that a text alone decides.
  private func name(_ text: String) -> UUID {
    var b = SHA256.digest(of: Data(text.utf8))
    b[6] = b[6] & 0x0F | 0x40
    b[8] = b[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }
}
