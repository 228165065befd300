/// A history as the Swift file that makes it: one constant for each version and for each form of
/// an entity, which all versions share in which the entity is the same.
///
/// Equal histories give equal texts, which `swift format` leaves as they are. What the file makes
/// is equal to the history, hashed or not, apart from ``ModelHistory/currentVersion``, which is
/// left out where it is the last. What has no text, such as the code of a custom stage, and what
/// the source had beyond a model's words stands there as a comment.
package struct SwiftSource {
  /// The name of the constant that holds the history.
  package let name: String
  private let history: ModelHistory
  private let origin: String
  private let notes: [String]
  private let omissions: [ModelFileOmission]
  private let versionNames: [String]
  /// The entities of each version, as the names of their constants.
  private var entityNames: [[String]] = []
  /// The entities that each version is the first to have in that form.
  private var newEntities: [[(name: String, entity: Entity)]] = []

  /// How many differences between two versions are listed.
  private static let differenceLimit = 12

  /// - Parameters:
  ///   - history: The history to be written.
  ///   - origin: Where it was read, in words, such as `'Library.xcdatamodeld'`.
  ///   - notes: What was noticed while it was read.
  ///   - omissions: What the source says beyond the words of a model.
  package init(
    _ history: ModelHistory, origin: String, notes: [String] = [],
    omissions: [ModelFileOmission] = []
  ) {
    self.history = history
    self.origin = origin
    self.notes = notes
    self.omissions = omissions
    var names = SwiftNames()
    let name = names.make(for: history.name)
    self.name = name
    versionNames = history.versions.indices.map {
      names.make(for: name, kind: "version", number: $0 + 1)
    }
    nameEntities(&names)
  }

  private mutating func nameEntities(_ names: inout SwiftNames) {
    var forms: [String: Set<[UInt8]>] = [:]
    for version in history.versions {
      for entity in version.entities {
        forms[entity.name, default: []].insert(SwiftSource.spelling(of: entity))
      }
    }
    var constants: [[UInt8]: String] = [:]
    for (position, version) in history.versions.enumerated() {
      var listed: [String] = []
      var new: [(name: String, entity: Entity)] = []
      for entity in version.entities {
        let form = SwiftSource.spelling(of: entity)
        if let constant = constants[form] {
          listed.append(constant)
          continue
        }
        let isOneOfSeveral = forms[entity.name]?.count ?? 0 > 1
        let constant = names.make(
          for: entity.name, kind: "entity", number: isOneOfSeveral ? position + 1 : nil)
        constants[form] = constant
        listed.append(constant)
        new.append((constant, entity))
      }
      entityNames.append(listed)
      newEntities.append(new)
    }
  }

  /// An entity byte for byte: equal texts may be spelled in several ways.
  private static func spelling(of entity: Entity) -> [UInt8] {
    let calls = [SwiftExpression.entity(entity)] + SwiftExpression.parts(of: entity)
    return Array(calls.map(\.flat).joined(separator: "\n").utf8)
  }

  /// The whole file.
  package var text: String {
    var blocks = ["public import GoldenStoreModel"]
    blocks.append(heading)
    blocks.append(declaration)
    for position in history.versions.indices {
      blocks.append(declaration(ofVersionAt: position))
      blocks += newEntities[position].map { declaration(of: $0.entity, name: $0.name) }
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}

// MARK: Comments

extension SwiftSource {
  /// Where the file comes from, and what is not in it.
  private var heading: String {
    var lines = comment("Converted from \(origin) by 'goldenstore convert'.")
    let bookkeeping = Set(
      omissions.compactMap { omission in
        if case .bookkeeping(let name) = omission.subject { name } else { nil }
      })
    if !bookkeeping.isEmpty {
      let names = bookkeeping.sorted(by: NameOrder.precedes).joined(separator: ", ")
      lines += ["//"] + comment("Left out, as it serves the editor alone: \(names).")
    }
    if !undeclared.isEmpty {
      lines += ["//"]
      lines += comment("Left out, as it has no text: \(undeclared.joined(separator: ", ")).")
    }
    if !notes.isEmpty {
      lines += ["//", "// Noticed in the source:"]
      lines += notes.flatMap { comment($0, bullet: "- ") }
    }
    return lines.joined(separator: "\n")
  }

  /// What a history declares beside its versions.
  private var undeclared: [String] {
    func counted(_ count: Int, _ one: String, _ several: String) -> String? {
      count == 0 ? nil : "\(count) \(count == 1 ? one : several)"
    }
    return [
      counted(history.seeds.count, "seed rule", "seed rules"),
      counted(history.stages.count, "stage", "stages"),
      counted(history.expectations.count, "expectation", "expectations"),
      counted(history.aliases.count, "alias", "aliases"),
      counted(history.shapes.count, "shape", "shapes"),
      counted(history.waivers.count, "waiver", "waivers"),
      counted(history.combinations.count, "combination of members", "combinations of members"),
    ].compactMap { $0 }
  }

  /// What a version changes, for its reader.
  private func changes(at position: Int) -> [String] {
    guard position > 0 else { return [] }
    let source = history.versions[position - 1]
    let differences = ModelDifference.between(source, history.versions[position])
    guard !differences.isEmpty else {
      return comment("The same as '\(source.name)'.", mark: "///")
    }
    var lines = comment("Since '\(source.name)':", mark: "///")
    for difference in differences.prefix(SwiftSource.differenceLimit) {
      lines += comment("\(difference)", bullet: "- ", mark: "///")
    }
    let more = differences.count - SwiftSource.differenceLimit
    if more > 0 { lines += comment("and \(more) more", bullet: "- ", mark: "///") }
    return lines
  }

  /// What the source says of a version beyond its model; a version that says the same as the one
  /// before only says so.
  private func leftOut(at position: Int) -> [String] {
    let found = settings(at: position)
    guard !found.isEmpty else { return [] }
    if position > 0, found == settings(at: position - 1) {
      return comment("Left out as in '\(history.versions[position - 1].name)'.")
    }
    return comment("Left out, as nothing here depends on it:")
      + found.flatMap { comment($0, bullet: "- ") }
  }

  /// The settings of a version without a word, each with what it belongs to.
  private func settings(at position: Int) -> [String] {
    let version = history.versions[position]
    var subjects: [ModelFileOmission.Subject] = []
    var owners: [ModelFileOmission.Subject: [String?]] = [:]
    for omission in omissions where omission.version == version.name {
      if case .bookkeeping = omission.subject { continue }
      if owners[omission.subject] == nil { subjects.append(omission.subject) }
      owners[omission.subject, default: []].append(omission.owner)
    }
    return subjects.map { subject in
      let found = owners[subject] ?? []
      let names = found.map { $0 ?? "the model" }
      if found == [nil] { return "\(subject)" }
      let isOfAll = names.count > 1 && names == version.entities.map(\.name)
      return "\(subject) of \(isOfAll ? "every entity" : names.joined(separator: ", "))"
    }
  }

  /// A text as lines of a comment, broken between words.
  private func comment(_ text: String, bullet: String = "", mark: String = "//") -> [String] {
    let width = SwiftExpression.lineLength - mark.count - 1 - bullet.count
    var lines: [String] = []
    var line = ""
    for word in SwiftLiteral.comment(text).split(separator: " ", omittingEmptySubsequences: false) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    lines.append(line)
    let margin = String(repeating: " ", count: bullet.count)
    return lines.enumerated().map { position, line in
      let content = (position == 0 ? bullet : margin) + line
      return "\(mark) \(content)".trimmingTrailingSpaces
    }
  }
}

// MARK: Declarations

extension SwiftSource {
  private var declaration: String {
    var arguments = [SwiftExpression.Argument(nil, .text(history.name))]
    if let current = history.currentVersion, current != history.versions.last?.name {
      arguments.append(.init("currentVersion", .text(current)))
    }
    if let oldest = history.oldestSupportedVersion {
      arguments.append(.init("oldestSupportedVersion", .text(oldest)))
    }
    let lines = comment("Every version of '\(history.name)', oldest first.", mark: "///")
    return
      (lines + [
        constant(
          "public let \(name) = ", .call("ModelHistory", arguments),
          closure: versionNames.map { .atom($0) })
      ]).joined(separator: "\n")
  }

  private func declaration(ofVersionAt position: Int) -> String {
    (leftOut(at: position) + changes(at: position) + [
      constant(
        "private let \(versionNames[position]) = ", .model(history.versions[position]),
        closure: entityNames[position].map { .atom($0) })
    ]).joined(separator: "\n")
  }

  private func declaration(of entity: Entity, name: String) -> String {
    constant("private let \(name) = ", .entity(entity), closure: SwiftExpression.parts(of: entity))
  }

  /// A constant made by a call with a closure; without one where that would be empty.
  private func constant(
    _ start: String, _ call: SwiftExpression, closure: [SwiftExpression]
  ) -> String {
    guard !closure.isEmpty else {
      return start + call.written(column: start.count, indentation: 0, tail: 0)
    }
    let head = call.written(column: start.count, indentation: 0, tail: 2, closesAlone: true)
    let lines = closure.map { "  " + $0.written(column: 2, indentation: 2, tail: 0) }
    return "\(start)\(head) {\n\(lines.joined(separator: "\n"))\n}"
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
