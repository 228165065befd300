import GoldenStoreModel

/// Why a command line could not be run, or what it was refused.
enum CommandError: Error, Equatable, Sendable {
  case noCommand
  case unknownCommand(String, known: [String])
  case unknownOption(String, command: String?, known: [String])
  case repeatedOption(String, command: String)
  case missingValue(option: String, value: String)
  case unexpectedValue(String, option: String)
  case missingOption(String, value: String, command: String)
  case missingArgument(String, command: String)
  case unexpectedArgument(String, command: String, limit: Int)
  case badNumber(String, option: String, lowest: String, highest: String)
  case badChoice(String, option: String, choices: [String])
  /// A part of the contract that a later version brings.
  case notSupportedYet(String)
  /// Neither a built-in history nor an existing file.
  case unknownModel(String, known: [String])
  case unknownVersion(String, model: String, versions: [String])
  case unknownEntity(String, model: String, known: [String])
  /// An option that has no meaning for this kind of model.
  case pointlessOption(String, reason: String)
  /// A selection of pairs whose source is not before its destination.
  case backwards(source: String, destination: String)
  /// A store that is of no version of the model.
  case unknownSourceVersion(
    store: String, model: String, nearest: String?, combination: String? = nil)
  /// A plan of a model without two versions, or without the ones that are selected.
  case noMigrations(model: String, versions: Int)
  /// What was asked for could not be written to the output.
  case unwritableOutput(reason: String)
  /// A file that is to be written is there already.
  case outputExists(String)
  /// A text that names no shard.
  case badShard(String, option: String)
  /// A process was told to run what its histories don't have.
  case badAttempt
  /// A model in which nothing can be verified.
  case nothingToVerify(model: String, reason: String)
  /// A check over no history at all.
  case noHistories
  /// A text that names no rule, or no place of one.
  case badWaiver(String, rules: [String])
  /// Waivers that nothing needs.
  case uselessWaivers([String])
  /// A revision that git does not have, or that lacks the file.
  case git(revision: String, path: String, reason: String)

  /// What the caller gets.
  var exitCode: ExitCode {
    switch self {
    case .unknownSourceVersion, .noMigrations, .nothingToVerify, .noHistories, .uselessWaivers:
      .failed
    case .unwritableOutput, .outputExists, .git: .impossible
    default: .wrongUsage
    }
  }
}

extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noCommand: "no command is given; see 'goldenstore help'"
    case .unknownCommand(let name, let known):
      "there is no command '\(name)'"
        + (NearestName.of(name, in: known).map { "; did you mean '\($0)'?" }
          ?? "; see 'goldenstore help'")
    case .unknownOption(let name, let command, let known):
      (command.map { "'\($0)' has no option '\(name)'" } ?? "there is no option '\(name)'")
        + (NearestName.of(name, in: known).map { "; did you mean '\($0)'?" }
          ?? "; see 'goldenstore help\(command.map { " " + $0 } ?? "")'")
    case .repeatedOption(let name, let command):
      "option '\(name)' of '\(command)' is given twice"
    case .missingValue(let option, let value): "option '\(option)' needs a value \(value)"
    case .unexpectedValue(let value, let option):
      "option '\(option)' takes no value, found '\(value)'"
    case .missingOption(let name, let value, let command):
      "'\(command)' needs '\(name)\(value.isEmpty ? "" : " " + value)'"
    case .missingArgument(let parameter, let command):
      "'\(command)' needs \(parameter.trimmingBrackets)"
    case .unexpectedArgument(let text, let command, let limit):
      "'\(command)' takes \(limit == 0 ? "no argument" : limit == 1 ? "one argument" : "\(limit) arguments"), "
        + "found '\(text)' as well"
    case .badNumber(let text, let option, let lowest, let highest):
      "option '\(option)' needs a whole number from \(lowest) to \(highest), found '\(text)'"
    case .badChoice(let text, let option, let choices):
      "option '\(option)' is '\(text)'; expected one of \(choices.joined(separator: ", "))"
    case .notSupportedYet(let what): "\(what) is not supported yet"
    case .badShard(let text, let option):
      "option '\(option)' is '\(text)'; expected the number of a shard and how many there are, "
        + "such as '2/4'"
    default: modelDescription
    }
  }

  private var modelDescription: String {
    switch self {
    case .unknownModel(let name, let known):
      "there is no built-in history '\(name)'" + NearestName.suggestion(for: name, in: known)
        + "; it has \(ModelError.quotedList(known)), or give the path of a model file"
    case .unknownVersion(let version, let model, let versions):
      "model '\(model)' has no version '\(version)'"
        + NearestName.suggestion(for: version, in: versions)
        + "; it has \(ModelError.quotedList(versions))"
    case .unknownEntity(let name, let model, let known):
      "model '\(model)' has no entity '\(name)'" + NearestName.suggestion(for: name, in: known)
        + "; it has \(ModelError.quotedList(known))"
    case .pointlessOption(let option, let reason): "option '\(option)' has no use here: \(reason)"
    case .unknownSourceVersion(let store, let model, _, let combination?):
      "'\(store)' was written with no version of '\(model)': \(combination)"
    case .unknownSourceVersion(let store, let model, let nearest, nil):
      "'\(store)' was written with no version of '\(model)'"
        + (nearest.map { "; the nearest is '\($0)', see 'goldenstore inspect'" } ?? "")
    case .backwards(let source, let destination):
      "'\(source)' is not before '\(destination)', and a migration never goes back"
    case .noMigrations(let model, 1):
      "model '\(model)' has one version only, so there is no migration to plan"
    case .noMigrations(let model, _):
      "model '\(model)' has no two versions like that, so there is no migration to plan"
    case .nothingToVerify(let model, let reason):
      "there is nothing to verify in '\(model)': \(reason)"
    case .unwritableOutput(let reason): "cannot write to the standard output: \(reason)"
    case .outputExists(let path):
      "'\(path)' exists already; choose another file, or delete it"
    case .badAttempt:
      "this process was told to run a case that its histories don't have; is it another executable "
        + "than the one that told it?"
    case .noHistories: "no history is built in, so there is nothing to check"
    case .badWaiver(let text, let rules):
      "'\(text)' names no rule; expected RULE, RULE:Entity or RULE:Entity.property"
        + NearestName.suggestion(
          for: String(text.prefix { $0 != ":" }),
          in: rules.filter { !text.hasPrefix($0 + ":") && $0 != text })
    case .uselessWaivers(let waivers):
      "nothing needs \(waivers.count == 1 ? "the waiver" : "the waivers") "
        + "\(ModelError.quotedList(waivers)); leave out what waives nothing"
    case .git(let revision, let path, let reason):
      "git has no '\(path)' at revision '\(revision)': \(reason)"
    default: ""
    }
  }
}

extension String {
  /// A parameter without the brackets that say that it may be left out.
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
  }
}
