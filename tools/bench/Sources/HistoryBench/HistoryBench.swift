import Foundation
import GoldenStore
import GoldenStoreCommands

/// GoldenStore's commands for one long history, whose number of versions the environment gives.
@main struct HistoryBench {
  static func main() async {
    let count = ProcessInfo.processInfo.environment["VERSIONS"].flatMap(Int.init) ?? 100
    let history = ModelHistory(name: "Long", versions: (0..<count).map(LongHistory.version))
    exit(await GoldenStoreCommand.run(histories: [history]))
  }
}

/// A model that changes a little with every version, as one does in years.
enum LongHistory {
  static func version(_ index: Int) -> Model {
    Model("V\(index + 1)") {
      // Every version is one of its own.
      Entity("Item", versionHashModifier: "\(index + 1)") {
        // Renamed every ten versions.
        Attribute(
          index < 10 ? "number" : "number\(index / 10)", .integer64, isOptional: false, default: 0,
          renamingIdentifier: "number")
        // Wider from time to time.
        Attribute("size", [.integer16, .integer32, .integer64][min(index / 30, 2)])
        // Required from the middle on.
        Attribute("note", .string, isOptional: index < 40, default: "none")
        // One comes and one goes every four versions.
        for text in max(0, index / 4 - 3)...(index / 4) {
          Attribute("text\(text)", .string, default: text.isMultiple(of: 2) ? nil : .string("\(text)"))
        }
        if index >= 5 {
          Relationship("owner", to: owner(index), inverse: "items")
        }
        if index >= 20 {
          Relationship("tags", to: "Tag", inverse: "items", .toMany)
        }
      }
      if index >= 5 {
        Entity(owner(index), renamingIdentifier: "Owner") {
          Attribute("name", .string)
          Relationship("items", to: "Item", inverse: "owner", .toMany, isOrdered: true)
        }
      }
      if index >= 20 {
        Entity("Tag") {
          Attribute("title", .string)
          Relationship("items", to: "Item", inverse: "tags", .toMany)
        }
      }
    }
  }

  /// The entity gets another name once, and with it another number.
  private static func owner(_ index: Int) -> String { index < 70 ? "Owner" : "Possessor" }
}
