import Foundation

/// The first 100 bytes of an SQLite database, read without SQLite.
///
/// Format: StoreFormat F31.
package struct DatabaseHeader: Hashable, Sendable {
  package static let size = 100

  /// Bytes per page.
  package let pageSize: Int
  /// Whether the file says that its newest pages may be in a `-wal`.
  package let isWriteAheadLogged: Bool
  /// Pages that the main file holds by its own account.
  package let pageCount: UInt32
  /// The schema cookie, which changes with every change of the schema.
  package let schemaCookie: UInt32
  /// Whether unused pages can be given back step by step (`auto_vacuum` 2).
  package let isIncrementallyVacuumed: Bool
  package let userVersion: UInt32
  package let applicationID: UInt32
  /// The number of the SQLite version that wrote the file last, as 3040001.
  package let libraryVersion: UInt32

  /// Reads the header of a main file.
  ///
  /// - Throws: `StoreError.fileMissing`, `.notADatabase`, `.damagedHeader`, `.cutShort` for fewer
  ///   bytes than a header has, or `.fileSystem`.
  package init(contentsOf path: String) throws(StoreError) {
    let bytes = try SequentialFile(reading: path).read(upTo: Self.size)
    try self.init(bytes, store: path.fileName)
  }

  init(_ bytes: [UInt8], store: String) throws(StoreError) {
    guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw .notADatabase(store: store, found: Self.excerpt(bytes))
    }
    guard bytes.count == Self.size else {
      throw .cutShort(store: store, bytes: Int64(bytes.count), expected: Int64(Self.size))
    }
    let rawSize = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = rawSize == 1 ? 65536 : rawSize
    guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else {
      throw .damagedHeader(store: store, field: "page size", found: rawSize)
    }
    guard (1...2).contains(bytes[18]), (1...2).contains(bytes[19]) else {
      throw .damagedHeader(
        store: store, field: "format version", found: Int(max(bytes[18], bytes[19])))
    }
    isWriteAheadLogged = bytes[18] == 2 || bytes[19] == 2
    pageCount = bytes[...].bigEndianWord(at: 28)
    schemaCookie = bytes[...].bigEndianWord(at: 40)
    isIncrementallyVacuumed = bytes[...].bigEndianWord(at: 64) != 0
    userVersion = bytes[...].bigEndianWord(at: 60)
    applicationID = bytes[...].bigEndianWord(at: 68)
    libraryVersion = bytes[...].bigEndianWord(at: 96)
  }

  /// ``libraryVersion`` as SQLite says it, such as `3.40.1`.
  package var libraryVersionName: String {
    let parts = [
      libraryVersion / 1_000_000, libraryVersion / 1_000 % 1_000, libraryVersion % 1_000,
    ]
    return parts.map(String.init).joined(separator: ".")
  }

  /// The bytes that the main file must have for its pages.
  package var expectedBytes: Int64 { Int64(pageSize) * Int64(pageCount) }

  private static func excerpt(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "an empty file" }
    let start = bytes.prefix(16)
    guard start.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return "bytes " + start.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    return "'\(String(decoding: start, as: UTF8.self))'"
  }
}
