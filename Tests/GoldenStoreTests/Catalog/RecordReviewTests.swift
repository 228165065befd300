import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// What a recording says before it writes, and that it writes everything or nothing.
struct RecordReviewTests {
  private struct Refusal: Error {}
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private func review(_ history: ModelHistory, _ mode: RecordMode) throws -> [String] {
    var lines: [String] = []
    _ = try shelf.catalog(history).record(mode, isTrial: true) {
      lines += $0.flatMap(\.lines)
    }
    return lines
  }

  @Test func newGoldensAreCounted() throws {
    let lines = try review(Shelf.history, .missing)
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("'V1' of 'Shelf': new, 16 objects (Book 16), ") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: shelf.folder.path) == [])
  }

  @Test func changesOfSchemaPinsRowsAndValuesAreShown() throws {
    let catalog = try shelf.recorded()
    let before = try shelf.bytes(catalog)
    var history = Shelf.history
    history.versions[2].entities[0].attributes[2].defaultValue = .boolean(true)
    #expect(
      try review(history, .changed) == [
        "'V3' of 'Shelf': changes",
        "  schema: 'Book.isRead': default changed from false to true",
      ])
    history.versions[2].entities[0].attributes[1].isOptional = false
    #expect(try review(history, .changed).contains { $0.contains(": pages: NULL → ") })
    history.seeds = [
      .objects(entity: "Book", count: 20),
      .values(entity: "Book", attribute: "title", [.string("A")]),
    ]
    let lines = try review(history, .changed)
    #expect(
      lines.filter {
        !$0.hasPrefix("  Book ") && !$0.hasPrefix("  pin of") && !$0.hasPrefix("  and ")
      } == [
        "'V1' of 'Shelf': changes", "  rows of 'Book': 16 → 20",
        "'V2' of 'Shelf': changes", "  rows of 'Book': 16 → 20",
        "'V3' of 'Shelf': changes",
        "  schema: 'Book.pages': optionality changed from optional to required",
        "  schema: 'Book.isRead': default changed from false to true",
        "  rows of 'Book': 16 → 20",
      ])
    #expect(lines.filter { $0.hasPrefix("  pin of 'Book': ") }.count == 1)
    #expect(lines.contains { $0.contains(": name: ") && $0.hasSuffix(" → \"A\"") })
    #expect(lines.contains { $0.hasPrefix("  and ") && $0.hasSuffix(" more values") })
    // A trial wrote nothing.
    #expect(try shelf.bytes(catalog) == before)
  }

  @Test func whatIsShownComesBeforeWhatIsWritten() throws {
    let catalog = try shelf.recorded()
    let before = try shelf.bytes(catalog)
    var history = Shelf.history
    history.versions[2].entities[0].attributes[1].isOptional = false
    let other = try shelf.catalog(history)
    #expect(throws: Refusal.self) {
      try other.record(.all) { changes in
        #expect(changes.map(\.version) == ["V1", "V2", "V3"])
        throw Refusal()
      }
    }
    #expect(try shelf.bytes(catalog) == before)
    let recording = try other.record(.changed) { _ in
      let now = try shelf.bytes(catalog).filter { !$0.key.hasPrefix(".") }
      #expect(now == before)
    }
    #expect(recording.versions == ["V3"])
    #expect(try shelf.failures(other) == [])
  }

  @Test func damagedGoldensAreSaidToBeSo() throws {
    let catalog = try shelf.recorded()
    try Data("x".utf8).write(to: URL(fileURLWithPath: catalog.golden(at: 1).manifestPath))
    let lines = try review(Shelf.history, .changed)
    #expect(lines.first == "'V2' of 'Shelf': changes")
    #expect(lines.last?.hasPrefix("  the golden that is there cannot be read: ") == true)
  }

  @Test func aRefusedVersionKeepsTheOthersFromBeingWritten() throws {
    let catalog = try shelf.recorded()
    let before = try shelf.bytes(catalog)
    var history = Shelf.history
    history.versions[1].entities[0].attributes[1].isOptional = false
    // No boolean differs in every object.
    history.versions[2].entities[0].uniquenessConstraints = [UniquenessConstraint("isRead")]
    let other = try shelf.catalog(history)
    #expect(
      throws: GoldenError.cannotKeepUnique(entity: "Book", constraint: ["isRead"])
    ) { try other.record(.all) }
    #expect(try shelf.bytes(catalog) == before)
  }

  /// The pins are a folder, so that the last write of all fails.
  @Test func aFailedWritePutsEverythingBack() throws {
    let catalog = try shelf.recorded()
    let before = try shelf.bytes(catalog)
    let blocker = catalog.pinsPath.appendingPathComponent("in the way")
    var history = Shelf.history
    history.versions[1].entities[0].attributes[1].isOptional = false
    let other = try shelf.catalog(history)
    #expect(throws: GoldenError.self) {
      try other.record(.changed) { _ in
        try FileManager.default.removeItem(atPath: catalog.pinsPath)
        try FileManager.default.createDirectory(
          atPath: blocker, withIntermediateDirectories: true)
      }
    }
    try FileManager.default.removeItem(atPath: catalog.pinsPath)
    try #require(before["pins.txt"]).write(to: URL(fileURLWithPath: catalog.pinsPath))
    #expect(try shelf.bytes(catalog) == before)
  }
}
