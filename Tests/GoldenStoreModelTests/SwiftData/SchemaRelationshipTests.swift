import GoldenStoreModel
import Testing

struct SchemaRelationshipTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let swift: String
    let target: SchemaRelationship.Target
    let isOptional: Bool
    let minCount: Int
    let maxCount: Int
    var testDescription: String { swift }
  }

  @Test(arguments: [
    Case(
      swift: "[Track]", target: .array(of: "Track"), isOptional: false, minCount: 0, maxCount: 0),
    Case(
      swift: "[Track]?", target: .optionalArray(of: "Track"), isOptional: true, minCount: 0,
      maxCount: 0),
    Case(
      swift: "[Track] with counts",
      target: .array(of: "Track", minimumModelCount: 2, maximumModelCount: 5), isOptional: false,
      minCount: 2, maxCount: 5),
    Case(
      swift: "[Track]? with counts",
      target: .optionalArray(of: "Track", minimumModelCount: 1, maximumModelCount: 3),
      isOptional: true, minCount: 1, maxCount: 3),
    Case(
      swift: "Track?", target: .optional("Track"), isOptional: true, minCount: 0, maxCount: 1),
    Case(swift: "Track", target: .model("Track"), isOptional: false, minCount: 0, maxCount: 1),
  ])
  func targetsAreCoreDatas(_ item: Case) {
    let made = SchemaRelationship("tracks", item.target, inverse: nil).relationship
    #expect(made.destination == "Track")
    #expect(made.isOptional == item.isOptional)
    #expect(made.minCount == item.minCount)
    #expect(made.maxCount == item.maxCount)
    #expect(!made.isOrdered && !made.isTransient)
    #expect(made.deleteRule == .nullify)
    #expect(made.inverse == nil)
  }

  @Test func rulesAndNamesAreKept() {
    let made = SchemaRelationship(
      "tracks", .array(of: "Track"), deleteRule: .cascade, originalName: "songs",
      inverse: "album", hashModifier: "2"
    ).relationship
    #expect(
      made
        == Relationship(
          "tracks", to: "Track", inverse: "album", .toMany, isOptional: false,
          deleteRule: .cascade, renamingIdentifier: "songs", versionHashModifier: "2"))
  }

  /// An inverse that one side alone names is a mistake, and never one that somebody guesses.
  @Test func anInverseOfOneSideIsRefused() throws {
    func model(_ inverse: String?) -> Model {
      Model("V1", versionIdentifier: SchemaVersion(1, 0, 0)) {
        Entity("Album") {
          SchemaRelationship("tracks", .array(of: "Track"), inverse: "album")
        }
        Entity("Track") {
          SchemaRelationship("album", .optional("Album"), inverse: inverse)
        }
      }
    }
    #expect(try model("tracks").validated().model.entities.count == 2)
    #expect(
      throws: ModelError.invalidModel(
        name: "V1",
        problems: [
          .inverseNotMutual(
            entity: "Album", relationship: "tracks", destination: "Track", inverse: "album",
            found: nil)
        ])
    ) { try model(nil).validated() }
  }
}
