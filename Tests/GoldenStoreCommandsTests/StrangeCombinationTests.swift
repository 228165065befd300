import BrowserModels
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// What the commands say of a store of models that never shared one in that way.
struct StrangeCombinationTests {
  /// Stores of members alone, or of what never shipped together.
  private static let strange: [(members: [String], clause: String)] = [
    (["RemoteMessaging"], "it holds 'RemoteMessaging' alone, which 'SharedStore' never did"),
    (
      ["HTTPSUpgrade", "AppRatingPrompt 2"],
      "it holds 'HTTPSUpgrade' and 'AppRatingPrompt 2', which 'SharedStore' never held together"
    ),
  ]

  @Test(arguments: strange.indices)
  func whatNeverShippedIsNamedAndRefused(_ index: Int) async throws {
    let (members, clause) = Self.strange[index]
    let folder = try TemporaryDirectory()
    let versions = BrowserModels.all.flatMap(\.versions)
    let parts = try members.map { name in try #require(versions.first { $0.name == name }) }
    let alien = ModelHistory(name: "Alien", versions: [try Model.merging(parts, name: "Alien")])
    let generated = try await runCommand(
      "generate", "Alien", "--out", folder.path, histories: [alien])
    #expect(generated.exitCode == 0, "\(generated.errors)")
    let goldens = folder.path.appendingPathComponent("G")
    _ = try await runCommand("record", "SharedStore", "--goldens", goldens)
    let store = folder.path.appendingPathComponent("Alien.sqlite")
    for arguments in [
      ["migrate", store, "--out", folder.path.appendingPathComponent("Out.sqlite")],
      ["dump", store],
      ["adopt", store, "--as", "x", "--goldens", goldens],
      ["inspect", store],
    ] {
      let outcome = try await runCommand(arguments + ["--model", "SharedStore"])
      let text = outcome.output + outcome.errors
      #expect(text.contains(clause), "\(arguments[0]): \(text)")
      #expect(outcome.exitCode == (arguments[0] == "inspect" ? 0 : 1), "\(arguments[0])")
    }
  }
}
