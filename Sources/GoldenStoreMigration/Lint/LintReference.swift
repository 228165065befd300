public import GoldenStoreModel

/// What has shipped: versions under their names, or the model of one store.
public struct LintReference: Sendable {
  /// What tells a version of the reference.
  public enum Kind: Hashable, Sendable {
    /// Versions by name, every word of which counts.
    case source
    /// Versions by name as an archive keeps them: their hashes count.
    case compiled
    /// The model of one store, which is of any version that has its hashes.
    case store
  }

  /// Where it is from, for messages.
  public let origin: String
  public let kind: Kind
  public let versions: [Model]

  public init(origin: String, kind: Kind, versions: [Model]) {
    self.origin = origin
    self.kind = kind
    self.versions = versions
  }
}

/// A history held against something that has shipped.
struct LintComparison {
  let reference: LintReference
  /// The versions of the history.
  let versions: [HashedVersion]
  /// Other schemas that the history declares for its versions.
  let shapes: [HashedVersion]

  func findings() throws(ModelError) -> [LintFinding] {
    var findings: [LintFinding] = []
    for shipped in reference.versions { findings += try self.findings(of: shipped) }
    return findings
  }

  private func findings(of shipped: Model) throws(ModelError) -> [LintFinding] {
    let hashes = try VersionHash.entityHashes(of: shipped.validated())
    let known = versions + shapes
    guard reference.kind != .store else {
      guard !known.contains(where: { $0.hashes == hashes }),
        let nearest = nearest(to: hashes, shipped)
      else { return [] }
      return findings(of: shipped, hashes, in: nearest)
    }
    guard let version = versions.first(where: { $0.model.name == shipped.name }) else {
      guard !known.contains(where: { $0.hashes == hashes }) else { return [] }
      if reference.versions.count == 1, let nearest = nearest(to: hashes, shipped) {
        // A file of one version may have any name.
        return findings(of: shipped, hashes, in: nearest)
      }
      return [
        finding(.error, version: shipped.name, "version '\(shipped.name)' is no longer there")
      ]
    }
    // Stores of what shipped are known by the shape.
    let isDeclared = shapes.contains { $0.hashes == hashes }
    return isDeclared ? [] : findings(of: shipped, hashes, in: version)
  }

  /// The version with the fewest differing entities; of several the one with the fewest
  /// differences, then the later one.
  private func nearest(to hashes: [EntityHash], _ shipped: Model) -> HashedVersion? {
    versions.reversed().min { one, other in
      let counts = [one, other].map { version in
        (
          Set(version.hashes).symmetricDifference(hashes).count,
          ModelDifference.between(shipped, version.model.model).count
        )
      }
      return counts[0] < counts[1]
    }
  }

  private func findings(
    of shipped: Model, _ hashes: [EntityHash], in version: HashedVersion
  ) -> [LintFinding] {
    let changed = Set(Set(hashes).symmetricDifference(version.hashes).map(\.entity))
    let name = version.model.name
    let differences = ModelDifference.between(shipped, version.model.model)
    let told = differences.compactMap { difference -> LintFinding? in
      let isHashed =
        difference.entity.map { changed.contains($0) } ?? (difference.aspect == "entity")
      guard isHashed || reference.kind == .source else { return nil }
      return finding(
        isHashed ? .error : .warning, version: name, entity: difference.entity,
        property: difference.property, "\(difference)")
    }
    guard told.isEmpty, !changed.isEmpty else { return told }
    return [finding(.error, version: name, "its hashes are others")]
  }

  private func finding(
    _ severity: LintSeverity, version: String, entity: String? = nil, property: String? = nil,
    _ message: String
  ) -> LintFinding {
    LintFinding(
      rule: .changedVersion, severity: severity, source: reference.origin, destination: version,
      entity: entity, property: property, message: message,
      subject: LintFinding.Subject(rule: .changedVersion, entity: entity, property: property))
  }
}
