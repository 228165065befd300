import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// From draft to sealed, and what never happens afterwards.
struct SealTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private func changed() -> ModelHistory {
    var history = Shelf.history
    history.versions[1].entities[0].attributes[1].isOptional = false
    return history
  }

  @Test func sealChangesTheLineOfTheVersionAndNamesItsManifest() throws {
    let catalog = try shelf.recorded()
    let before = try shelf.pinLines(catalog)
    let files = try shelf.bytes(catalog)
    let sealing = try catalog.seal(at: 1)
    #expect(sealing.sealed == ["V2"])
    #expect(sealing.written == [catalog.pinsPath])
    let manifest = try #require(files["02-V2/manifest.json"])
    let digest = HashValue(digest: SHA256.digest(of: manifest)).hexadecimal
    var after = before
    let line = try #require(before.firstIndex(of: "state\tV2\tdraft"))
    after[line] = "state\tV2\tsealed\t\(digest)"
    #expect(try shelf.pinLines(catalog) == after)
    #expect(try catalog.pins().state(of: "V2") == .sealed)
    #expect(try catalog.pins().state(of: "V1") == .draft)
    #expect(try shelf.failures(catalog) == [])
    // A second time nothing changes.
    #expect(try catalog.seal(at: 1).former == ["V2"])
    #expect(try shelf.pinLines(catalog) == after)
    #expect(try catalog.seal().sealed == ["V1", "V3"])
  }

  @Test func onlyAGoldenInOrderIsSealed() throws {
    let catalog = try shelf.recorded()
    try Data("x".utf8).write(to: URL(fileURLWithPath: catalog.golden(at: 1).dumpPath))
    let before = try shelf.bytes(catalog)
    let error = #expect(throws: GoldenError.self) { try catalog.seal() }
    #expect(
      error?.description.hasPrefix("cannot seal 'V2' of 'Shelf': 'dump.txt' line 1: expected ")
        == true)
    #expect(try shelf.bytes(catalog) == before)
    #expect(throws: GoldenError.self) { try shelf.catalog(changed()).seal(at: 1) }
    let missing = try Shelf()
    #expect(throws: GoldenError.self) { try missing.catalog().seal() }
  }

  @Test(arguments: [RecordMode.missing, .changed, .all])
  func aSealedGoldenIsNeverWritten(_ mode: RecordMode) throws {
    let catalog = try shelf.recorded()
    _ = try catalog.seal()
    let before = try shelf.bytes(catalog)
    let recording = try catalog.record(mode)
    #expect(recording.versions == [])
    #expect(recording.written == [])
    #expect(recording.sealed == (mode == .missing ? [] : ["V1", "V2", "V3"]))
    let other = try shelf.catalog(changed())
    if mode != .missing {
      let error = #expect(throws: GoldenError.self) { try other.record(mode) }
      #expect(
        error?.description
          == "golden 'V2' of 'Shelf' is sealed and must not be rewritten, but it would come out "
          + "different: 'Book.pages': optionality changed from optional to required; undo the "
          + "change, or add a version")
    }
    #expect(try shelf.bytes(catalog) == before)
    #expect(
      try shelf.failures(other).contains {
        $0.contains("'Book.pages': optionality changed from optional to required")
      })
  }

  @Test func aSealedGoldenThatIsMissingComesBackTheSameOrNotAtAll() throws {
    let catalog = try shelf.recorded()
    _ = try catalog.seal()
    let before = try shelf.bytes(catalog)
    try FileManager.default.removeItem(atPath: catalog.golden(at: 1).folder)
    let error = #expect(throws: GoldenError.self) { try catalog.record(.missing, seed: 2) }
    #expect(error?.description.contains("is not what was sealed; restore it from git") == true)
    #expect(!FileManager.default.fileExists(atPath: catalog.golden(at: 1).folder))
    #expect(try catalog.record(.missing).versions == ["V2"])
    #expect(try shelf.bytes(catalog) == before)
  }

  /// As two branches would leave it, one of which sealed while the other recorded again.
  @Test func aSealedGoldenWithAnotherManifestFails() throws {
    let catalog = try shelf.recorded()
    let other = try Shelf()
    let again = try other.catalog()
    _ = try again.record(.all, seed: 2)
    try #require(try other.failures(again) == [])
    _ = try catalog.seal()
    try GreenCatalog.replace(catalog.golden(at: 1).folder, with: again.golden(at: 1).folder)
    let failures = try shelf.failures(catalog)
    #expect(failures.count == 1)
    #expect(
      failures.first?.hasPrefix(
        "golden 'V2' of 'Shelf': 'manifest.json' is not the one that was sealed: expected SHA-256 ")
        == true)
  }

  @Test func aVersionThatIsSealedByHandIsNotTakenAtItsWord() throws {
    let catalog = try shelf.recorded()
    try shelf.editPins(catalog) {
      $0 = $0.replacingOccurrences(of: "state\tV2\tdraft", with: "state\tV2\tsealed")
    }
    #expect(
      try shelf.failures(catalog).map { $0.prefix { $0 != "," } } == [
        "golden 'V2' of 'Shelf': 'pins.txt' calls the version sealed"
      ])
    #expect(try catalog.seal(at: 1).sealed == ["V2"])
    #expect(try shelf.failures(catalog) == [])
  }
}
