import GoldenStoreModel

extension Command {
  static let hash = Command(
    "hash", "entity hashes, checksum and digest of each version",
    parameters: ["<model>"], options: [.version, .order],
    example: "goldenstore hash Bookmarks --version 6"
  ) { invocation in
    let model = try invocation.model()
    let history = model.history
    let versions = try model.positions(selectedBy: invocation.arguments.value(of: .version))
      .map { position in
        try HashReport.Version(
          history.versions[position].validated(), isCurrent: position == history.currentPosition)
      }
    let report = HashReport(model: history.name, versions: versions)
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return .fine
  }
}

private struct HashReport: Encodable {
  let model: String
  let versions: [Version]

  struct Version: Encodable {
    let name: String
    let isCurrent: Bool
    let checksum: String
    let digest: String
    let entities: [Entity]

    init(_ model: ValidatedModel, isCurrent: Bool) throws {
      let hashes = try VersionHash.entityHashes(of: model)
      name = model.name
      self.isCurrent = isCurrent
      checksum = VersionHash.checksum(of: hashes)
      digest = VersionHash.digest(of: hashes)
      entities = hashes.map { Entity(name: $0.entity, hash: $0.hash.hexadecimal) }
    }
  }

  struct Entity: Encodable {
    let name: String
    let hash: String
  }

  var lines: [String] {
    versions.flatMap { version in
      ["\(version.name)\(version.isCurrent ? " (current)" : "")"]
        + version.entities.map { "  \($0.hash)  \($0.name)" }
        + ["  checksum \(version.checksum)", "  digest \(version.digest)"]
    }
  }
}
