package import Foundation
package import GoldenStoreModel

/// A model read from an archive, with what the archive held beyond our vocabulary.
package struct ArchivedModel: Sendable {
  package let model: Model
  /// Sentences about what could not be carried over, such as a default of an app's own class.
  package let notes: [String]

  /// The largest archive that is read, in bytes after inflation.
  package static let sizeLimit = 64 * 1024 * 1024

  /// Reads the content of `Z_MODELCACHE`: a raw-deflated keyed archive.
  ///
  /// Format: StoreFormat F200.
  ///
  /// - Throws: `ModelArchiveDamage`.
  package init(
    cacheContent: Data, versionName: String
  ) throws(ModelArchiveDamage) {
    let archive: Data
    do throws(DeflateDamage) {
      archive = try RawDeflate.inflate(cacheContent, limit: ArchivedModel.sizeLimit)
    } catch {
      throw .compression(error)
    }
    try self.init(archive: archive, versionName: versionName)
  }

  /// Reads a keyed archive, as a `.mom` holds it.
  ///
  /// - Throws: `ModelArchiveDamage`.
  package init(archive: Data, versionName: String) throws(ModelArchiveDamage) {
    var reader = try ModelArchiveReader(archive)
    model = try reader.read(versionName: versionName)
    notes = reader.notes
  }

  /// Makes the content of `Z_MODELCACHE` for a model; equal models give equal bytes.
  ///
  /// Format: StoreFormat F201.
  ///
  /// - Throws: `StoreError.notSupported` for what has no archived form here yet.
  package static func cacheContent(of model: ValidatedModel) throws -> Data {
    var writer = ModelArchiveWriter(model)
    return RawDeflate.deflate(try writer.write())
  }
}
