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
/// Control characters of a name, such as tabs and line breaks, stand as escapes, `\u{9}`.
/// The file is separate from the schema code, so that no one edit changes both. New lines go to
/// the end, so that two branches that add a version meet in a conflict; a line that is there is
/// changed by `seal`, `pin --replace` and the recording of a draft alone. A version that is
/// sealed, and a field store that is adopted, are bound to the bytes of their manifest, which
/// lists every file: no merge of two branches gives a mixture that passes.
package struct Pins: Hashable, Sendable {
  /// One line of the file.
  package enum Line: Hashable, Sendable {
    case comment(String)
    /// The state of a version; with the SHA-256 of the manifest where it is sealed.
    case state(version: String, VersionState, manifest: HashValue?)
    case pin(version: String, entity: String, hash: HashValue)
    /// An adopted store, by the version that it is of, with the SHA-256 of its manifest.
    case adopted(version: String, name: String, manifest: HashValue)
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
    let names = fields.map(PinField.decoded)
    let hash = fields.last.flatMap { HashValue(hexadecimal: $0) }
    switch (fields.first, fields.count) {
    case ("state", 3):
      guard let state = VersionState(rawValue: fields[2]) else { break }
      return .state(version: names[1], state, manifest: nil)
    case ("state", 4):
      guard fields[2] == VersionState.sealed.rawValue, let hash else { break }
      return .state(version: names[1], .sealed, manifest: hash)
    case ("pin", 4):
      guard let hash else { break }
      return .pin(version: names[1], entity: names[2], hash: hash)
    case ("adopted", 4):
      guard let hash else { break }
      return .adopted(version: names[1], name: names[2], manifest: hash)
    default: break
    }
    return .unreadable(text)
  }

  /// A line of names and other fields.
  fileprivate static func text(of kind: String, _ names: [String], _ others: [String]) -> String {
    ([kind] + names.map(PinField.encoded) + others).joined(separator: "\t")
  }

  /// The text of the file, with a line break at the end.
  package var text: String { lines.map(\.text).joined(separator: "\n") + "\n" }

  // MARK: What they say

  /// The recorded state of a version.
  package func state(of version: String) -> VersionState? {
    for case .state(version, let state, _) in lines { return state }
    return nil
  }

  /// The SHA-256 of the manifest of a sealed version.
  package func seal(of version: String) -> HashValue? {
    for case .state(version, .sealed, let manifest) in lines { return manifest }
    return nil
  }

  /// The recorded hash of an entity.
  package func hash(of entity: String, version: String) -> HashValue? {
    for case .pin(version, entity, let hash) in lines { return hash }
    return nil
  }

  /// The adopted stores, in the order in which they were adopted.
  package var adopted: [(version: String, name: String, manifest: HashValue)] {
    lines.compactMap {
      if case .adopted(let version, let name, let manifest) = $0 {
        (version, name, manifest)
      } else {
        nil
      }
    }
  }

  // MARK: Changes

  /// Adds what is missing of a version, at the end; what is there stays.
  package mutating func add(version: String, hashes: [EntityHash]) {
    if state(of: version) == nil {
      lines.append(.state(version: version, .draft, manifest: nil))
    }
    for hash in hashes where self.hash(of: hash.entity, version: version) == nil {
      lines.append(.pin(version: version, entity: hash.entity, hash: hash.hash))
    }
  }

  /// Adds an adopted store, at the end.
  package mutating func adopt(version: String, name: String, manifest: HashValue) {
    lines.append(.adopted(version: version, name: name, manifest: manifest))
  }

  /// Changes a draft to a sealed version, in its line.
  package mutating func seal(version: String, manifest: HashValue) {
    guard
      let index = lines.firstIndex(where: {
        if case .state(version, _, _) = $0 { true } else { false }
      })
    else { return }
    lines[index] = .state(version: version, .sealed, manifest: manifest)
  }

  /// Removes lines that say nothing about a history any more.
  package mutating func remove(_ isUseless: (Line) -> Bool) {
    lines.removeAll(where: isUseless)
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
}

extension Pins.Line {
  /// The line as it stands in the file.
  package var text: String {
    switch self {
    case .comment(let text), .unreadable(let text): text
    case .state(let version, let state, let manifest):
      Pins.text(
        of: "state", [version], [state.rawValue] + (manifest.map { [$0.hexadecimal] } ?? []))
    case .pin(let version, let entity, let hash):
      Pins.text(of: "pin", [version, entity], [hash.hexadecimal])
    case .adopted(let version, let name, let manifest):
      Pins.text(of: "adopted", [version, name], [manifest.hexadecimal])
    }
  }
}
