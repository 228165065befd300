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
        CatalogFailure(history: history.name, version: version, $0)
      }
    }
    // A manifest that cannot be read is reported with its golden.
    let manifests = goldens.compactMap { try? Manifest(contentsOf: $0.manifestPath) }
    var pins: Pins?
    if FileManager.default.fileExists(atPath: folder) {
      add(try unlisted())
      if FileManager.default.fileExists(atPath: pinsPath) {
        let read = try self.pins()
        add(read.problems(models: models))
        pins = read
      } else {
        add([.missingPins(path: pinsPath.fileName)])
      }
      add(gitProblems(requiresTracking: requiresTracking))
    }
    for golden in goldens {
      var goldenCheck = GoldenCheck(self, golden, pins: pins, others: manifests)
      try goldenCheck.run()
      add(goldenCheck.problems, version: golden.version)
      check.objectsCompared += goldenCheck.objectsCompared
      check.valuesCompared += goldenCheck.valuesCompared
      if goldenCheck.isComplete { check.versionsChecked += 1 }
    }
    for (index, manifest) in manifests.enumerated() {
      guard let twin = manifests[..<index].first(where: { $0.storeUUID == manifest.storeUUID })
      else { continue }
      add(
        [.sharedStoreUUID(uuid: manifest.storeUUID, with: twin.version)],
        version: manifest.version)
    }
    return check
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
