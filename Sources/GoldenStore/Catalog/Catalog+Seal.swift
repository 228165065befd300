import Foundation
import GoldenStoreFormat
import GoldenStoreModel

extension Catalog {
  /// What a sealing did.
  package struct Sealing: Hashable, Sendable {
    /// The versions and shapes that were drafts.
    package var sealed: [String] = []
    /// Those that were sealed before.
    package var former: [String] = []
    /// The path of the pins, if they were written.
    package var written: [String] = []
  }

  /// Declares versions shipped: from now on nothing about them or their goldens may change.
  ///
  /// A version is sealed with all its shapes. Nothing takes a seal off again.
  ///
  /// - Parameter position: The position of one version; `nil` for every one.
  /// - Throws: `GoldenError.cannotSeal` for a golden that a check does not find in order;
  ///   `.fileSystem`.
  package func seal(at position: Int? = nil) throws -> Sealing {
    guard var pins = try existingPins() else {
      throw GoldenError.cannotSeal(
        history: history.name, version: history.versions[position ?? 0].name,
        reason: "\(CatalogProblem.missingPins(path: pinsPath.fileName))")
    }
    if let problem = pins.problems(models: try pinnedModels()).first {
      throw GoldenError.cannotSeal(
        history: history.name, version: history.versions[position ?? 0].name, reason: "\(problem)")
    }
    let places = try seededPlaces()
    let manifests = readableManifests(of: places)
    var sealing = Sealing()
    for place in places where position == nil || place.golden.position == position {
      let version = place.golden.version
      if pins.state(of: version) == .sealed, pins.seal(of: version) != nil {
        sealing.former.append(version)
        continue
      }
      var check = GoldenCheck(place, pins: pins, others: manifests)
      try check.run()
      let problem = check.problems.first { $0 != .sealWithoutManifest }
      guard problem == nil, check.isComplete else {
        throw GoldenError.cannotSeal(
          history: history.name, version: version,
          reason: problem.map { "\($0)" } ?? "its golden was not read to the end")
      }
      pins.seal(version: version, manifest: try place.golden.manifestDigest())
      sealing.sealed.append(version)
    }
    if !sealing.sealed.isEmpty {
      try write(pins)
      sealing.written = [pinsPath]
    }
    return sealing
  }

  /// Writes the pins, completely or not at all.
  ///
  /// - Throws: `GoldenError.fileSystem`.
  func write(_ pins: Pins) throws {
    try Catalog.touching("write", pinsPath) {
      try Data(pins.text.utf8).write(to: URL(fileURLWithPath: pinsPath), options: .atomic)
    }
  }
}
