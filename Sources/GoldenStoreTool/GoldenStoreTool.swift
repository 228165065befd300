import BrowserModels
import Foundation
import GoldenStoreCommands

@main struct GoldenStoreTool {
  static func main() async {
    exit(await GoldenStoreCommand.run(histories: BrowserModels.all))
  }
}
