package import GoldenStoreModel

/// Compares what SwiftData makes of schemas with what a history declares.
///
/// Rules: two schemas with the same hashes are one to SwiftData, which then opens no store; every
/// shape that shipped must be in a plan; identifiers decide nothing.
package struct SchemaComparison {
  /// A schema, as SwiftData has it.
  package struct Schema: Hashable, Sendable {
    /// The name of its type.
    package let name: String
    package let versionIdentifier: SchemaVersion
    package let hashes: [String: EntityHashes]

    package init(name: String, versionIdentifier: SchemaVersion, hashes: [String: EntityHashes]) {
      self.name = name
      self.versionIdentifier = versionIdentifier
      self.hashes = hashes
    }

  }

  /// A version of a history, or another shape of one.
  private struct Version {
    let name: String
    /// The position of the version, which its shapes share.
    let position: Int
    let versionIdentifiers: [String]
    let hashes: [String: EntityHashes]

    init(_ model: ValidatedModel, _ position: Int) throws(ModelError) {
      name = model.name
      self.position = position
      versionIdentifiers = model.model.versionIdentifiers
      hashes = try EntityHashes.all(of: model)
    }
  }

  /// What SwiftData tells a schema by: the hash of each entity.
  private struct Identity: Hashable {
    let hashes: [String: [UInt8]]

    init(_ hashes: [String: EntityHashes]) { self.hashes = hashes.mapValues { Array($0.hash) } }
  }

  private let history: ModelHistory
  private let versions: [Version]

  /// Hashes every version of a history, and every shape that shipped under a version's name.
  ///
  /// - Throws: `ModelError` for a history that is wrong in itself, or has an unknown derivation.
  package init(_ history: ModelHistory) throws(ModelError) {
    self.history = history
    var versions: [Version] = []
    for (position, model) in try history.validated().enumerated() {
      versions.append(try Version(model, position))
      for shape in history.shapes where shape.version == model.name {
        versions.append(try Version(shape.model.validated(), position))
      }
    }
    self.versions = versions
  }

  /// Compares a schema with a version, which is named as in ``ModelHistory/position(of:)``, or with
  /// a shape, which is named by its key.
  ///
  /// - Throws: `ModelError.unknownVersion`.
  package func differences(
    of schema: Schema, fromVersion name: String
  ) throws(ModelError) -> [SchemaDifference] {
    differences(of: schema, from: try version(named: name))
  }

  /// Compares every schema of a plan with its version: the one with the same hashes, or else one
  /// with the same identifier, or else the one that differs least.
  package func differences(of schemas: [Schema], plan: String) -> [SchemaDifference] {
    let pairs = pairs(of: schemas)
    var differences = alike(schemas)
    var latest: Version?
    for (schema, version) in zip(schemas, pairs) {
      guard let version else {
        differences.append(.versionMissing(schema: schema.name, history: history.name))
        continue
      }
      differences += self.differences(of: schema, from: version)
      if let latest, latest.position > version.position {
        differences.append(
          .order(schema: schema.name, version: version.name, behind: latest.name))
      } else {
        latest = version
      }
    }
    let present = Set(pairs.compactMap { $0?.name })
    let known = Set(schemas.map { Identity($0.hashes) })
    differences += versions.filter {
      !present.contains($0.name) && !known.contains(Identity($0.hashes))
    }.map { .schemaMissing(version: $0.name, plan: plan) }
    return differences
  }

  // MARK: Parts

  private func version(named name: String) throws(ModelError) -> Version {
    if let version = versions.first(where: { $0.name == name }) { return version }
    let position = try history.position(of: name)
    // A version stands before its shapes.
    guard let version = versions.first(where: { $0.position == position }) else {
      preconditionFailure("a position of the history has a version")
    }
    return version
  }

  private func differences(of schema: Schema, from version: Version) -> [SchemaDifference] {
    let identifier = schema.versionIdentifier.description
    // A version in Core Data's words may have no identifier, or an empty one.
    let identifiers = version.versionIdentifiers.filter { !$0.isEmpty }
    let isOther = !identifiers.isEmpty && !identifiers.contains(identifier)
    return EntityHashes.differences(expected: version.hashes, found: schema.hashes).map {
      .versionHash(schema: schema.name, version: version.name, $0)
    }
      + (isOther
        ? [
          .versionIdentifier(
            schema: schema.name, version: version.name, expected: identifiers,
            found: schema.versionIdentifier)
        ] : [])
  }

  private func alike(_ schemas: [Schema]) -> [SchemaDifference] {
    schemas.indices.compactMap { position in
      schemas[..<position].first {
        Identity($0.hashes) == Identity(schemas[position].hashes)
      }.map {
        .schemasAlike(first: $0.name, second: schemas[position].name)
      }
    }
  }

  /// The version of each schema; nil where none is left.
  private func pairs(of schemas: [Schema]) -> [Version?] {
    var pairs = [Version?](repeating: nil, count: schemas.count)
    var left = versions
    func pair(_ fits: (Schema, Version) -> Bool) {
      for position in schemas.indices where pairs[position] == nil {
        guard let place = left.firstIndex(where: { fits(schemas[position], $0) }) else { continue }
        pairs[position] = left.remove(at: place)
      }
    }
    func isAlike(_ schema: Schema, _ version: Version) -> Bool {
      Identity(schema.hashes) == Identity(version.hashes)
    }
    func isNamedAlike(_ schema: Schema, _ version: Version) -> Bool {
      version.versionIdentifiers.contains(schema.versionIdentifier.description)
    }
    pair { isAlike($0, $1) && isNamedAlike($0, $1) }
    pair(isAlike)
    pair(isNamedAlike)
    for position in schemas.indices where pairs[position] == nil && !left.isEmpty {
      let counts = left.map { differences(of: schemas[position], from: $0).count }
      let place = counts.indices.min { counts[$0] < counts[$1] } ?? 0
      pairs[position] = left.remove(at: place)
    }
    return pairs
  }
}
