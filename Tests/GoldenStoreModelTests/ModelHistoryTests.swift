import GoldenStoreModel
import Testing

struct ModelHistoryTests {
  let library = ModelHistory("Library") {
    Model("Library") { Entity("Book") }
    Model("Library 2") { Entity("Book") { Attribute("title", .string) } }
    Model("3") { Entity("Book") { Attribute("name", .string, renamingIdentifier: "title") } }
  }

  @Test func pairsAreAllSourcesBeforeAllDestinations() {
    #expect(
      library.pairs.map(\.description)
        == ["Library → Library 2", "Library → 3", "Library 2 → 3"])
    #expect(library.pairs.allSatisfy { $0.source < $0.destination })
    #expect(ModelHistory("One") { Model("A") }.pairs.isEmpty)
  }

  @Test func aVersionIsFoundByNameThenByNumber() throws {
    #expect(try library.position(of: "Library 2") == 1)
    #expect(try library.position(of: "1") == 0)
    // The third version is called '3', and so is its number; '2' is a number only.
    #expect(try library.position(of: "3") == 2)
    #expect(try library.position(of: "2") == 1)
    let swapped = ModelHistory("S") {
      Model("2")
      Model("1")
    }
    #expect(try swapped.position(of: "2") == 0)
  }

  @Test(arguments: ["4", "0", "-1", "Libary", ""]) func anUnknownVersionIsRefused(_ name: String) {
    #expect(throws: ModelError.self) { try library.position(of: name) }
  }

  @Test func theRefusalOfAVersionSuggestsTheNearest() {
    do throws(ModelError) {
      _ = try library.position(of: "Libary 2")
    } catch {
      #expect(
        "\(error)"
          == "history 'Library' has no version 'Libary 2'; did you mean 'Library 2'?; "
          + "it has 'Library', 'Library 2' and '3'")
    }
  }

  @Test func problemsOfAllVersionsAreReportedTogether() {
    let history = ModelHistory("H", currentVersion: "V9") {
      Model("V1") { Entity("A", superentity: "B") }
      Model("V1") { Entity("") }
    }
    do throws(ModelError) {
      _ = try history.validated()
      Issue.record("the history was accepted")
    } catch {
      #expect(
        "\(error)" == """
          history 'H' has 4 problems:
            version 'V1': entity 'A' has superentity 'B', which the model does not declare; \
          did you mean 'A'?
            version 'V1' is declared twice
            version 'V1': model 'V1' declares an entity without a name
            the current version is 'V9', which it does not declare; did you mean 'V1'?
          """)
    }
  }

  @Test func aHistoryWithoutVersionsIsRefused() {
    #expect(throws: ModelError.invalidHistory(name: "None", problems: [.noVersions])) {
      try ModelHistory("None") {}.validated()
    }
  }

  @Test func currentIsTheLastUnlessNamed() {
    #expect(library.currentPosition == 2)
    var history = library
    history.currentVersion = "Library"
    #expect(history.currentPosition == 0)
  }
}
