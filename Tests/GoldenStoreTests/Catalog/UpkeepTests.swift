import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// `pin` and `prune`.
struct UpkeepTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private var changed: ModelHistory {
    var history = Shelf.history
    history.versions[1].entities[0].attributes[1].isOptional = false
    return history
  }

  // MARK: Pin

  @Test func theLinesOfAModelCanBePasted() throws {
    let pinning = try shelf.catalog().pin(.show)
    #expect(pinning.written == [])
    #expect(!FileManager.default.fileExists(atPath: try shelf.catalog().folder))
    let catalog = try shelf.recorded()
    #expect(try shelf.pinLines(catalog) == pinning.lines)
    #expect(
      try catalog.pin(.show, at: 1).lines
        == pinning.lines.filter { $0.contains("\tV2\t") })
  }

  @Test func missingPinsAreAdded() throws {
    let catalog = try shelf.recorded()
    let lines = try shelf.pinLines(catalog)
    try shelf.editPins(catalog) {
      $0 = $0.split(separator: "\n").filter { !$0.contains("V2") }.joined(separator: "\n")
    }
    #expect(try !shelf.failures(catalog).isEmpty)
    #expect(try catalog.pin(.add).written == [catalog.pinsPath])
    #expect(try shelf.pinLines(catalog).sorted() == lines.sorted())
    #expect(try shelf.failures(catalog) == [])
    #expect(try catalog.pin(.add).written == [])
  }

  @Test func aPinIsChangedByReplacingAlone() throws {
    let catalog = try shelf.recorded()
    let before = try shelf.bytes(catalog)
    let other = try shelf.catalog(changed)
    let error = #expect(throws: GoldenError.self) { try other.pin(.add) }
    #expect(
      error?.description
        == "entity 'Book' of version 'V2' of 'Shelf' is pinned with another hash, and a pin is "
        + "changed by '--replace' alone")
    #expect(try shelf.bytes(catalog) == before)
    #expect(try other.pin(.replace).written == [catalog.pinsPath])
    #expect(try shelf.pinLines(catalog) == other.pin(.show).lines)
    _ = try catalog.pin(.replace)
    #expect(try shelf.bytes(catalog) == before)
  }

  @Test func thePinsOfASealedVersionAreNeverChanged() throws {
    let catalog = try shelf.recorded()
    _ = try catalog.seal(at: 1)
    let before = try shelf.bytes(catalog)
    let error = #expect(throws: GoldenError.self) { try shelf.catalog(changed).pin(.replace) }
    #expect(error?.description.contains("the version is sealed") == true)
    #expect(try shelf.bytes(catalog) == before)
    #expect(try catalog.pin(.show, at: 1).lines.first?.hasPrefix("state\tV2\tsealed\t") == true)
  }

  // MARK: Prune

  @Test func whatBelongsToNoVersionGoes() throws {
    let catalog = try shelf.recorded()
    let before = try shelf.bytes(catalog)
    var history = Shelf.history
    history.versions.append(Shelf.third)
    history.versions[3].name = "V4"
    history.versions[3].entities[0].attributes[1].isOptional = false
    _ = try shelf.recorded(history)
    try Data().write(
      to: URL(fileURLWithPath: catalog.folder.appendingPathComponent("notes.txt")))
    let leftovers = try catalog.leftovers()
    #expect(leftovers.paths.map(\.fileName) == ["04-V4", "notes.txt"])
    #expect(leftovers.lines.map { $0.prefix(8) } == ["state\tV4", "pin\tV4\tB"])
    #expect(leftovers.kept == [])
    // Finding changes nothing.
    #expect(try !shelf.failures(catalog).isEmpty)
    try catalog.remove(leftovers)
    #expect(try shelf.bytes(catalog) == before)
    #expect(try catalog.leftovers().isEmpty)
  }

  @Test func whatHasShippedStays() throws {
    let catalog = try shelf.recorded()
    _ = try catalog.seal()
    let store = StoreFiles(main: shelf.folder.path.appendingPathComponent("Field.sqlite"))
    let generator = try StoreGenerator(Shelf.history, position: 2, seed: 9)
    try StoreWriter.write(
      generator, layout: StoreLayout(generator.model), storeUUID: generator.storeUUID,
      variant: .hot, to: store.main)
    _ = try catalog.adopt(store, as: "field")
    let before = try shelf.bytes(catalog)
    var history = Shelf.history
    history.versions.removeLast()
    let shorter = try shelf.catalog(history)
    let leftovers = try shorter.leftovers()
    #expect(leftovers.isEmpty)
    #expect(leftovers.kept == ["V3"])
    try shorter.remove(leftovers)
    // Even the folder of a manifest that nobody can read is known by its name.
    try Data("x".utf8).write(to: URL(fileURLWithPath: catalog.golden(at: 2).manifestPath))
    #expect(try shorter.leftovers().isEmpty)
    try #require(before["03-V3/manifest.json"])
      .write(to: URL(fileURLWithPath: catalog.golden(at: 2).manifestPath))
    #expect(try shelf.bytes(catalog) == before)
    #expect(try !shelf.failures(shorter).isEmpty)
  }
}
