import GoldenStoreModel

enum CommandFixtures {
  /// Versions whose names are numbers that are not their positions.
  static let numbers = ModelHistory("Numbers") {
    Model("2") { Entity("A") { Attribute("first", .string) } }
    Model("1") { Entity("A") { Attribute("second", .string) } }
  }
}
