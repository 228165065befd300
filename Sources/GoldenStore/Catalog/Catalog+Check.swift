import Foundation
import GoldenStoreFormat
import GoldenStoreModel

extension Catalog {
  /// Whether this process runs on a continuous-integration machine, by the variable `CI`.
  package static var isContinuousIntegration: Bool {
    isContinuousIntegration(ProcessInfo.processInfo.environment)
  }

  /// Whether an environment is that of a continuous-integration machine, by the variable `CI`.
  package static func isContinuousIntegration(_ environment: [String: String]) -> Bool {
    let value = environment["CI"] ?? ""
    return !["", "0", "false"].contains(value.lowercased())
  }

  /// Recomputes everything that the catalog claims, without migrating anything.
  ///
  /// - Parameter requiresTracking: Whether files that git does not track yet are failures.
  /// - Throws: What keeps the check from being done at all; whatever it finds is in the result.
  package func check(
    requiresTracking: Bool = Catalog.isContinuousIntegration
  ) throws -> CatalogCheck {
    let pins = try existingPins()
    let places = try seededPlaces() + adoptedPlaces(pins)
    var check = CatalogCheck(history: history.name)
    func add(_ problems: [CatalogProblem], version: String? = nil) {
      check.failures += problems.map {
        CatalogFailure(self, version: version, $0)
      }
    }
    check.failures = try folderFailures(requiresTracking: requiresTracking)
    let manifests = readableManifests(of: places)
    for place in places {
      var goldenCheck = GoldenCheck(place, pins: pins, others: manifests)
      try goldenCheck.run()
      add(goldenCheck.problems, version: place.golden.version)
      check.objectsCompared += goldenCheck.objectsCompared
      check.valuesCompared += goldenCheck.valuesCompared
      let kind: WritableKeyPath<CatalogCheck, CatalogCheck.Count> =
        place.golden.origin != .seed
        ? \.adoptedStores : place.shape != nil ? \.shapes : \.versions
      check[keyPath: kind].expected += 1
      if goldenCheck.isComplete { check[keyPath: kind].checked += 1 }
    }
    return check
  }

  /// What is wrong with the catalog as a whole: its files, its pins, what git makes of it, and
  /// goldens that share an identifier.
  ///
  /// - Throws: `GoldenError.fileSystem`.
  package func folderFailures(
    requiresTracking: Bool = Catalog.isContinuousIntegration
  ) throws -> [CatalogFailure] {
    guard FileManager.default.fileExists(atPath: folder) else {
      return try historyProblems(pins: nil).map { CatalogFailure(self, version: nil, $0) }
    }
    let pins = try existingPins()
    var problems = try historyProblems(pins: pins)
    problems += try unlisted(pins).map { .unlisted(path: $0) }
    if let pins {
      problems += pins.problems(models: try pinnedModels())
    } else {
      problems.append(.missingPins(path: pinsPath.fileName))
    }
    problems += gitProblems(requiresTracking: requiresTracking)
    return try problems.map { CatalogFailure(self, version: nil, $0) } + sharedIdentifiers(pins)
  }

  private func sharedIdentifiers(_ pins: Pins?) throws -> [CatalogFailure] {
    // One that lies in the folder of another version is reported as that.
    let manifests = try (seededPlaces() + adoptedPlaces(pins)).flatMap { place in
      readableManifests(of: [place]).filter { $0.version == place.golden.version }
    }
    return manifests.indices.compactMap { index in
      let manifest = manifests[index]
      return manifests[..<index].first { $0.storeUUID == manifest.storeUUID }.map { twin in
        CatalogFailure(
          self, version: manifest.version,
          .sharedStoreUUID(uuid: manifest.storeUUID, with: twin.version))
      }
    }
  }

  /// The names of what lies in the folder and belongs to no version.
  func unlisted(_ pins: Pins?) throws -> [String] {
    let places = try seededPlaces() + adoptedPlaces(pins)
    let known = Set(places.map(\.golden.folder.fileName) + [pinsPath.fileName, ".DS_Store"])
    return try Catalog.fileNames(in: folder).filter { !known.contains($0) }
  }

  private func gitProblems(requiresTracking: Bool) -> [CatalogProblem] {
    do {
      guard let status = try GitStatus.of(folder: folder) else { return [] }
      let ignored = status.ignored.filter { $0.fileName != ".DS_Store" }
      // From where the command runs, so that what it says can be pasted.
      func path(_ name: String) -> String { folder.appendingPathComponent(name) }
      return ignored.map { .ignoredByGit(path: path($0)) }
        + (requiresTracking ? status.untracked.map { .untrackedByGit(path: path($0)) } : [])
    } catch {
      return requiresTracking ? [.gitUnavailable(reason: "\(error)")] : []
    }
  }
}
