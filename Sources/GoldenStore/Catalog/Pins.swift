package import GoldenStoreModel

/// Whether a version may still change.
package enum VersionState: String, Hashable, Sendable, Codable, CaseIterable {
  /// Not shipped: its golden may be recorded again.
  case draft
  /// Shipped: nothing about it changes any more.
  case sealed
}

/// The recorded state of every version and the recorded hash of every entity, one a line.
///
/// The file is separate from the schema code, so that no one edit changes both. New lines go to
/// the end, so that two branches that add a version meet in a conflict.
package struct Pins: Hashable, Sendable {
  /// One line of the file.
  package enum Line: Hashable, Sendable {
    case comment(String)
    case state(version: String, VersionState)
    case pin(version: String, entity: String, hash: HashValue)
    /// A line that says nothing known.
    case unreadable(String)
  }

  package private(set) var lines: [Line]

  private static let heading = [
    "# GoldenStore pins: the state of each version, and the hash of each of its entities.",
    "# New lines are added by 'goldenstore record'. Fields are separated by tabs.",
  ]

  /// Makes pins without any line but a heading.
  package init() { lines = Pins.heading.map { .comment($0) } }

  /// Reads the text of a file; lines that cannot be read are kept as such.
  package init(text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      Pins.line(of: String($0))
    }
    if lines.last == .comment("") { lines.removeLast() }
    self.lines = lines
  }

  private static func line(of text: String) -> Line {
    if text.isEmpty || text.hasPrefix("#") { return .comment(text) }
    let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    if fields.count == 3, fields[0] == "state", let state = VersionState(rawValue: fields[2]) {
      return .state(version: fields[1], state)
    }
    if fields.count == 4, fields[0] == "pin", let hash = HashValue(hexadecimal: fields[3]) {
      return .pin(version: fields[1], entity: fields[2], hash: hash)
    }
    return .unreadable(text)
  }

  /// The text of the file, with a line break at the end.
  package var text: String {
    lines.map { line in
      switch line {
      case .comment(let text), .unreadable(let text): text
      case .state(let version, let state): "state\t\(version)\t\(state.rawValue)"
      case .pin(let version, let entity, let hash):
        "pin\t\(version)\t\(entity)\t\(hash.hexadecimal)"
      }
    }.joined(separator: "\n") + "\n"
  }

  /// The recorded state of a version.
  package func state(of version: String) -> VersionState? {
    for case .state(version, let state) in lines { return state }
    return nil
  }

  /// The recorded hash of an entity.
  package func hash(of entity: String, version: String) -> HashValue? {
    for case .pin(version, entity, let hash) in lines { return hash }
    return nil
  }

  /// Adds what is missing of a version, at the end; what is there stays.
  package mutating func add(version: String, hashes: [EntityHash]) {
    if state(of: version) == nil { lines.append(.state(version: version, .draft)) }
    for hash in hashes where self.hash(of: hash.entity, version: version) == nil {
      lines.append(.pin(version: version, entity: hash.entity, hash: hash.hash))
    }
  }

  /// Puts the hashes of a draft that was recorded again in the place of its former ones.
  package mutating func replace(version: String, hashes: [EntityHash]) {
    lines.removeAll { line in
      if case .pin(version, let entity, _) = line {
        return !hashes.contains { $0.entity == entity }
      }
      return false
    }
    for (index, line) in lines.enumerated() {
      guard case .pin(version, let entity, _) = line,
        let hash = hashes.first(where: { $0.entity == entity })
      else { continue }
      lines[index] = .pin(version: version, entity: entity, hash: hash.hash)
    }
    add(version: version, hashes: hashes)
  }

  /// What is wrong with the lines themselves: unreadable, repeated, or of no known version.
  func problems(models: [ValidatedModel]) -> [CatalogProblem] {
    var problems: [CatalogProblem] = []
    var seen: Set<[String]> = []
    for (index, line) in lines.enumerated() {
      let number = index + 1
      switch line {
      case .comment: continue
      case .unreadable(let text):
        problems.append(.unreadablePins(line: number, text: text))
      case .state(let version, _):
        if !seen.insert([version]).inserted {
          problems.append(.duplicatePin(line: number, version: version, entity: nil))
        }
        if !models.contains(where: { $0.name == version }) {
          problems.append(.unknownPin(line: number, version: version, entity: nil))
        }
      case .pin(let version, let entity, _):
        if !seen.insert([version, entity]).inserted {
          problems.append(.duplicatePin(line: number, version: version, entity: entity))
        }
        if models.first(where: { $0.name == version })?.entity(named: entity) == nil {
          problems.append(.unknownPin(line: number, version: version, entity: entity))
        }
      }
    }
    return problems
  }
}
