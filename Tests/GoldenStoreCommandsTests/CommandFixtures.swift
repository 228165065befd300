import BrowserModels
import GoldenStoreModel
import TestSupport

enum CommandFixtures {
  /// The built-in histories without the shapes of edited versions, so that each version has one
  /// golden.
  static let all = BrowserModels.all.map(\.withoutShapes)
  static let privacyStats = BrowserModels.privacyStats.withoutShapes
  static let syncMetadata = BrowserModels.syncMetadata.withoutShapes

  /// Versions whose names are numbers that are not their positions.
  static let numbers = ModelHistory("Numbers") {
    Model("2") { Entity("A") { Attribute("first", .string) } }
    Model("1") { Entity("A") { Attribute("second", .string) } }
  }

  /// A change of type that gives no mapping.
  static let incompatible = ModelHistory("Incompatible") {
    Model("V1") { Entity("A") { Attribute("size", .string) } }
    Model("V2") { Entity("A") { Attribute("size", .integer16) } }
  }
}
