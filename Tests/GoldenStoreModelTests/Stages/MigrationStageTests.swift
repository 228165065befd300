import Foundation
import GoldenStoreModel
import Testing

struct MigrationStageTests {
  private static func history(_ stages: MigrationStage...) -> ModelHistory {
    ModelHistory("Library", stages: stages) {
      Model("V1") { Entity("Book") { Attribute("title", .string) } }
      Model("V2") {
        Entity("Item", isAbstract: true)
        Entity("Book", superentity: "Item") {
          Attribute("name", .string, renamingIdentifier: "title")
          Attribute("size", .integer64, derivation: Derivation("pages.@count"))
          Relationship("pages", to: "Page", .toMany)
        }
        Entity("Page")
      }
    }
  }

  private static let mapping = CustomEntityMapping(from: "Book", to: "Book", setting: ["name"])

  @Test func soundStagesAreAccepted() throws {
    let history = Self.history(
      .lightweight("V1"), .custom(from: "V1", to: "V2", entityMappings: [Self.mapping]))
    #expect(try history.validated().count == 2)
  }

  @Test(
    arguments: [
      (.lightweight(), "lightweight stage of none: it names no version"),
      (
        .lightweight("V1", "V22"),
        "lightweight stage of 'V1' and 'V22': it names version 'V22', which the history does not "
          + "declare; did you mean 'V2'?"
      ),
      (
        .custom(from: "V2", to: "V2"),
        "custom stage from 'V2' to 'V2': it begins and ends at one version; expected a later version "
          + "at its end"
      ),
      (
        .custom(from: "V2", to: "V1"),
        "custom stage from 'V2' to 'V1': version 'V1' comes before 'V2'; a store is never migrated "
          + "backwards"
      ),
      (
        .custom(from: "V1", to: "V2", entityMappings: [mapping, mapping]),
        "custom stage from 'V1' to 'V2': two of its mappings are called 'BookToBook'; give each a "
          + "name of its own"
      ),
      (
        .custom(from: "V1", to: "V2", entityMappings: [.init(from: "Boook", to: "Book")]),
        "custom stage from 'V1' to 'V2': mapping 'BoookToBook' names entity 'Boook', which version "
          + "'V1' does not declare; did you mean 'Book'?"
      ),
      (
        .custom(from: "V1", to: "V2", entityMappings: [.init(from: "Book", to: "Item")]),
        "custom stage from 'V1' to 'V2': mapping 'BookToItem' leads to entity 'Item', which is "
          + "abstract in version 'V2' and has no objects"
      ),
      (
        .custom(
          from: "V1", to: "V2",
          entityMappings: [.init("B", from: "Book", to: "Book", setting: ["nam", "pages"])]),
        "custom stage from 'V1' to 'V2': mapping 'B' sets property 'Book.nam', which is not stored "
          + "or not declared; did you mean 'name'?"
      ),
      (
        .custom(
          from: "V1", to: "V2",
          entityMappings: [.init("B", from: "Book", to: "Book", setting: ["size"])]),
        "custom stage from 'V1' to 'V2': mapping 'B' sets property 'Book.size', which is not stored "
          + "or not declared"
      ),
    ] as [(MigrationStage, String)])
  func aWrongStageIsRefused(_ stage: MigrationStage, _ problem: String) {
    do throws(ModelError) {
      _ = try Self.history(stage).validated()
      Issue.record("the stage was accepted")
    } catch {
      #expect("\(error)" == "history 'Library' has 1 problem: \(problem)")
    }
  }

  @Test func stagesAreEqualByTheirNames() {
    let plain = MigrationStage.custom(from: "V1", to: "V2")
    let handled = MigrationStage.custom(from: "V1", to: "V2", willMigrate: { _ in })
    #expect(plain == handled && plain.hashValue == handled.hashValue)
    #expect(plain != .custom(from: "V1", to: "V3"))
    #expect(plain != .custom(from: "V1", to: "V2", entityMappings: []))
    #expect(
      MigrationStage.custom(from: "V1", to: "V2", entityMappings: [Self.mapping])
        != .custom(
          from: "V1", to: "V2", entityMappings: [Self.mapping], primaryKeys: .renumbered))
    #expect(Self.mapping != CustomEntityMapping(from: "Book", to: "Book"))
    #expect(MigrationStage.lightweight("V1", "V2") != .lightweight("V2", "V1"))
  }

  @Test func aMisspeltPropertyOfAnObjectIsAnError() throws {
    let object = StoredObject(
      shape: ObjectShape(entity: "Book", attributes: ["title"], relationships: ["pages"]),
      primaryKey: 1, values: [.null], targets: [[]])
    let title = try object["title"]
    let pages = try object[relationship: "pages"]
    #expect(title == .null && pages.isEmpty)
    do throws(ModelError) {
      _ = try object["titl"]
      Issue.record("a property that is not there has a value")
    } catch {
      #expect(
        "\(error)"
          == "entity 'Book' stores no property 'titl'; did you mean 'title'?; it stores 'title'")
    }
    #expect(throws: ModelError.self) { try object[relationship: "title"] }
  }

  @Test func aValueGivesItsContentInItsOwnTypeAlone() {
    #expect(AttributeValue.integer(7).integerValue == 7)
    #expect(AttributeValue.integer(7).doubleValue == nil)
    #expect(AttributeValue.float(1.5).doubleValue == 1.5)
    #expect(AttributeValue.date(3).dateValue == 3)
    #expect(AttributeValue.date(3).doubleValue == nil)
    #expect(AttributeValue.uri("a:b").stringValue == "a:b")
    #expect(AttributeValue.boolean(false).booleanValue == false)
    #expect(AttributeValue.binary(Data([1])).dataValue?.first == 1)
    #expect(AttributeValue.null.stringValue == nil)
  }
}
