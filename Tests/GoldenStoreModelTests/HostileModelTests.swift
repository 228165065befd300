import GoldenStoreModel
import Testing

/// Models that nobody would write, but that a file can hold.
struct HostileModelTests {
  /// A chain of entities, each the superentity of the next.
  private static func chain(_ count: Int) -> Model {
    var model = Model("V1")
    model.entities = (0..<count).map { number in
      Entity("E\(number)", superentity: number == 0 ? nil : "E\(number - 1)")
    }
    return model
  }

  /// What a model is refused with; the error itself is too large for a test to show.
  private static func sentence(of model: Model) -> String {
    do {
      _ = try model.validated()
    } catch {
      return error.description
    }
    return "no error"
  }

  @Test func chainOfAncestorsHasALimit() throws {
    _ = try Self.chain(101).validated()
    let sentence = Self.sentence(of: Self.chain(102))
    #expect(
      sentence
        == "model 'V1' has 1 problem: entity 'E101' has more than 100 ancestors")
    // However long it is, and in whatever order: one problem, after one walk.
    var long = Self.chain(50_000)
    long.entities.reverse()
    #expect(Self.sentence(of: long) == sentence)
  }

  /// Every problem lists the names that there are; they share one list.
  @Test func problemsWithoutNumberAreCounted() throws {
    var model = Model("V1")
    model.entities = (0..<20_000).map { Entity("E\($0)", superentity: "Missing \($0)") }
    let lines = Self.sentence(of: model).split(separator: "\n")
    #expect(lines.count == 102)
    #expect(lines.first == "model 'V1' has 20000 problems:")
    #expect(lines.last == "  and 19900 more")
  }

  @Test func endlessNameGetsNoSuggestion() throws {
    let name = String(repeating: "x", count: 200_000)
    let model = Model("V1") {
      Entity(name + "y")
      Entity("A", superentity: name)
    }
    let hasNoSuggestion = Self.sentence(of: model).hasSuffix("which the model does not declare")
    #expect(hasNoSuggestion)
  }
}
