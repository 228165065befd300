import Foundation
import GoldenStoreFormat
import GoldenStoreModel

/// What `<model>` on a command line stands for.
struct ModelReference: Sendable {
  let history: ModelHistory
  /// Whether the history is one of the command's own, so that it may have goldens.
  let isBuiltIn: Bool
  /// Where it comes from, in words.
  let origin: String
  /// What was noticed while it was read.
  let notes: [String]
  /// What its model file says beyond the words of a model.
  let omissions: [ModelFileOmission]

  init(
    history: ModelHistory, isBuiltIn: Bool, origin: String? = nil, notes: [String] = [],
    omissions: [ModelFileOmission] = []
  ) {
    self.history = history
    self.isBuiltIn = isBuiltIn
    self.origin = origin ?? "history '\(history.name)'"
    self.notes = notes
    self.omissions = omissions
  }

  /// The positions of the versions that `--version` selects; all of them without it.
  func positions(selectedBy version: String?) throws(CommandError) -> [Int] {
    guard let version else { return Array(history.versions.indices) }
    return [try position(of: version)]
  }

  /// The position of a version, by its exact name or by its number from 1.
  func position(of version: String) throws(CommandError) -> Int {
    do {
      return try history.position(of: version)
    } catch {
      throw .unknownVersion(
        version, model: history.name, versions: history.versions.map(\.name))
    }
  }
}

extension ModelReference {
  /// The same, where a golden may be named: one of a shape, `V3~beta`, and an adopted one,
  /// `V3+field`, stand for their version.
  func position(ofGolden name: String) throws(CommandError) -> Int {
    if let position = try? history.position(of: name) { return position }
    let shape = history.shapes.first { name == $0.key || name.hasPrefix($0.key + "+") }
    let version =
      shape?.version ?? history.versions.map(\.name).first { name.hasPrefix($0 + "+") }
    return try position(of: version ?? name)
  }
}

extension Invocation {
  /// Whether a name is that of a built-in history, and nothing else.
  func isBuiltIn(_ name: String) -> Bool {
    histories.contains { $0.name == name } || !(ModelPath.isPath(name) || name.contains("+"))
  }

  /// The model that the first argument names.
  func model() throws -> ModelReference {
    try model(named: arguments.positionals[0])
  }

  /// The built-in histories that the command is about: the one that is named, or all.
  func selectedHistories() throws -> [ModelHistory] {
    guard let name = arguments.positionals.first else { return histories }
    return [try builtInHistory(named: name)]
  }

  /// The built-in history of a name.
  ///
  /// - Throws: `CommandError.unknownModel`, or `.notSupportedYet` for a model file.
  func builtInHistory(named name: String) throws(CommandError) -> ModelHistory {
    if let history = histories.first(where: { $0.name == name }) { return history }
    if ModelPath.isPath(name) || name.contains("+") {
      throw .notSupportedYet("'\(arguments.commandName)' of a model file")
    }
    throw .unknownModel(name, known: histories.map(\.name))
  }

  /// The model that a text names: a built-in history, a path, or several joined with `+`.
  func model(named text: String) throws -> ModelReference {
    if let single = try singleModel(named: text) { return single }
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else {
      throw CommandError.unknownModel(text, known: histories.map(\.name))
    }
    if arguments.has(.order) {
      throw CommandError.pointlessOption(
        Command.Option.order.name, reason: "joined models stand for their current versions")
    }
    let members = try parts.map { part in
      guard let member = try singleModel(named: part) else {
        throw CommandError.unknownModel(part, known: histories.map(\.name))
      }
      return member
    }
    // Paths are no names: files are called after the model.
    let name = members.map(\.history.name).joined(separator: "+")
    let joined = try Model.merging(
      members.map { $0.history.versions[$0.history.currentPosition] }, name: name)
    return ModelReference(
      history: ModelHistory(name: name, versions: [joined]), isBuiltIn: false,
      origin: members.map(\.origin).joined(separator: " and "), notes: members.flatMap(\.notes),
      omissions: members.flatMap { member in
        let current = member.history.versions[member.history.currentPosition].name
        return member.omissions.filter { $0.version == current }.map { $0.of(version: name) }
      })
  }

  /// A built-in history or what a path holds; `nil` for a text that is neither.
  private func singleModel(named text: String) throws -> ModelReference? {
    if let history = histories.first(where: { $0.name == text }) {
      if arguments.has(.order) {
        throw CommandError.pointlessOption(
          Command.Option.order.name, reason: "'\(text)' is a built-in history, which has its order")
      }
      return ModelReference(history: history, isBuiltIn: true)
    }
    guard ModelPath.isPath(text) else { return nil }
    let origin = "'\(URL(fileURLWithPath: text).lastPathComponent)'"
    if let compiled = try compiledModel(at: text) {
      if arguments.has(.order) {
        throw CommandError.pointlessOption(
          Command.Option.order.name, reason: "\(origin) is no '.xcdatamodeld'")
      }
      for note in compiled.notes { terminal.note("\(text): note: \(note)") }
      return ModelReference(
        history: compiled.history, isBuiltIn: false, origin: origin, notes: compiled.notes)
    }
    let order = arguments.value(of: .order).map {
      $0.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) }
    }
    let file = try XCDataModelReader.read(text, order: order)
    for note in file.notes { terminal.note("\(note)") }
    return ModelReference(
      history: file.history, isBuiltIn: false, origin: origin, notes: file.notes.map { "\($0)" },
      omissions: file.omissions)
  }
}

extension Invocation {
  /// The versions of a compiled model, or the model that a store keeps; `nil` for another file.
  private func compiledModel(at path: String) throws -> CompiledModelReader.Result? {
    if ModelPath.isCompiled(path) { return try CompiledModelReader.read(path) }
    guard ModelPath.isStore(path) else { return nil }
    return try CompiledModelReader.model(cachedIn: StoreFiles(main: path))
  }

  /// The layout of a store: of the version of `--model` that it is of, or of the model that it
  /// keeps itself.
  ///
  /// - Throws: `CommandError.unknownSourceVersion` for a store of no version of the model.
  func layout(of files: StoreFiles) throws -> StoreLayout {
    let history: ModelHistory
    if let name = arguments.values["--model"] {
      history = try model(named: name).history
    } else {
      let cached = try CompiledModelReader.model(cachedIn: files)
      for note in cached.notes { terminal.note("\(files.name): note: \(note)") }
      history = cached.history
    }
    let models = try history.validated()
    let inspection = try StoreInspection(of: files)
    for warning in inspection.warnings { terminal.note("warning: \(warning)") }
    let version = try StoreVersion(of: inspection.metadata, in: models)
    guard let position = version.match else {
      throw CommandError.unknownSourceVersion(
        store: files.name, model: history.name,
        nearest: version.nearest.map { models[$0.position].name },
        combination: history.strangeCombination(of: inspection.metadata.entityHashes))
    }
    return try StoreLayout(models[position])
  }
}

/// Tells a path from a name.
enum ModelPath {
  private static let extensions = ["xcdatamodeld", "xcdatamodel", "mom", "momd", "omo", "sqlite"]

  /// Whether a text is meant as a path: it has a slash or a known extension, or the file exists.
  static func isPath(_ text: String) -> Bool {
    if text.contains("+"), !FileManager.default.fileExists(atPath: text) { return false }
    return text.contains("/") || extensions.contains(pathExtension(of: text))
      || FileManager.default.fileExists(atPath: text)
  }

  /// Whether a path is that of a compiled model.
  static func isCompiled(_ path: String) -> Bool {
    ["mom", "momd", "omo"].contains(pathExtension(of: path))
  }

  /// Whether a file begins as a store does, or is called like one, damaged as it may be.
  static func isStore(_ path: String) -> Bool {
    if pathExtension(of: path) == "sqlite" { return true }
    let magic = Data("SQLite format 3\u{0}".utf8)
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    // A file that cannot be read is for the reader to refuse, with a reason.
    guard let start = try? file.read(upToCount: magic.count) else { return false }
    return start == magic
  }

  private static func pathExtension(of path: String) -> String {
    URL(fileURLWithPath: path).pathExtension.lowercased()
  }
}
