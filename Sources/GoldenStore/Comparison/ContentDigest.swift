import Foundation
package import GoldenStoreFormat
package import GoldenStoreModel

/// A hash over everything that the objects of a store hold, and how many bytes that is.
///
/// Unlike the bytes of the files it is the same for every version of SQLite.
package struct ContentDigest: Hashable, Sendable {
  package let hash: HashValue
  /// Bytes of all values; those of attributes that may be stored externally do not count.
  package let bytes: Int

  /// Reads every object once.
  ///
  /// - Throws: What the source throws.
  package init(of source: some ObjectSource, model: ValidatedModel) throws {
    var digest = SHA256()
    var bytes = 0
    for entity in model.entitiesByName where !entity.isAbstract {
      let counted = model.persistedAttributes(of: entity).map {
        !$0.allowsExternalBinaryDataStorage
      }
      ContentDigest.add(entity.name, to: &digest)
      try source.forEachObject(of: entity.name) { object in
        ContentDigest.add("\(object.primaryKey)", to: &digest)
        for (value, isCounted) in zip(object.values, counted) {
          let content = ContentDigest.content(of: value)
          ContentDigest.add(content.kind, to: &digest)
          ContentDigest.add(content.data, to: &digest)
          if isCounted { bytes += content.data.count }
        }
        for targets in object.targets {
          ContentDigest.add("\(targets.count)", to: &digest)
          for target in targets { ContentDigest.add(target.description, to: &digest) }
        }
      }
    }
    hash = HashValue(digest: digest.digest())
    self.bytes = bytes
  }

  private static func add(_ text: String, to digest: inout SHA256) {
    add(Data(text.utf8), to: &digest)
  }

  /// Adds bytes with their length, so that no two sequences give the same bytes.
  private static func add(_ data: Data, to digest: inout SHA256) {
    digest.update("\(data.count):")
    digest.update(data)
  }

  private static func content(of value: AttributeValue) -> (kind: String, data: Data) {
    switch value {
    case .null: ("null", Data())
    case .integer(let number): ("integer", Data("\(number)".utf8))
    case .boolean(let flag): ("boolean", Data((flag ? "1" : "0").utf8))
    case .double(let number): ("double", bits(of: number))
    case .float(let number): ("float", bits(of: number))
    case .date(let seconds): ("date", bits(of: seconds))
    case .decimal(let number): ("decimal", Data(number.text.utf8))
    case .string(let text): ("string", Data(text.utf8))
    case .uri(let text): ("uri", Data(text.utf8))
    case .uuid(let uuid): ("uuid", Data(uuid.uuidString.utf8))
    case .binary(let data): ("binary", data)
    case .transformable(let data): ("transformable", data)
    }
  }

  /// The 8 bytes of a number, the most significant first; the two zeros are one.
  private static func bits(of number: Double) -> Data {
    let pattern = (number == 0 ? 0 : number).bitPattern
    return Data((0..<8).map { UInt8(truncatingIfNeeded: pattern >> UInt64(56 - 8 * $0)) })
  }
}
