#if canImport(CoreData)
  import CoreData
#endif
import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// What runs a handler: the portable engine everywhere, so that what is expected here is known to be
/// right, and Core Data where there is one.
enum HandlerEngine: CaseIterable {
  case portable
  #if canImport(CoreData)
    case coreData
  #endif

  func run(
    _ handler: MigrationStage.Handler, _ files: StoreFiles, _ model: ValidatedModel
  ) throws {
    switch self {
    case .portable:
      let connection = try Connection(path: files.main, mode: .readWrite)
      try connection.transaction {
        let editor = try StoreEditor(connection, layout: StoreLayout(model), now: 0)
        try handler(EditorContext(editor: editor))
        try editor.saveKeys()
      }
    #if canImport(CoreData)
      case .coreData:
        try ManagedObjectStage.run(
          handler, onStoreAt: URL(fileURLWithPath: files.main), of: model)
    #endif
    }
  }
}

struct StageHandlerTests {
  private struct Wrong: Error {}

  private static let model = Model("V1") {
    Entity("Item") {
      Attribute("name", .string)
      Attribute("number", .integer32, default: 7)
      Attribute("money", .decimal)
      Attribute("when", .date)
      Attribute("bytes", .transformable)
      Relationship("parts", to: "Part", inverse: "item", .toMany, isOrdered: true)
      Relationship("boxes", to: "Box", inverse: "items", .toMany, deleteRule: .cascade)
    }
    Entity("Special", superentity: "Item") { Attribute("grade", .float) }
    Entity("Part") {
      Attribute("name", .string)
      Relationship("item", to: "Item", inverse: "parts", deleteRule: .deny)
    }
    Entity("Box") { Relationship("items", to: "Item", inverse: "boxes", .toMany) }
  }

  /// Writes a store with this package, and passes its files.
  private func withStore(_ body: (StoreFiles, ValidatedModel) throws -> Void) throws {
    var next = Self.model
    next.name = "V2"
    var stage = try PassedStage(Self.model, next, [])
    stage.rows = 300
    try stage.withSource { files, _ in try body(files, stage.source) }
  }

  private func contents(_ files: StoreFiles, _ model: ValidatedModel) throws -> StoreContents {
    try StoreReader(files: files, layout: StoreLayout(model)).contents()
  }

  @Test(arguments: HandlerEngine.allCases)
  func handlersSeeTheObjectsOfTheStore(_ engine: HandlerEngine) throws {
    try withStore { files, model in
      let expected = try contents(files, model)
      try engine.run(
        { context in
          for entity in model.model.entities.map(\.name) {
            var found: [StoredObject] = []
            try context.forEachObject(of: entity) { found.append($0) }
            #expect(found == expected.objects(of: entity))
            #expect(try context.count(of: entity) == found.count)
            let first = try #require(found.first)
            #expect(try context.object(first.reference) == first)
            if first.value(of: "name") != nil {
              let alike = try context.objects(
                of: entity, where: "name", equals: first.value(of: "name") ?? .null)
              #expect(alike.contains(first))
            }
          }
          #expect(try context.object(ObjectReference(entity: "Item", primaryKey: 9_999)) == nil)
          let special = try #require(expected.objects(of: "Special").first?.primaryKey)
          #expect(try context.object(ObjectReference(entity: "Item", primaryKey: special)) == nil)
        }, files, model)
      #expect(try contents(files, model) == expected)
    }
  }

  @Test(arguments: HandlerEngine.allCases)
  func changesOfAHandlerAreSavedTogether(_ engine: HandlerEngine) throws {
    try withStore { files, model in
      let before = try contents(files, model)
      let item = before.objects(of: "Item")[0]
      let parts = before.objects(of: "Part").prefix(3).map(\.reference)
      try engine.run(
        { context in
          let new = try context.insert(
            "Special",
            values: [
              "name": "new", "bytes": .transformable(Data([1, 2])), "grade": .float(0.5),
            ],
            targets: ["parts": [parts[2], parts[0]]])
          #expect(try context.object(new)?.value(of: "number") == 7)
          try context.update(
            item.reference, values: ["when": .date(0.1), "money": .decimal("12.34")])
          var visited = 0
          try context.forEachObject(of: "Box") { box in
            visited += 1
            try context.delete(box.reference)
            #expect(try context.object(box.reference) == nil)
          }
          #expect(visited == 300)
          #expect(throws: StoreError.self) { try context.delete(parts[0]) }
        }, files, model)
      let after = try contents(files, model)
      #expect(after.objects(of: "Box").isEmpty)
      #expect(after.objects(of: "Special").count == 301)
      let new = try #require(after.objects(of: "Special").last)
      #expect(new.value(of: "bytes") == .transformable(Data([1, 2])))
      #expect(new.targets(of: "parts") == [parts[2], parts[0]])
      #expect(after.object(item.reference)?.value(of: "when") == .date(0.1))
      #expect(after.object(item.reference)?.value(of: "money") == .decimal("12.34"))
    }
  }

  @Test(arguments: HandlerEngine.allCases)
  func aHandlerThatThrowsLeavesTheStoreAlone(_ engine: HandlerEngine) throws {
    try withStore { files, model in
      let before = try contents(files, model)
      #expect(throws: Wrong.self) {
        try engine.run(
          { context in
            try context.insert("Box")
            throw Wrong()
          }, files, model)
      }
      #expect(try contents(files, model) == before)
    }
  }
}
