import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel

/// One command as a value: what it takes, what it says about itself, and what it runs.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// The names of its arguments in order, such as `<model>`; `[<model>]` may be left out.
  let parameters: [String]
  /// Its own options; `--json` and `--help` belong to every command.
  let options: [Option]
  let example: String
  /// What the help adds, one paragraph an element.
  let details: [String]
  let body: @Sendable (Invocation) async throws -> ExitCode

  init(
    _ name: String, _ summary: String, parameters: [String] = [], options: [Option] = [],
    example: String, details: [String] = [],
    body: @escaping @Sendable (Invocation) async throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.options = options
    self.example = example
    self.details = details
    self.body = body
  }

  /// An option of a command.
  struct Option: Sendable {
    /// The name with its dashes.
    let name: String
    /// What stands for the value in the help; `nil` for a flag.
    let value: String?
    let summary: String
    let isRequired: Bool
    /// Whether it may be given more than once.
    let isRepeatable: Bool

    init(
      _ name: String, _ value: String? = nil, _ summary: String, isRequired: Bool = false,
      isRepeatable: Bool = false
    ) {
      self.name = name
      self.value = value
      self.summary = summary
      self.isRequired = isRequired
      self.isRepeatable = isRepeatable
    }

    static let json = Option("--json", nil, "print one JSON value")
    static let help = Option("--help", nil, "show this help")
    static let version = Option(
      "--version", "NAME", "one version, by its name or its position from 1")
    static let order = Option(
      "--order", "NAMES", "the order of an '.xcdatamodeld', as names joined with commas")
    static let goldens = Option(
      "--goldens", "DIR", "the folder of the goldens (GOLDENSTORE_DIR, or 'Goldens')")
  }

  /// Its own options and those of every command.
  var allOptions: [Option] { options + [.json, .help] }

  /// How many arguments it needs at least.
  var requiredCount: Int { parameters.count { !$0.hasPrefix("[") } }

  /// Every command, in the order of the help.
  static let all: [Command] = [
    .list, .hash, .ddl, .inspect, .dump, .diff, .generate, .plan, .lint, .migrate,
    .convert, .record, .pin, .seal, .adopt, .prune, .check, .verify, .run,
  ]
}

/// A command with what it was called with.
struct Invocation: Sendable {
  let arguments: Arguments
  let histories: [ModelHistory]
  let terminal: Terminal
  let environment: [String: String]
  /// The migrator under test; `nil` for GoldenStore's own.
  let migrate: MatrixRunner.Migrate?

  /// Whether data is to be one JSON value.
  var wantsJSON: Bool { arguments.has(.json) }

  /// The folder of the goldens: the option, the environment, or `Goldens`.
  var goldens: String {
    arguments.value(of: .goldens) ?? environment["GOLDENSTORE_DIR"].flatMap {
      $0.isEmpty ? nil : $0
    }
      ?? "Goldens"
  }

  /// Prints a value as JSON.
  func print(json value: some Encodable) throws {
    try terminal.write(JSON.encode(value) + Data("\n".utf8))
  }

  /// Prints lines of text; control characters, which may come from a store, are escaped.
  func print(lines: [String]) throws {
    try terminal.write(lines.map { Terminal.harmless($0) + "\n" }.joined())
  }
}
