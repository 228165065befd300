import GoldenStoreModel

public let library = ModelHistory("Library", stages: [.lightweight("V1"), lengths]) {
  Model("V1") {
    Entity("Book") {
      Attribute("title", .string, isOptional: false)
      Attribute("pages", .integer32)
    }
  }
  Model("V2") {
    Entity("Book") {
      Attribute("name", .string, isOptional: false, renamingIdentifier: "title")
      Attribute("pages", .integer32)
      Attribute("isRead", .boolean, isOptional: false, default: false)
    }
  }
  Model("V3") {
    Entity("Book") {
      Attribute("name", .string, isOptional: false, renamingIdentifier: "title")
      Attribute("length", .string)
      Attribute("isRead", .boolean, isOptional: false, default: false)
    }
  }
}

/// The code of the app that migrates, and for the tests what it must give.
let lengths = MigrationStage.custom(
  from: "V2", to: "V3",
  entityMappings: [
    CustomEntityMapping(from: "Book", to: "Book", setting: ["length"]) { book in
      guard let pages = try book["pages"].integerValue else { return [:] }
      return ["length": .string(pages < 200 ? "short" : "long")]
    }
  ],
  expects: [
    .value(entity: "Book", attribute: "length") { book, _ in
      switch try book["pages"] {
      case .integer(200...): "long"
      case .integer: "short"
      default: .null
      }
    }
  ])
