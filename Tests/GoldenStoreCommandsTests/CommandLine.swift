import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreCommands
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// What one command line returned and wrote.
struct CommandOutcome {
  let exitCode: Int32
  let output: String
  let errors: String

  /// The output as one JSON value.
  ///
  /// - Throws: Where the output is anything else, or more than one.
  func json() throws -> JSONValue {
    try JSON.decode(JSONValue.self, from: Data(output.utf8))
  }

  /// The first line of the errors without its prefix.
  var sentence: String {
    let line = errors.split(separator: "\n").first.map(String.init) ?? ""
    return line.hasPrefix("error: ") ? String(line.dropFirst("error: ".count)) : line
  }
}

/// Runs a command line in this process, with its output in files of a temporary folder.
func runCommand(
  _ arguments: String..., histories: [ModelHistory] = CommandFixtures.all,
  environment: [String: String] = [:]
) async throws -> CommandOutcome {
  try await runCommand(arguments, histories: histories, environment: environment)
}

/// Runs a command line in this process, with its output in files of a temporary folder.
///
/// - Parameter migrate: The migrator under test; `nil` for GoldenStore's own.
func runCommand(
  _ arguments: [String], histories: [ModelHistory] = CommandFixtures.all,
  environment: [String: String] = [:], migrate: MatrixRunner.Migrate? = nil
) async throws -> CommandOutcome {
  let folder = try TemporaryDirectory()
  let paths = ["output", "errors"].map { folder.path.appendingPathComponent($0) }
  let handles = try paths.map { path in
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    return try #require(FileHandle(forWritingAtPath: path))
  }
  let exitCode = await GoldenStoreCommand.run(
    histories: histories, arguments: arguments, output: handles[0], errors: handles[1],
    environment: environment, migrate: migrate)
  for handle in handles { try handle.close() }
  let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
  return CommandOutcome(exitCode: exitCode, output: texts[0], errors: texts[1])
}

/// A JSON value of any shape, to look at what a command printed.
enum JSONValue: Decodable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The value of a key; `nil` where this is no object or has no such key.
  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The elements of an array; none for anything else.
  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The keys of an object in order; none for anything else.
  var keys: [String] {
    if case .object(let members) = self { members.keys.sorted() } else { [] }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}
