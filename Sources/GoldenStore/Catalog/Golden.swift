package import GoldenStoreFormat
package import GoldenStoreModel

/// The place of one frozen store: the files of one version of a history.
package struct Golden: Hashable, Sendable {
  /// Where a golden comes from.
  package enum Origin: Hashable, Sendable {
    /// Generated from the schema of a version, or of a shape of it.
    case seed
    /// Taken from the field, with a name.
    case adopted(name: String)
  }

  package let history: String
  /// The position of the version in the history, counted from 0.
  package let position: Int
  /// What the golden is called: its version, `V3~shape`, or `V3+name` where it was adopted.
  package let version: String
  package let origin: Origin
  /// The folder that holds the files.
  package let folder: String

  package init(history: ModelHistory, position: Int, catalog: String) {
    self.init(
      history: history.name, position: position, version: history.versions[position].name,
      catalog: catalog,
      folderName: Golden.folderName(
        position: position, version: history.versions[position].name))
  }

  /// The place of a shape's golden.
  ///
  /// - Parameter position: The position of its version.
  package init(history: String, shape: VersionShape, position: Int, catalog: String) {
    self.init(
      history: history, position: position, version: shape.key, catalog: catalog,
      folderName: Golden.folderName(position: position, version: shape.version) + "~"
        + Golden.fileName(shape.name))
  }

  private init(
    history: String, position: Int, version: String, catalog: String, folderName: String,
    origin: Origin = .seed
  ) {
    self.history = history
    self.position = position
    self.version = version
    self.origin = origin
    folder = catalog.appendingPathComponent(folderName)
  }

  /// The place of an adopted store of the same version.
  package func adopted(as name: String) -> Golden {
    Golden(
      history: history, position: position, version: "\(version)+\(name)",
      catalog: folder.folder, folderName: folder.fileName + "+" + Golden.fileName(name),
      origin: .adopted(name: name))
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
