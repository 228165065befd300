import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// What git makes of two branches that change the goldens.
struct PinMergeTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private func history(_ last: Model) -> ModelHistory {
    ModelHistory("Shelf") {
      Shelf.first
      Shelf.second
      last
    }
  }

  private func third(_ attribute: String, named name: String = "V3") -> Model {
    Model(name) {
      Entity("Book") {
        Attribute("name", .string, isOptional: false, renamingIdentifier: "title")
        Attribute("pages", .integer32)
        Attribute(attribute, .string)
      }
    }
  }

  /// Commits the goldens of two versions, and those of a third one on each of two branches.
  private func branch(_ ours: Model, _ theirs: Model, attributes: String? = nil) throws -> Catalog {
    let start = ModelHistory("Shelf") {
      Shelf.first
      Shelf.second
    }
    try shelf.git("init", "--quiet", "--initial-branch", "ours")
    if let attributes {
      try Data(attributes.utf8).write(
        to: URL(fileURLWithPath: shelf.folder.path.appendingPathComponent(".gitattributes")))
    }
    _ = try shelf.recorded(start)
    try commit()
    try shelf.git("branch", "theirs")
    let catalog = try shelf.recorded(history(ours))
    try commit()
    try shelf.git("checkout", "--quiet", "theirs")
    _ = try shelf.recorded(history(theirs))
    try commit()
    try shelf.git("checkout", "--quiet", "ours")
    return catalog
  }

  private func commit() throws {
    try shelf.git("add", "--all")
    try #require(try shelf.git("commit", "--quiet", "--message", "goldens") == 0)
  }

  private func isConflicted(_ catalog: Catalog) throws -> Bool {
    try String(contentsOf: URL(fileURLWithPath: catalog.pinsPath), encoding: .utf8)
      .contains("<<<<<<<")
  }

  @Test func twoBranchesThatAddTheSameVersionConflictInThePins() throws {
    let catalog = try branch(third("a"), third("b"))
    #expect(try shelf.git("merge", "--quiet", "theirs") != 0)
    #expect(try isConflicted(catalog))
    #expect(
      try shelf.failures(catalog).contains {
        $0.contains("expected a state or a pin, found '<<<<<<< ")
      })
  }

  @Test func twoBranchesThatAddDifferentVersionsConflictInThePins() throws {
    let catalog = try branch(third("a"), third("b", named: "V3b"))
    #expect(try shelf.git("merge", "--quiet", "theirs") != 0)
    #expect(try isConflicted(catalog))
  }

  @Test func twoBranchesThatAddTheSameVersionAlikeAgree() throws {
    let catalog = try branch(third("a"), third("a"))
    #expect(try shelf.git("merge", "--quiet", "--no-edit", "theirs") == 0)
    #expect(try shelf.failures(catalog) == [])
  }

  /// A driver that takes the lines of both sides hides the conflict from git, not from the check.
  @Test func linesOfBothBranchesContradictEachOther() throws {
    let catalog = try branch(third("a"), third("b"), attributes: "pins.txt merge=union\n")
    try shelf.git("merge", "--quiet", "theirs")
    #expect(try !isConflicted(catalog))
    let pins = try shelf.pinLines(catalog)
    #expect(pins.filter { $0.hasPrefix("pin\tV3\tBook\t") }.count == 2)
    try shelf.git("checkout", "--quiet", "--ours", "--", ".")
    try shelf.editPins(catalog) { $0 = pins.joined(separator: "\n") + "\n" }
    let failures = try shelf.failures(catalog)
    let hashes = pins.filter { $0.hasPrefix("pin\tV3\tBook\t") }.compactMap {
      $0.split(separator: "\t").last.map { $0.prefix(8) }
    }
    #expect(
      failures == [
        "goldens of 'Shelf': 'pins.txt' line 7 contradicts line 6 about entity 'Book' of version "
          + "'V3': '\(hashes[1])…' after '\(hashes[0])…'; two branches may have made different "
          + "goldens: keep the lines of one of them, and its goldens"
      ])
  }
}
