public import Foundation
package import GoldenStore
import GoldenStoreFormat
public import GoldenStoreModel

/// The whole `goldenstore` command over a package's own histories.
///
/// ```swift
/// @main struct Tool {
///   static func main() async {
///     exit(await GoldenStoreCommand.run(histories: [library]))
///   }
/// }
/// ```
public enum GoldenStoreCommand {
  /// Runs one command line and returns the exit code: 0 fine, 1 a check failed or a rule said no,
  /// 2 wrong usage, 3 the work could not be done.
  ///
  /// - Parameters:
  ///   - histories: The histories that can be named as `<model>`.
  ///   - arguments: The command line without the program's own name.
  ///   - output: Where data goes.
  ///   - errors: Where progress, notes and errors go.
  ///   - environment: Where `GOLDENSTORE_DIR`, `CI` and `NO_COLOR` are looked up.
  public static func run(
    histories: [ModelHistory],
    arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    output: FileHandle = .standardOutput, errors: FileHandle = .standardError,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async -> Int32 {
    await run(
      histories: histories, arguments: arguments, output: output, errors: errors,
      environment: environment, migrate: nil)
  }

  /// The same with another migrator for `verify` and `run`.
  package static func run(
    histories: [ModelHistory],
    arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    output: FileHandle = .standardOutput, errors: FileHandle = .standardError,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    migrate: MatrixRunner.Migrate?
  ) async -> Int32 {
    // Whoever reads the output may go away early; the private copies are to be deleted then.
    signal(SIGPIPE, SIG_IGN)
    let terminal = Terminal(output: output, errors: errors, environment: environment)
    do {
      let reader = ArgumentReader(commands: Command.all)
      switch try reader.read(arguments) {
      case .help(let subject, let asJSON):
        try terminal.write(asJSON ? JSONHelp.text(subject) : Help.text(subject))
        return ExitCode.fine.rawValue
      case .command(let command, let arguments):
        let invocation = Invocation(
          arguments: arguments, histories: histories, terminal: terminal,
          environment: environment, migrate: migrate)
        return try await command.body(invocation).rawValue
      }
    } catch {
      terminal.report(error)
      return ExitCode(error).rawValue
    }
  }
}

/// What a command line returns to its caller.
enum ExitCode: Int32 {
  case fine = 0
  /// A check failed, differences were found, or a rule said no.
  case failed = 1
  case wrongUsage = 2
  /// The work could not be done.
  case impossible = 3

  /// What an error means to the caller: what a later version brings counts as wrong usage.
  init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error.exitCode
    case StoreError.notSupported, GoldenError.notSupportedYet, GoldenError.unknownSetting:
      self = .wrongUsage
    case let error as GoldenError where error.isRefusal: self = .failed
    case ModelError.modelSource(_, let problem) where problem.isAboutOrder: self = .wrongUsage
    default: self = .impossible
    }
  }
}

extension GoldenError {
  /// Whether a rule said no, as opposed to work that could not be done.
  fileprivate var isRefusal: Bool {
    switch self {
    case .sealed, .cannotSeal, .pinned, .cannotAdopt, .incompleteCoverage, .contentTooLarge: true
    default: false
    }
  }
}

extension ModelSourceProblem {
  /// Whether the option that lists the versions is wrong, rather than the file.
  fileprivate var isAboutOrder: Bool {
    switch self {
    case .unknownVersionInOrder, .repeatedVersionInOrder, .incompleteOrder: true
    default: false
    }
  }
}
