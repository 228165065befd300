import Foundation
import GoldenStoreFormat
import GoldenStoreModel

extension Catalog {
  /// The pins of versions as their models are now.
  package struct Pinning: Hashable, Sendable {
    /// Every line, ready to be pasted.
    package var lines: [String] = []
    /// The path of the pins, if they were written.
    package var written: [String] = []
  }

  /// What a pinning does with the file.
  package enum PinMode: Hashable, Sendable {
    /// Nothing: the lines are for a person.
    case show
    /// Adds the lines that are missing.
    case add
    /// Adds what is missing, and changes the pins of drafts that say something else.
    case replace
  }

  /// Computes the pins of versions, with those of their shapes, and writes them if asked to.
  ///
  /// - Parameter position: The position of one version; `nil` for every one.
  /// - Throws: `GoldenError.pinned` where a line would have to change that may not;
  ///   `.fileSystem`.
  package func pin(_ mode: PinMode, at position: Int? = nil) throws -> Pinning {
    let recorded = try existingPins()
    let former = recorded ?? Pins()
    var pins = former
    var pinning = Pinning()
    for place in try seededPlaces() where position == nil || place.golden.position == position {
      let version = place.golden.version
      let hashes = try VersionHash.entityHashes(of: place.model)
      pinning.lines += Pins.lines(
        version: version, hashes: hashes, state: former.state(of: version) ?? .draft,
        seal: former.seal(of: version))
      if mode == .show { continue }
      let changed = hashes.first {
        former.hash(of: $0.entity, version: version).map { [hash = $0.hash] in $0 != hash } ?? false
      }
      if let changed {
        let isSealed = former.state(of: version) == .sealed
        guard mode == .replace, !isSealed else {
          throw GoldenError.pinned(
            history: history.name, version: version, entity: changed.entity,
            reason: isSealed
              ? "the version is sealed: undo the change of its model, or add a version"
              : "a pin is changed by '--replace' alone")
        }
        pins.replace(version: version, hashes: hashes)
      } else {
        pins.add(version: version, hashes: hashes)
      }
    }
    if mode != .show, pins != recorded {
      try Catalog.touching("create", folder) {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      }
      try write(pins)
      pinning.written = [pinsPath]
    }
    return pinning
  }
}

extension Pins {
  /// The lines of one version.
  fileprivate static func lines(
    version: String, hashes: [EntityHash], state: VersionState, seal: HashValue?
  ) -> [String] {
    let first = Line.state(version: version, state, manifest: seal).text
    return [first]
      + hashes.map { Line.pin(version: version, entity: $0.entity, hash: $0.hash).text }
  }
}
