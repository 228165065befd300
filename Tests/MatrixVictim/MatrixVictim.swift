import Foundation
import GoldenStore
import GoldenStoreCommands
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

/// GoldenStore's commands over one history, with a migrator that misbehaves where the environment
/// says: `VICTIM=crash:V1-V3` traps on the way from the first version to the third, `hang:V1-V3`
/// never comes back, and `exit:V1-V3` ends the process as if all were well; `VICTIM_STORE` is the
/// UUID of the only store with which it does.
@main struct MatrixVictim {
  static let history = ModelHistory(
    name: "Victim", versions: (0..<4).map { version($0, modifier: "\($0)") },
    shapes: [
      VersionShape("beta", of: "V3", model: version(2, modifier: "beta"))
    ])

  private static func version(_ number: Int, modifier: String) -> Model {
    Model("V\(number + 1)") {
      Entity("Book", versionHashModifier: modifier) {
        Attribute("title", .string)
        for extra in 0..<number { Attribute("extra\(extra)", .integer32) }
      }
    }
  }

  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    let victim = environment["VICTIM"] ?? ""
    exit(
      await GoldenStoreCommand.run(histories: [history]) {
        store, source, destination, history, output in
        let way = "\(history.versions[source].name)-\(history.versions[destination].name)"
        let uuid = environment["VICTIM_STORE"]
        if try uuid == nil || StoreInspection(of: store).metadata.storeUUID == uuid {
          switch victim {
          case "crash:\(way)": fatalError("the victim of \(way)")
          case "hang:\(way)": while true { sleep(1) }
          case "exit:\(way)": exit(0)
          default: break
          }
        }
        return try MatrixRunner.ownMigrator(store, source, destination, history, output)
      })
  }
}
