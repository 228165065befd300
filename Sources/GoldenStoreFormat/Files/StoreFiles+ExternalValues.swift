import Foundation

extension StoreFiles {
  /// Copies the files of external values that another store has and this one lacks, or has in
  /// another size; nothing is deleted.
  ///
  /// Such a file has a name that is never used again, and never changes, so that one of another
  /// size is a copy that was not finished.
  ///
  /// - Throws: `StoreError.fileSystem`.
  package func addExternalValues(of other: StoreFiles) throws(StoreError) {
    guard let source = other.existingSupportFolder else { return }
    let target = path(of: .supportFolder)
    for name in try Self.contents(ofFolder: source) {
      let (from, to) = (
        source.appendingPathComponent(name), target.appendingPathComponent(name)
      )
      guard !Self.isFolder(from) else { continue }
      let sizes = [from, to].map { (try? FileStatus($0))?.bytes }
      if sizes[0] == sizes[1] { continue }
      do {
        try FileManager.default.createDirectory(
          atPath: to.folder, withIntermediateDirectories: true)
        // A process that is killed here must not leave half a file under the name.
        let partial = to + ".partial"
        if exists(partial) { try FileManager.default.removeItem(atPath: partial) }
        try FileManager.default.copyItem(atPath: from, toPath: partial)
        if exists(to) { try FileManager.default.removeItem(atPath: to) }
        try FileManager.default.moveItem(atPath: partial, toPath: to)
      } catch {
        throw .fileSystem("copy", from, error)
      }
    }
  }
}
