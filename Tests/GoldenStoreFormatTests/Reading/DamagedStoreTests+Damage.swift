import Foundation
import GoldenStoreFormat
import GoldenStoreSQLite
import Testing

extension DamagedStoreTests {
  /// Damages a store of eight things in one way.
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var variant = StoreVariant.rollback
    let sentence: String
    /// Whether reading the store fails with the sentence; if not, it succeeds.
    var stopsReading = true
    /// Whether inspecting the store fails with the same sentence; if not, it succeeds.
    var stopsInspection = true
    let change: @Sendable (StoreFiles) throws -> Void

    static func sql(_ statements: String...) -> @Sendable (StoreFiles) throws -> Void {
      { files in
        let connection = try Connection(path: files.main, mode: .readWrite, isTrusted: true)
        for statement in statements { try connection.execute(SQL(raw: statement)) }
        try connection.close()
      }
    }

    static func bytes(
      of part: StoreFiles.Part = .main, _ change: @escaping @Sendable (inout Data) -> Void
    ) -> @Sendable (StoreFiles) throws -> Void {
      { files in
        var data = try #require(FileManager.default.contents(atPath: files.path(of: part)))
        change(&data)
        try data.write(to: URL(fileURLWithPath: files.path(of: part)))
      }
    }

    static func metadata(
      _ change: @escaping @Sendable (inout [String: PropertyListValue]) -> Void
    ) -> @Sendable (StoreFiles) throws -> Void {
      { files in
        let connection = try Connection(path: files.main, mode: .readWrite)
        let list = try connection.firstRow("SELECT Z_PLIST FROM Z_METADATA") { $0.bytes(at: 0) }
        guard case .dictionary(var entries) = try BinaryPropertyList.decode(try #require(list))
        else { return }
        change(&entries)
        let encoded = try BinaryPropertyList.encode(.dictionary(entries))
        try connection.execute("UPDATE Z_METADATA SET Z_PLIST = \(encoded)")
      }
    }
  }
}
