import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Values on both sides of the size from which they get a file of their own.
struct ExternalValuesTests {
  private static let sizes = [0, 1, 102_399, 102_400, 102_401, 300_000]

  private static func bytes(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) })
  }

  private func store() throws -> SampleStore {
    var store = try SampleStore(
      Model("V1") {
        Entity("Photo") {
          Attribute("image", .binary, allowsExternalBinaryDataStorage: true)
          Attribute("plain", .binary)
          Attribute("thing", .transformable, allowsExternalBinaryDataStorage: true)
        }
      })
    for (index, size) in Self.sizes.enumerated() {
      let data = Self.bytes(size)
      try store.add(
        "Photo", Int64(index + 1),
        ["image": .binary(data), "plain": .binary(data), "thing": .transformable(data)])
    }
    try store.add("Photo", Int64(Self.sizes.count + 1), [:])
    return store
  }

  private func externalFiles(in folder: String) throws -> [String] {
    let support = folder.appendingPathComponent(".Sample_SUPPORT/_EXTERNAL_DATA")
    guard FileManager.default.fileExists(atPath: support) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: support).sorted()
  }

  @Test(arguments: StoreVariant.allCases)
  func valuesUpToTheLimitStayInTheStoreAndLargerOnesGetFiles(_ variant: StoreVariant) throws {
    let store = try store()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: variant)
      let support = files.path(of: .supportFolder).appendingPathComponent("_EXTERNAL_DATA")
      let copy = StoreFiles(main: folder.appendingPathComponent("copy/\(files.name)"))
      try FileManager.default.createDirectory(
        atPath: copy.folder, withIntermediateDirectories: true)
      try files.copy(to: copy)
      let connection = try Connection(path: copy.main, mode: .readWrite)
      var names: [String] = []
      for column in ["ZIMAGE", "ZTHING", "ZPLAIN"] {
        for (index, size) in Self.sizes.enumerated() {
          let cell = try #require(
            try connection.firstRow(
              "SELECT \(identifier: column) FROM ZPHOTO WHERE Z_PK = \(index + 1)"
            ) { $0.bytes(at: 0) })
          switch (column, size) {
          case ("ZPLAIN", _):
            let isPlain = cell == Self.bytes(size)
            #expect(isPlain, "\(size)")
          case (_, ...102_400):
            let isMarked = cell == Data([1]) + Self.bytes(size)
            #expect(isMarked, "\(column) \(size)")
          default:
            // A marker, 36 letters of a UUID, and a zero byte: 38 bytes, as in real stores.
            #expect(cell.count == 38 && cell.first == 2 && cell.last == 0)
            let name = String(decoding: cell.dropFirst().dropLast(), as: UTF8.self)
            #expect(name == name.uppercased() && UUID(uuidString: name) != nil)
            names.append(name)
            let path = support.appendingPathComponent(name)
            let isKept = FileManager.default.contents(atPath: path) == Self.bytes(size)
            #expect(isKept, "\(column) \(size)")
          }
        }
      }
      try connection.close()
      #expect(Set(names).count == 4)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: support).sorted() == names.sorted())
      let isRead =
        try StoreReader(files: files, layout: store.layout).contents() == store.contents
      #expect(isRead)
    }
  }

  @Test func namesDependOnTheStoreAlone() throws {
    let store = try store()
    func names() throws -> [String] {
      try withFolder { folder in
        let files = try store.write(in: folder)
        return try FileManager.default.subpathsOfDirectory(
          atPath: files.path(of: .supportFolder)
        ).sorted()
      }
    }
    let first = try names()
    #expect(first.count == 5)
    #expect(try names() == first)
  }

  @Test func aStoreThatCannotBeWrittenLeavesNoFileOfItsValues() throws {
    var store = try store()
    try store.add("Photo", 99, ["image": .string("no blob")])
    try withFolder { folder in
      #expect(throws: StoreError.self) { try store.write(in: folder) }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left == [])
    }
  }

  @Test func withoutLargeValuesThereIsNoSupportFolder() throws {
    let model = try store().layout.model.model
    var store = try SampleStore(model)
    try store.add("Photo", 1, ["image": .binary(Self.bytes(102_400))])
    try withFolder { folder in
      let files = try store.write(in: folder)
      #expect(!files.existingParts.contains(.supportFolder))
    }
  }
}
