import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Stores of the field as further goldens.
struct AdoptTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  /// Writes a store of a version with other objects than its golden has.
  private func fieldStore(
    _ version: Int, of history: ModelHistory = Shelf.history, rows: Int = 3,
    variant: StoreVariant = .hot
  ) throws -> StoreFiles {
    let generator = try StoreGenerator(history, position: version - 1, seed: 77, rows: rows)
    let files = StoreFiles(main: shelf.folder.path.appendingPathComponent("Field\(version).sqlite"))
    try StoreWriter.write(
      generator, layout: StoreLayout(generator.model), storeUUID: generator.storeUUID,
      variant: variant, to: files.main)
    return files
  }

  @Test func theWholeUnitBecomesAGoldenThatIsMarked() throws {
    let catalog = try shelf.recorded()
    let store = try fieldStore(2)
    try FileManager.default.createDirectory(
      atPath: store.path(of: .supportFolder), withIntermediateDirectories: false)
    let value = store.path(of: .supportFolder).appendingPathComponent("_EXTERNAL_DATA")
    try Data("outside".utf8).write(to: URL(fileURLWithPath: value))
    let before = try store.digests().map(\.digest)
    let recording = try catalog.adopt(store, as: "field 1")
    let folder = catalog.folder.appendingPathComponent("02-V2+field-1")
    #expect(
      recording.written.map(\.fileName).sorted() == [
        ".Shelf_SUPPORT", "Shelf.sqlite", "Shelf.sqlite-shm", "Shelf.sqlite-wal", "dump.txt",
        "manifest.json", "pins.txt",
      ])
    #expect(try store.digests().map(\.digest) == before)
    let copy = StoreFiles(main: folder.appendingPathComponent("Shelf.sqlite"))
    #expect(try copy.digests().map(\.digest) == before)
    let manifest = try Manifest(contentsOf: folder.appendingPathComponent("manifest.json"))
    #expect(manifest.adoptedAs == "field 1")
    #expect(manifest.version == "V2+field 1")
    #expect(manifest.seed == nil)
    #expect(manifest.generatorVersion == nil)
    #expect(manifest.rows == 3)
    #expect(
      manifest.files.map(\.name) == [
        "Shelf.sqlite", "Shelf.sqlite-wal", "Shelf.sqlite-shm", ".Shelf_SUPPORT/_EXTERNAL_DATA",
      ])
    #expect(try shelf.pinLines(catalog).last?.hasPrefix("adopted\tV2\tfield 1\t") == true)
    #expect(try shelf.failures(catalog) == [])
    let check = try catalog.check(requiresTracking: false)
    #expect(check.versions == CatalogCheck.Count(expected: 3, checked: 3))
    #expect(check.adoptedStores == CatalogCheck.Count(expected: 1, checked: 1))
    #expect(check.shapes == CatalogCheck.Count())
    // No recording touches it.
    let all = try shelf.bytes(catalog)
    _ = try catalog.record(.all)
    #expect(try shelf.bytes(catalog) == all)
  }

  @Test func whateverHappensToAnAdoptedGoldenFails() throws {
    let catalog = try shelf.recorded()
    _ = try catalog.adopt(fieldStore(2), as: "field")
    let folder = catalog.folder.appendingPathComponent("02-V2+field")
    let files = StoreFiles(main: folder.appendingPathComponent("Shelf.sqlite"))
    let place = "golden 'V2+field' of 'Shelf': "
    func expectFailure(_ part: String, _ change: () throws -> Void) throws {
      try withTemporaryDirectory { saved in
        let copy = saved.appendingPathComponent("copy")
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        try change()
        let failures = try shelf.failures(catalog)
        #expect(
          failures.contains { $0.hasPrefix(place) && $0.contains(part) }, "\(part): \(failures)")
        if FileManager.default.fileExists(atPath: folder) {
          try FileManager.default.removeItem(atPath: folder)
        }
        try FileManager.default.copyItem(atPath: copy, toPath: folder)
      }
    }
    try expectFailure("holds 0 of 3 rows: it has lost its '-wal'") {
      try FileManager.default.removeItem(atPath: files.main + "-wal")
    }
    try expectFailure("the golden is missing") {
      try FileManager.default.removeItem(atPath: folder)
    }
    try expectFailure("'dump.txt' line 1") {
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder.appendingPathComponent("dump.txt")))
    }
    try expectFailure("the manifest's rows of 'Book' is 3, expected 2") {
      let connection = try Connection(path: files.main, mode: .readWrite)
      try connection.keepWriteAheadLogOnClose()
      try connection.execute("DELETE FROM ZBOOK WHERE Z_PK = 1")
      try connection.close()
    }
    try expectFailure("'manifest.json' is not the one that was adopted") {
      let path = folder.appendingPathComponent("manifest.json")
      try GreenCatalog.edit(path) { $0 += Data("\n".utf8) }
    }
    #expect(try shelf.failures(catalog) == [])
    // A line that goes leaves a folder of nothing.
    try shelf.editPins(catalog) {
      $0 = $0.split(separator: "\n").filter { !$0.hasPrefix("adopted") }.joined(separator: "\n")
    }
    #expect(
      try shelf.failures(catalog).contains { $0.contains("'02-V2+field' belongs to no version") })
  }

  @Test func aStoreOfAShapeIsAdoptedAsOne() throws {
    var history = Shelf.history
    history.shapes = [
      VersionShape("beta", of: "V2") { Entity("Book") { Attribute("pages", .integer64) } }
    ]
    let catalog = try shelf.recorded(history)
    let store = try fieldStore(2, of: history.including(history.shapes[0]))
    #expect(try catalog.adopt(store, as: "field").versions == ["V2~beta+field"])
    #expect(
      FileManager.default.fileExists(
        atPath: catalog.folder.appendingPathComponent("02-V2~beta+field/manifest.json")))
    #expect(try shelf.failures(catalog) == [])
  }

  @Test func whatCannotBeAGoldenIsRefusedAndLeavesNothing() throws {
    let catalog = try shelf.recorded()
    let store = try fieldStore(2)
    let before = try shelf.bytes(catalog)
    func refuse(_ store: StoreFiles, as name: String = "field", at position: Int? = nil) -> String {
      let error = #expect(throws: (any Error).self) {
        try catalog.adopt(store, as: name, at: position)
      }
      return error.map { "\($0)" } ?? ""
    }
    #expect(
      refuse(store, at: 0).hasPrefix(
        "cannot adopt 'Field2.sqlite' for 'Shelf': it is not of version 'V1': entity 'Book' has"))
    #expect(refuse(store, as: "").contains("its name '' is empty"))
    #expect(refuse(store, as: "a\tb").contains("has tabs or line breaks"))
    #expect(
      refuse(try fieldStore(3, rows: 0)).contains("it holds no object at all; a golden without"))
    #expect(
      refuse(catalog.golden(at: 1).files)
        == "cannot adopt 'Shelf.sqlite' for 'Shelf': it has the UUID of golden 'V2': it is that "
        + "store, or was made from it")
    try GreenCatalog.edit(store.main + "-wal") { $0 = $0.dropLast(100) }
    #expect(refuse(store).contains("Field2.sqlite-wal"))
    #expect(try shelf.bytes(catalog) == before)
  }

  @Test func aNameIsTakenOnceAndAVersionIsNamedWhereTwoFit() throws {
    var history = Shelf.history
    history.versions[2] = Shelf.second
    history.versions[2].name = "V3"
    history.aliases = [VersionAlias("V3", of: "V2")]
    let catalog = try shelf.recorded(history)
    let store = try fieldStore(2, of: history)
    let error = #expect(throws: GoldenError.self) { try catalog.adopt(store, as: "a") }
    #expect(
      error?.description.contains("it is of several versions, 'V2' and 'V3'; name one") == true)
    #expect(try catalog.adopt(store, as: "a", at: 2).versions == ["V3+a"])
    let again = #expect(throws: GoldenError.self) { try catalog.adopt(store, as: "a", at: 2) }
    #expect(again?.description.contains("there is a golden 'V3+a' already") == true)
  }
}
