/// Reads a command line against the declared commands; it runs nothing.
///
/// Options may stand anywhere after the command, as `--name value` or `--name=value`; `--` ends
/// them.
struct ArgumentReader {
  let commands: [Command]

  /// What a command line asks for.
  enum Request: Sendable {
    /// The help of one command, or of all with `nil`.
    case help(Command?, asJSON: Bool)
    case command(Command, Arguments)
  }

  func read(_ arguments: [String]) throws(CommandError) -> Request {
    let asJSON = arguments.contains(Command.Option.json.name)
    guard let first = arguments.first(where: { $0 != Command.Option.json.name }) else {
      throw .noCommand
    }
    if first == Command.Option.help.name { return .help(nil, asJSON: asJSON) }
    if first == "help" { return try readHelp(arguments, asJSON: asJSON) }
    if first.hasPrefix("-") {
      throw .unknownOption(
        first, command: nil, known: [Command.Option.help.name, Command.Option.json.name])
    }
    let command = try find(first)
    var rest = arguments
    if let position = rest.firstIndex(of: first) { rest.remove(at: position) }
    return try read(rest, of: command, asJSON: asJSON)
  }

  private func readHelp(_ arguments: [String], asJSON: Bool) throws(CommandError) -> Request {
    let subjects = arguments.filter { $0 != "help" && !$0.hasPrefix("-") }
    if subjects.count > 1 { throw .unexpectedArgument(subjects[1], command: "help", limit: 1) }
    for option in arguments
    where option.hasPrefix("-") && option != Command.Option.json.name
      && option != Command.Option.help.name
    {
      throw .unknownOption(option, command: "help", known: [Command.Option.json.name])
    }
    guard let subject = subjects.first else { return .help(nil, asJSON: asJSON) }
    return .help(try find(subject), asJSON: asJSON)
  }

  private func find(_ name: String) throws(CommandError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw .unknownCommand(name, known: commands.map(\.name) + ["help"])
  }

  private func read(
    _ texts: [String], of command: Command, asJSON: Bool
  ) throws(CommandError) -> Request {
    var arguments = Arguments(commandName: command.name)
    var rest = texts[...]
    var optionsEnded = false
    while let text = rest.popFirst() {
      if optionsEnded || !text.hasPrefix("-") || text == "-" {
        arguments.positionals.append(text)
      } else if text == "--" {
        optionsEnded = true
      } else {
        try readOption(text, following: &rest, of: command, into: &arguments)
      }
    }
    if arguments.has(.help) { return .help(command, asJSON: asJSON) }
    try check(arguments, of: command)
    return .command(command, arguments)
  }

  private func readOption(
    _ text: String, following rest: inout ArraySlice<String>, of command: Command,
    into arguments: inout Arguments
  ) throws(CommandError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.allOptions.first(where: { $0.name == name }) else {
      if let what = LaterOption.what(name, of: command.name) { throw .notSupportedYet(what) }
      throw .unknownOption(
        name, command: command.name, known: command.allOptions.map(\.name))
    }
    guard arguments.values[name] == nil || option.isRepeatable else {
      throw .repeatedOption(name, command: command.name)
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let placeholder = option.value else {
      if let attached { throw .unexpectedValue(attached, option: name) }
      arguments.values[name] = ""
      return
    }
    if let attached {
      guard !attached.isEmpty else { throw .missingValue(option: name, value: placeholder) }
      arguments.add(attached, to: name)
    } else if let next = rest.first, !next.hasPrefix("--"), !next.isEmpty {
      arguments.add(next, to: name)
      rest = rest.dropFirst()
    } else {
      throw .missingValue(option: name, value: placeholder)
    }
  }

  private func check(_ arguments: Arguments, of command: Command) throws(CommandError) {
    let found = arguments.positionals.count
    if found < command.requiredCount {
      throw .missingArgument(command.parameters[found], command: command.name)
    }
    if found > command.parameters.count {
      throw .unexpectedArgument(
        arguments.positionals[command.parameters.count], command: command.name,
        limit: command.parameters.count)
    }
    if let empty = arguments.positionals.firstIndex(of: "") {
      throw .missingArgument(command.parameters[empty], command: command.name)
    }
    for option in command.options where option.isRequired && !arguments.has(option) {
      throw .missingOption(option.name, value: option.value ?? "", command: command.name)
    }
  }
}

/// The arguments and options of one command line.
struct Arguments: Sendable {
  init(commandName: String = "") { self.commandName = commandName }

  /// The command that is called.
  var commandName = ""
  /// The arguments without dashes, in order.
  var positionals: [String] = []
  /// The value of each option by its name, the last of several; a flag has an empty one.
  var values: [String: String] = [:]
  /// Every value of each option that has one, in order.
  private var lists: [String: [String]] = [:]

  func has(_ option: Command.Option) -> Bool { values[option.name] != nil }

  func value(of option: Command.Option) -> String? { values[option.name] }

  /// The values of an option that may be given more than once, in order.
  func list(of option: Command.Option) -> [String] { lists[option.name] ?? [] }

  fileprivate mutating func add(_ value: String, to option: String) {
    values[option] = value
    lists[option, default: []].append(value)
  }

  /// The whole number that an option holds; `nil` where it is not given.
  ///
  /// - Throws: `CommandError.badNumber` for a text that is no number of the range.
  func number<Number: FixedWidthInteger>(
    of option: Command.Option, in range: ClosedRange<Number>
  ) throws(CommandError) -> Number? {
    guard let text = value(of: option) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw .badNumber(
        text, option: option.name, lowest: "\(range.lowerBound)", highest: "\(range.upperBound)")
    }
    return number
  }
}

/// The options of the contract that a later version brings.
enum LaterOption {
  /// What to name in the refusal; `nil` for an option that no version has.
  static func what(_ option: String, of command: String) -> String? {
    let options: [String: [String]] = [
      "record": ["--seed"]
    ]
    return options[command]?.contains(option) == true ? "option '\(option)' of '\(command)'" : nil
  }
}
