import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// What an archive must keep apart.
struct ArchivedPropertyTests {
  private static func archived(_ model: Model) throws -> Model {
    let content = try ArchivedModel.cacheContent(of: model.validated())
    return try ArchivedModel(cacheContent: content, versionName: model.name).model
  }

  @Test func twoSpellingsOfOneLetterStayTwoTexts() throws {
    let model = Model("V1") {
      Entity("A") {
        Attribute("a", .string, default: "\u{E9}")
        Attribute("b", .string, default: "e\u{301}")
      }
    }
    #expect(try Self.archived(model) == model)
  }

  /// The third entity declares what the first one does, which the second one changed.
  @Test func propertyThatIsDeclaredBackStays() throws {
    let model = Model("V1") {
      Entity("A") { Attribute("a", .string) }
      Entity("B", superentity: "A") { Attribute("a", .string, isOptional: false) }
      Entity("C", superentity: "B") { Attribute("a", .string) }
    }
    #expect(try Self.archived(model) == model)
  }

  @Test func defaultBeyondTheDigitsOfADecimalIsRefused() throws {
    let number = try #require(DecimalNumber("1e300"))
    let model = Model("V1") { Entity("A") { Attribute("a", .decimal, default: .decimal(number)) } }
    let error = #expect(throws: StoreError.self) { try Self.archived(model) }
    #expect(
      error?.description
        == "attribute 'A.a': a default of more than 38 digits is not supported yet")
  }
}
