import GoldenStoreModel

extension Pins {
  /// What a line is about: two lines about the same are one too many.
  private struct Subject: Hashable {
    let kind: String
    let version: String
    let name: String?
  }

  /// What is wrong with the lines themselves: unreadable, repeated, contradictory, or of no known
  /// version.
  func problems(models: [ValidatedModel]) -> [CatalogProblem] {
    var problems: [CatalogProblem] = []
    var first: [Subject: (number: Int, line: Line)] = [:]
    for (index, line) in lines.enumerated() {
      let number = index + 1
      if case .unreadable(let text) = line {
        problems.append(.unreadablePins(line: number, text: text))
      }
      guard let subject = subject(of: line) else { continue }
      if let former = first[subject] {
        problems.append(
          former.line == line
            ? .duplicatePin(line: number, version: subject.version, entity: subject.name)
            : .contradictoryPins(
              line: number, former: former.number, version: subject.version, entity: subject.name,
              expected: former.line.value, found: line.value))
      } else {
        first[subject] = (number, line)
      }
      if isUnknown(line, models: models) {
        problems.append(
          .unknownPin(line: number, version: subject.version, entity: subject.name))
      }
    }
    return problems
  }

  private func subject(of line: Line) -> Subject? {
    switch line {
    case .comment, .unreadable: nil
    case .state(let version, _, _): Subject(kind: "state", version: version, name: nil)
    case .pin(let version, let entity, _): Subject(kind: "pin", version: version, name: entity)
    case .adopted(let version, let name, _):
      Subject(kind: "adopted", version: version, name: name)
    }
  }

  /// Whether a line names a version or an entity that is not there.
  func isUnknown(_ line: Line, models: [ValidatedModel]) -> Bool {
    switch line {
    case .comment, .unreadable: false
    case .state(let version, _, _), .adopted(let version, _, _):
      !models.contains { $0.name == version }
    case .pin(let version, let entity, _):
      models.first { $0.name == version }?.entity(named: entity) == nil
    }
  }
}

extension Pins.Line {
  /// What the line says about its subject.
  fileprivate var value: String {
    switch self {
    case .comment(let text), .unreadable(let text): text
    case .state(_, let state, let manifest):
      state.rawValue + (manifest.map { " \($0.hexadecimal.prefix(8))…" } ?? "")
    case .pin(_, _, let hash), .adopted(_, _, let hash): "\(hash.hexadecimal.prefix(8))…"
    }
  }
}
