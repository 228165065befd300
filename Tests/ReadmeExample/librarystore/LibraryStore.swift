import Foundation
import GoldenStoreCommands
import Library

@main struct LibraryStore {
  static func main() async {
    exit(await GoldenStoreCommand.run(histories: [library]))
  }
}
