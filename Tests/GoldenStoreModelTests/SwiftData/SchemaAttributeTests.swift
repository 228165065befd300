import GoldenStoreModel
import Testing

struct SchemaAttributeTests {
  @Test(
    arguments: [
      (.string, .string), (.int, .integer64), (.int16, .integer16), (.int32, .integer32),
      (.int64, .integer64), (.double, .double), (.float, .float), (.decimal, .decimal),
      (.bool, .boolean), (.date, .date), (.data, .binary), (.uuid, .uuid), (.url, .uri),
    ] as [(SchemaType, AttributeType)])
  func typesAreCoreDatas(_ type: SchemaType, _ expected: AttributeType) {
    let required = SchemaAttribute("value", type).attribute
    #expect(required == Attribute("value", expected, isOptional: false))
    let optional = SchemaAttribute("value", .optional(type)).attribute
    #expect(optional == Attribute("value", expected, isOptional: true))
  }

  @Test(
    arguments: [
      (.externalStorage, Attribute("a", .binary, allowsExternalBinaryDataStorage: true)),
      (.preserveValueOnDeletion, Attribute("a", .binary, preservesValueInHistoryOnDeletion: true)),
      (.spotlight, Attribute("a", .binary, isIndexedBySpotlight: true)),
      (.allowsCloudEncryption, Attribute("a", .binary, allowsCloudEncryption: true)),
      (.ephemeral, Attribute("a", .binary, isTransient: true)),
      (.unique, Attribute("a", .binary)),
    ] as [(SchemaAttribute.Option, Attribute)])
  func optionsAreFlags(_ option: SchemaAttribute.Option, _ expected: Attribute) {
    #expect(SchemaAttribute("a", .optional(.data), option).attribute == expected)
  }

  @Test func everyOptionIsAFlagOfItsOwn() {
    let made = SchemaAttribute.Option.allCases.filter { $0 != .unique }.map {
      SchemaAttribute("a", .data, $0).attribute
    }
    #expect(made.count == 5)
    #expect(Set(made + [SchemaAttribute("a", .data).attribute]).count == 6)
  }

  @Test func namesModifiersAndDefaultsAreKept() {
    let attribute = SchemaAttribute(
      "title", .string, originalName: "name", hashModifier: "2", default: "untitled"
    ).attribute
    #expect(
      attribute
        == Attribute(
          "title", .string, isOptional: false, default: "untitled", renamingIdentifier: "name",
          versionHashModifier: "2"))
  }

  @Test func uniquePropertiesAreConstraints() {
    let entity = Entity("Track") {
      SchemaAttribute("id", .uuid, .spotlight, .unique)
      SchemaAttribute("number", .int)
      SchemaUnique(["album", "number"], ["title"])
      SchemaAttribute("code", .string, .unique)
    }
    #expect(
      entity.uniquenessConstraints.map(\.properties)
        == [["id"], ["album", "number"], ["title"], ["code"]])
    #expect(entity.attributes.map(\.name) == ["id", "number", "code"])
  }

  @Test func indexesAreFetchIndexes() {
    let entity = Entity("Track") { SchemaIndex(["title"], ["album", "number"]) }
    #expect(
      entity.fetchIndexes
        == [FetchIndex("title", "title"), FetchIndex("album_number", "album", "number")])
  }

  @Test func aTransientPropertyIsNoPartOfTheModel() {
    let entity = Entity("Track") {
      SchemaAttribute("title", .string)
      SchemaTransient("isPlaying")
    }
    #expect(
      entity == Entity("Track") { Attribute("title", .string, isOptional: false) })
  }

  @Test func coreDatasWordsStandBesideSwiftDatas() throws {
    let model = Model("V1", versionIdentifier: SchemaVersion(1, 0, 0)) {
      Entity("Track") {
        SchemaAttribute("title", .string)
        Attribute("state", .integer16, isOptional: false)
        FetchIndex("place", .rTree("title"))
      }
    }
    #expect(try model.validated().model.entities[0].attributes.map(\.name) == ["title", "state"])
  }

  /// What no store can hold is found where every model is checked.
  @Test func externalStorageOfATextIsRefused() {
    let model = Model("V1", versionIdentifier: SchemaVersion(1, 0, 0)) {
      Entity("Track") { SchemaAttribute("title", .string, .externalStorage) }
    }
    #expect(
      throws: ModelError.invalidModel(
        name: "V1",
        problems: [.externalStorageOfType(entity: "Track", attribute: "title", type: .string)])
    ) { try model.validated() }
  }
}
