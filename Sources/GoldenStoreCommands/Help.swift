import Foundation
import GoldenStoreFormat

/// The help texts, made from what the commands declare.
enum Help {
  /// The help of one command, or of all with `nil`.
  static func text(_ command: Command?) -> String {
    command.map(text(of:)) ?? overview
  }

  static func usage(of command: Command) -> String {
    let required = command.options.filter(\.isRequired).map(spelling)
    let hasMore = command.options.contains { !$0.isRequired }
    var parts = ["goldenstore", command.name] + command.parameters + required
    if hasMore { parts.append("[options]") }
    return parts.joined(separator: " ")
  }

  private static var overview: String {
    let width = Command.all.map(\.name.count).max() ?? 0
    let commands = Command.all.map { "  \(pad($0.name, width))  \($0.summary)" }
    return """
      Goldens of every version of a Core Data store, and migrations over every pair.

      usage: goldenstore <command> [arguments] [options]

      \(commands.joined(separator: "\n"))

      <model> is a built-in history ('goldenstore list'), or the path of an '.xcdatamodeld', an
      '.xcdatamodel' or its 'contents' file; models that share one store are joined with '+'.
      Every command takes '--json'. 'goldenstore help <command>' shows its options.

      exit codes: 0 fine, 1 a check failed or a rule said no, 2 wrong usage, 3 could not be done

      """
  }

  private static func text(of command: Command) -> String {
    let names = command.allOptions.map(spelling)
    let width = names.map(\.count).max() ?? 0
    let options = zip(names, command.allOptions).map { "  \(pad($0, width))  \($1.summary)" }
    let details = command.details.map { "\n\($0)\n" }.joined()
    return """
      \(command.summary)

      usage: \(usage(of: command))
      \(details)
      \(options.joined(separator: "\n"))

      example: \(command.example)

      """
  }

  private static func spelling(_ option: Command.Option) -> String {
    option.value.map { "\(option.name) \($0)" } ?? option.name
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// The help as one JSON value.
enum JSONHelp {
  static func text(_ command: Command?) throws -> String {
    let commands = command.map { [$0] } ?? Command.all
    let report = Report(commands: commands.map(CommandReport.init))
    return String(decoding: try JSON.encode(report), as: UTF8.self) + "\n"
  }

  private struct Report: Encodable {
    let commands: [CommandReport]
  }

  private struct CommandReport: Encodable {
    let name: String
    let summary: String
    let usage: String
    let options: [OptionReport]
    let example: String

    init(_ command: Command) {
      name = command.name
      summary = command.summary
      usage = Help.usage(of: command)
      options = command.allOptions.map {
        OptionReport(name: $0.name, value: $0.value, summary: $0.summary)
      }
      example = command.example
    }
  }

  private struct OptionReport: Encodable {
    let name: String
    let value: String?
    let summary: String
  }
}
