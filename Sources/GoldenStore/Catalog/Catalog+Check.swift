import Foundation
import GoldenStoreFormat
import GoldenStoreModel

extension Catalog {
  /// Whether this process runs on a continuous-integration machine, by the variable `CI`.
  package static var isContinuousIntegration: Bool {
    let value = ProcessInfo.processInfo.environment["CI"] ?? ""
    return !["", "0", "false"].contains(value.lowercased())
  }

  /// Recomputes everything that the catalog claims, without migrating anything.
  ///
  /// - Parameter requiresTracking: Whether files that git does not track yet are failures.
  /// - Throws: What keeps the check from being done at all; whatever it finds is in the result.
  package func check(
    requiresTracking: Bool = Catalog.isContinuousIntegration
  ) throws -> CatalogCheck {
    var check = CatalogCheck(history: history.name, versionsExpected: history.versions.count)
    func add(_ problems: [CatalogProblem], version: String? = nil) {
      check.failures += problems.map {
        CatalogFailure(self, version: version, $0)
      }
    }
    check.failures = try folderFailures(requiresTracking: requiresTracking)
    // A manifest that cannot be read is reported with its golden.
    let manifests = goldens.compactMap { try? Manifest(contentsOf: $0.manifestPath) }
    let pins = FileManager.default.fileExists(atPath: pinsPath) ? try self.pins() : nil
    for golden in goldens {
      var goldenCheck = GoldenCheck(self, golden, pins: pins, others: manifests)
      try goldenCheck.run()
      add(goldenCheck.problems, version: golden.version)
      check.objectsCompared += goldenCheck.objectsCompared
      check.valuesCompared += goldenCheck.valuesCompared
      if goldenCheck.isComplete { check.versionsChecked += 1 }
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
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    var problems = try unlisted()
    if FileManager.default.fileExists(atPath: pinsPath) {
      problems += try pins().problems(models: models)
    } else {
      problems.append(.missingPins(path: pinsPath.fileName))
    }
    problems += gitProblems(requiresTracking: requiresTracking)
    return problems.map { CatalogFailure(self, version: nil, $0) }
      + sharedIdentifiers()
  }

  private func sharedIdentifiers() -> [CatalogFailure] {
    // A manifest that cannot be read is reported with its golden.
    let manifests = goldens.compactMap { try? Manifest(contentsOf: $0.manifestPath) }
    return manifests.indices.compactMap { index in
      let manifest = manifests[index]
      return manifests[..<index].first { $0.storeUUID == manifest.storeUUID }.map { twin in
        CatalogFailure(
          self, version: manifest.version,
          .sharedStoreUUID(uuid: manifest.storeUUID, with: twin.version))
      }
    }
  }

  /// What lies in the folder and belongs to no version.
  private func unlisted() throws -> [CatalogProblem] {
    let known = Set(goldens.map(\.folder.fileName) + [pinsPath.fileName, ".DS_Store"])
    return try Catalog.fileNames(in: folder).filter { !known.contains($0) }
      .map { .unlisted(path: $0) }
  }

  private func gitProblems(requiresTracking: Bool) -> [CatalogProblem] {
    do {
      guard let status = try GitStatus.of(folder: folder) else { return [] }
      let ignored = status.ignored.filter { $0.fileName != ".DS_Store" }
      return ignored.map { .ignoredByGit(path: $0) }
        + (requiresTracking ? status.untracked.map { .untrackedByGit(path: $0) } : [])
    } catch {
      return requiresTracking ? [.gitUnavailable(reason: "\(error)")] : []
    }
  }
}
