import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import Testing

struct StoreGeneratorTests {
  /// Every version of every built-in history, and of the one with every shape.
  static let versions = (BrowserModels.all + [Library.history]).flatMap { history in
    history.versions.indices.map { Version(history: history, position: $0) }
  }

  /// One version of a history.
  struct Version: Sendable, CustomTestStringConvertible {
    let history: ModelHistory
    let position: Int

    var testDescription: String { "\(history.name), \(history.versions[position].name)" }

    func generator() throws -> StoreGenerator { try StoreGenerator(history, position: position) }
  }

  @Test(arguments: versions)
  func everyVersionIsCoveredInFull(_ version: Version) throws {
    let generator = try version.generator()
    let coverage = try Coverage(of: generator, model: generator.model)
    #expect(coverage.gaps == [])
    #expect(coverage.percent == 100)
    #expect(coverage.total > 5)
  }

  @Test(arguments: versions)
  func inversesAgree(_ version: Version) throws {
    let generator = try version.generator()
    let contents = try generator.contents()
    var edges = 0
    for entity in generator.model.entitiesByName {
      for relationship in generator.model.relationships(of: entity) {
        guard let inverse = relationship.inverse else { continue }
        for object in contents.objects(of: entity.name) {
          for target in try #require(object.targets(of: relationship.name)) {
            let other = try #require(contents.object(target))
            #expect(other.targets(of: inverse)?.contains(object.reference) == true)
            edges += 1
          }
        }
      }
    }
    let hasRelationships = generator.model.entitiesByName.contains { !$0.relationships.isEmpty }
    #expect((edges > 0) == hasRelationships)
  }

  @Test(arguments: versions)
  func toOnesHaveAtMostOneTargetAndRequiredOnesHaveOne(_ version: Version) throws {
    let generator = try version.generator()
    for entity in generator.model.entitiesByName {
      for relationship in generator.model.relationships(of: entity) where !relationship.isToMany {
        try generator.forEachObject(of: entity.name) { object in
          let count = try #require(object.targets(of: relationship.name)).count
          #expect(count <= 1)
          if !relationship.isOptional { #expect(count == 1) }
        }
      }
    }
  }

  @Test(arguments: versions)
  func uniquenessConstraintsHold(_ version: Version) throws {
    let generator = try version.generator()
    for entity in generator.model.entitiesByName {
      for constraint in entity.uniquenessConstraints {
        var seen: Set<[AttributeValue]> = []
        try generator.forEachObject(of: entity.name) { object in
          let values = constraint.properties.compactMap { object.value(of: $0) }
          #expect(seen.insert(values).inserted, "\(values)")
        }
      }
    }
  }

  @Test func relationsOfAnEntityToItselfHaveNoCycle() throws {
    let generator = try StoreGenerator(BrowserModels.bookmarks, position: 0)
    for object in try generator.contents().objects(of: "BookmarkEntity") {
      for name in ["parent", "favoriteFolder"] {
        for target in try #require(object.targets(of: name)) {
          #expect(target.primaryKey < object.primaryKey)
        }
      }
    }
  }

  @Test func orderedTargetsAreOutOfInsertionOrderWhereThereAreSeveral() throws {
    let generator = try StoreGenerator(BrowserModels.bookmarks, position: 3)
    let lists = try generator.contents().objects(of: "BookmarkEntity").compactMap {
      $0.targets(of: "children")
    }.filter { $0.count > 1 }
    #expect(lists.count > 2)
    #expect(lists.allSatisfy { $0 != $0.sorted { $0.primaryKey < $1.primaryKey } })
  }

  @Test func versionsTellTheSameData() throws {
    let first = try StoreGenerator(Library.history, position: 0).contents()
    let second = try StoreGenerator(Library.history, position: 1).contents()
    let authors = first.objects(of: "Author")
    let writers = second.objects(of: "Writer")
    #expect(authors.map(\.primaryKey) == writers.map(\.primaryKey))
    #expect(authors.map { $0.value(of: "name") } == writers.map { $0.value(of: "fullName") })
    #expect(
      authors.map { $0.targets(of: "books") } == writers.map { $0.targets(of: "works") })
  }

  @Test func historyVersionAndSeedEachChangeTheStoreUUID() throws {
    let generators = [
      try StoreGenerator(BrowserModels.bookmarks, position: 0),
      try StoreGenerator(BrowserModels.bookmarks, position: 1),
      try StoreGenerator(BrowserModels.bookmarks, position: 0, seed: 2),
      try StoreGenerator(BrowserModels.history, position: 0),
    ]
    #expect(Set(generators.map(\.storeUUID)).count == 4)
    let again = try StoreGenerator(BrowserModels.bookmarks, position: 0)
    #expect(again.storeUUID == generators[0].storeUUID)
  }

  @Test func seedChangesTheValues() throws {
    let first = try StoreGenerator(Library.history, position: 0).contents()
    #expect(try StoreGenerator(Library.history, position: 0).contents() == first)
    #expect(try StoreGenerator(Library.history, position: 0, seed: 2).contents() != first)
  }

  @Test func rowsOverrideTheSeedRules() throws {
    let generator = try StoreGenerator(Library.history, position: 0, rows: 500)
    #expect(try generator.contents().objects(of: "Tag").count == 500)
    let coverage = try Coverage(of: generator, model: generator.model)
    #expect(coverage.gaps == [])
  }

  @Test func thirdPrimaryKeyIsLeftOut() throws {
    let keys = try StoreGenerator(BrowserModels.privacyStats, position: 0).contents()
      .objects(of: "DailyBlockedTrackersEntity").map(\.primaryKey)
    #expect(keys.prefix(4) == [1, 2, 4, 5])
  }

  // MARK: Coverage

  @Test func gapsAreNamed() throws {
    let history = ModelHistory("Small", seeds: [.objects(entity: "A", count: 1)]) {
      Model("V1") {
        Entity("A") {
          Attribute("flag", .boolean)
          Relationship("others", to: "A", .toMany, isOrdered: true)
        }
      }
    }
    let generator = try StoreGenerator(history, position: 0)
    #expect(
      try Coverage(of: generator, model: generator.model).gaps == [
        "'A.flag' has no example of NULL", "'A.flag' has no example of false",
        "'A.others' has no example of 1 target", "'A.others' has no example of several targets",
        "'A.others' has no example of targets out of insertion order",
      ])
  }

  @Test func entityWithoutObjectsIsAGapUnlessDeclaredEmpty() throws {
    let model = Model("V1") { Entity("A") { Attribute("name", .string) } }
    let history = ModelHistory("Empty", seeds: [.empty(entity: "A", reason: "never used")]) {
      model
    }
    let generator = try StoreGenerator(history, position: 0)
    #expect(generator.emptyEntities == ["A"])
    let gaps = try Coverage(of: generator, model: generator.model).gaps
    #expect(gaps.first == "entity 'A' has no objects")
    let waived = try Coverage(
      of: generator, model: generator.model, emptyEntities: generator.emptyEntities)
    #expect(waived.gaps == [])
  }

  // MARK: Refusals

  @Test func uselessRulesAreRefused() throws {
    let rules: [(SeedRule, String)] = [
      (.objects(entity: "Auther", count: 3), "3 objects of entity 'Auther'"),
      (.empty(entity: "Auther", reason: ""), "no objects of entity 'Auther'"),
      (
        .values(entity: "Book", attribute: "title", [1]), "1 values of attribute 'Book.title'"
      ),
    ]
    for (rule, text) in rules {
      var history = Library.history
      history.seeds = [rule]
      #expect(throws: GoldenError.uselessSeedRule(history: "Library", rule: text)) {
        try StoreGenerator(history, position: 0)
      }
    }
  }

  @Test func constraintThatNothingCanKeepIsRefused() throws {
    let history = ModelHistory("Flags") {
      Model("V1") {
        Entity("A") {
          Attribute("flag", .boolean)
          UniquenessConstraint("flag")
        }
      }
    }
    #expect(throws: GoldenError.cannotKeepUnique(entity: "A", constraint: ["flag"])) {
      try StoreGenerator(history, position: 0)
    }
  }

  @Test func typesWithoutValuesAreRefused() throws {
    let history = ModelHistory("Objects") {
      Model("V1") { Entity("A") { Attribute("link", .objectID) } }
    }
    #expect(
      throws: GoldenError.cannotGenerate(entity: "A", attribute: "link", type: "objectID")
    ) { try StoreGenerator(history, position: 0) }
  }

  @Test(arguments: [1, 2, 3])
  func fewRowsAreEnough(rows: Int) throws {
    for history in BrowserModels.all {
      for position in history.versions.indices {
        let generator = try StoreGenerator(history, position: position, rows: rows)
        let contents = try generator.contents()
        #expect(contents.entities.allSatisfy { $0.objects.count == rows })
      }
    }
  }

  @Test func uniqueValuesDifferThroughAHierarchy() throws {
    let history = ModelHistory("Cars") {
      Model("V1") {
        Entity("Car") {
          Attribute("plate", .string)
          Attribute("number", .integer16)
          UniquenessConstraint("plate")
          UniquenessConstraint("number")
        }
        Entity("Sport", superentity: "Car") { Attribute("speed", .double) }
        Entity("Van", superentity: "Car", isAbstract: true) { Attribute("size", .double) }
        Entity("Bus", superentity: "Van") { Attribute("seats", .integer16) }
      }
    }
    let contents = try StoreGenerator(history, position: 0, rows: 30).contents()
    for attribute in ["plate", "number"] {
      let values = contents.entities.flatMap(\.objects).compactMap { $0.value(of: attribute) }
        .filter { !$0.isNull }
      #expect(values.count > 80)
      #expect(Set(values).count == values.count, "\(attribute)")
    }
  }
}
