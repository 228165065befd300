import Foundation
import GoldenStore
import GoldenStoreCommands
import GoldenStoreMigration
import GoldenStoreModel

/// GoldenStore's commands over one history, with a migrator that misbehaves where the environment
/// says: `VICTIM=crash:0-2` traps on the way from the first version to the third, `hang:0-2` never
/// comes back, and `exit:0-2` ends the process as if all were well.
@main struct MatrixVictim {
  static let history = ModelHistory(
    name: "Victim",
    versions: (0..<4).map { number in
      Model("V\(number + 1)") {
        Entity("Book", versionHashModifier: "\(number)") {
          Attribute("title", .string)
          for extra in 0..<number { Attribute("extra\(extra)", .integer32) }
        }
      }
    })

  static func main() async {
    let victim = ProcessInfo.processInfo.environment["VICTIM"] ?? ""
    exit(
      await GoldenStoreCommand.run(histories: [history]) {
        store, source, destination, history, output in
        switch victim {
        case "crash:\(source)-\(destination)": fatalError("the victim of \(source)-\(destination)")
        case "hang:\(source)-\(destination)": while true { sleep(1) }
        case "exit:\(source)-\(destination)": exit(0)
        default: break
        }
        return try MatrixRunner.ownMigrator(store, source, destination, history, output)
      })
  }
}
