import Testing

struct HelpTests {
  static let commands = [
    "list", "hash", "ddl", "inspect", "dump", "diff", "generate", "plan", "lint", "migrate",
    "convert", "record", "pin", "seal", "adopt", "prune", "check", "verify", "run",
  ]

  @Test(arguments: [["help"], ["--help"]])
  func helpListsEveryCommand(_ arguments: [String]) async throws {
    let outcome = try await runCommand(arguments)
    #expect(outcome.exitCode == 0)
    for command in Self.commands {
      #expect(outcome.output.contains("\n  \(command) "), "\(command)")
    }
  }

  @Test(arguments: commands)
  func helpOfACommandShowsItsOptionsWithAnExample(_ command: String) async throws {
    let first = try await runCommand("help", command)
    let second = try await runCommand(command, "--help")
    #expect(first.exitCode == 0)
    #expect(first.output == second.output)
    #expect(first.output.contains("usage: goldenstore \(command)"))
    #expect(first.output.contains("--json"))
    #expect(first.output.contains("example: goldenstore \(command)"))
    #expect(first.errors.isEmpty)
  }

  @Test func helpIsOneJSONValueToo() async throws {
    let json = try await runCommand("help", "--json").json()
    #expect(json["commands"]?.elements.compactMap { $0["name"]?.text } == Self.commands)
    let hash = try await runCommand("hash", "--help", "--json").json()
    let options = hash["commands"]?.elements.first?["options"]?.elements ?? []
    #expect(
      options.compactMap { $0["name"]?.text } == ["--version", "--order", "--json", "--help"])
  }
}
