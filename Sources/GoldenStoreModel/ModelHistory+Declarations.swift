extension ModelHistory {
  /// The position of the oldest version whose stores are still migrated; 0 where none is named.
  public var oldestSupportedPosition: Int {
    oldestSupportedVersion.flatMap { name in versions.firstIndex { $0.name == name } } ?? 0
  }

  /// The history with one shape as a version of its own, right before the version that it is a
  /// shape of and at that one's position. Later versions move up by one.
  ///
  /// In a plan of stages inference leads from the shape to its version.
  package func including(_ shape: VersionShape) -> ModelHistory {
    guard let position = versions.firstIndex(where: { $0.name == shape.version }) else {
      return self
    }
    var history = self
    history.shapes = []
    history.versions.insert(shape.model, at: position)
    if oldestSupportedVersion == shape.version { history.oldestSupportedVersion = shape.key }
    history.stages = MigrationStage.including(shape, in: stages)
    return history
  }

  /// Whether two versions, or one and itself, are declared to have the same hashes.
  package func areAliases(_ first: String, _ second: String) -> Bool {
    origin(of: first) == origin(of: second)
  }

  private func origin(of version: String) -> String {
    var name = version
    // Each alias leads to an earlier version, so that this ends.
    for _ in aliases.indices {
      guard let alias = aliases.first(where: { $0.version == name }) else { break }
      name = alias.original
    }
    return name
  }

  /// What is wrong with what is declared about the goldens.
  func declarationProblems() -> [HistoryProblem] {
    let names = versions.map(\.name)
    var problems: [HistoryProblem] = []
    func position(_ name: String, _ declaration: String) -> Int? {
      let position = names.firstIndex(of: name)
      if position == nil {
        problems.append(.unknownVersion(name, in: declaration, known: names))
      }
      return position
    }
    if let floor = oldestSupportedVersion,
      let found = position(floor, "the support floor"), found > currentPosition
    {
      problems.append(.floorAboveCurrent(floor, current: names[currentPosition]))
    }
    for alias in aliases {
      let first = position(alias.version, "an alias")
      let second = position(alias.original, "the alias '\(alias.version)'")
      if let first, let second, second >= first {
        problems.append(.backwardAlias(alias.version, of: alias.original))
      }
    }
    var keys = Set(names)
    for shape in shapes {
      _ = position(shape.version, "shape '\(shape.name)'")
      if !keys.insert(shape.key).inserted { problems.append(.duplicateShape(shape.key)) }
      do throws(ModelError) {
        _ = try shape.model.validated()
      } catch {
        if case .invalidModel(let name, let found) = error {
          problems += found.map { .inModel(version: name, $0) }
        }
      }
    }
    return problems + missingReasons()
  }

  private func missingReasons() -> [HistoryProblem] {
    waivers.filter { $0.reason.isBlank }.map { .missingReason("\($0)") }
      + seeds.compactMap { rule in
        guard case .empty(let entity, let reason) = rule, reason.isBlank else { return nil }
        return .missingReason("empty entity '\(entity)'")
      }
  }
}

extension MigrationStage {
  /// Stages that lead from a shape to its version, or past it where inference alone goes on.
  ///
  /// A version may be in one stage only, so that beside a custom stage the shape has one alone.
  fileprivate static func including(
    _ shape: VersionShape, in stages: [MigrationStage]
  ) -> [MigrationStage] {
    var stages = stages
    for (index, stage) in stages.enumerated() {
      switch stage.kind {
      case .lightweight(let versions):
        guard let place = versions.firstIndex(of: shape.version) else { continue }
        var longer = versions
        longer.insert(shape.key, at: place)
        stages[index] = .lightweight(versions: longer)
        return stages
      case .custom(shape.version, _):
        stages.insert(.lightweight(shape.key), at: index)
        return stages
      case .custom(_, shape.version):
        // It leads past the shape, which comes from nowhere.
        let isSource = stages.contains { stage in
          if case .custom(shape.version, _) = stage.kind { true } else { false }
        }
        stages[index] = .lightweight(versions: [shape.key] + (isSource ? [] : [shape.version]))
        return stages
      case .custom: continue
      }
    }
    return stages
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
