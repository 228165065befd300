package import Foundation
package import GoldenStoreFormat
package import GoldenStoreModel

/// What a golden is, written beside it: everything that a check computes again.
package struct Manifest: Hashable, Sendable, Codable {
  /// Raised when the form of the file changes.
  package static let formatVersion = 1

  /// An entity and what the store holds of it.
  package struct EntityEntry: Hashable, Sendable, Codable {
    package var name: String
    package var hash: HashValue
    /// Objects of the entity itself, subentities not included.
    package var rows: Int
  }

  /// A table of a many-to-many relationship.
  package struct JoinTableEntry: Hashable, Sendable, Codable {
    package var name: String
    package var rows: Int
  }

  /// A file of the store.
  package struct FileEntry: Hashable, Sendable, Codable {
    package var name: String
    package var bytes: Int64
    package var sha256: HashValue
  }

  package var formatVersion = Manifest.formatVersion
  /// The version of the generator; `nil` where the store was adopted.
  package var generatorVersion: Int?
  package var history: String
  package var version: String
  /// The version's position in the history, counted from 1.
  package var position: Int
  /// What the data depends on; `nil` where the store was adopted.
  package var seed: UInt64?
  /// The name under which a store of the field was adopted; `nil` for a generated one.
  package var adoptedAs: String?
  package var storeUUID: String
  /// Where the rows were written to; `nil` where the store was adopted.
  package var variant: StoreVariant?
  /// The SQLite library that wrote the files; another one may give other bytes.
  package var sqliteVersion: String
  package var checksum: String
  package var digest: String
  package var entities: [EntityEntry]
  /// The names of the entities that may be without objects.
  package var emptyEntities: [String]
  package var joinTables: [JoinTableEntry]
  package var contentDigest: HashValue
  package var contentBytes: Int
  package var files: [FileEntry]
  /// The whole schema of the version, what is not hashed included.
  package var schema: Model

  /// How many objects the store holds.
  package var rows: Int { entities.reduce(0) { $0 + $1.rows } }

  /// The manifest without what depends on the version of SQLite.
  package var withoutBytes: Manifest {
    var copy = self
    copy.files = []
    copy.sqliteVersion = ""
    return copy
  }

  /// The bytes of the file.
  package func encode() throws -> Data {
    try JSON.encode(self, .readable) + Data("\n".utf8)
  }

  private struct Header: Decodable {
    let formatVersion: Int
  }

  /// Reads a file.
  ///
  /// - Throws: `GoldenError.unknownFormat` for another form, `.fileSystem` for a file that
  ///   cannot be read or is no manifest.
  package init(contentsOf path: String) throws {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let header = try JSON.decode(Header.self, from: data)
      guard header.formatVersion == Manifest.formatVersion else {
        throw GoldenError.unknownFormat(
          file: path.fileName, found: "\(header.formatVersion)",
          expected: "\(Manifest.formatVersion)")
      }
      self = try JSON.decode(Manifest.self, from: data)
    } catch let error as DecodingError {
      throw GoldenError.fileSystem(
        operation: "read", path: path, reason: Manifest.describe(error))
    } catch let error as GoldenError {
      throw error
    } catch {
      throw GoldenError.fileSystem(
        operation: "read", path: path, reason: "\(error.localizedDescription)")
    }
  }

  private static func describe(_ error: DecodingError) -> String {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return "it is no manifest"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return (path.isEmpty ? "" : "'\(path)': ") + context.debugDescription
  }
}
