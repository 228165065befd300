package import GoldenStoreFormat
package import GoldenStoreModel

/// The place of one frozen store: the files of one version of a history.
package struct Golden: Hashable, Sendable {
  package let history: String
  /// The position of the version in the history, counted from 0.
  package let position: Int
  package let version: String
  /// The folder that holds the files.
  package let folder: String

  package init(history: ModelHistory, position: Int, catalog: String) {
    self.history = history.name
    self.position = position
    version = history.versions[position].name
    folder = catalog.appendingPathComponent(
      Golden.folderName(position: position, version: version))
  }

  /// The store with its sidecars.
  package var files: StoreFiles {
    StoreFiles(main: folder.appendingPathComponent(Golden.fileName(history) + ".sqlite"))
  }

  package var manifestPath: String { folder.appendingPathComponent("manifest.json") }

  package var dumpPath: String { folder.appendingPathComponent("dump.txt") }

  /// The folder of a version, such as `04-BookmarksModel-4`.
  package static func folderName(position: Int, version: String) -> String {
    let number = String(position + 1)
    let padding = String(repeating: "0", count: max(0, 2 - number.count))
    return padding + number + "-" + fileName(version)
  }

  /// A name as a file name: spaces as hyphens, every other character than letters, digits, `.`,
  /// `_` and `-` percent-encoded.
  package static func fileName(_ name: String) -> String {
    var result = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: " "): result += "-"
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
