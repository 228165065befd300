import Foundation
public import GoldenStore
import GoldenStoreFormat
public import Testing

/// Expects that a version's golden is what its manifest, its pins and its seed say.
///
/// - Parameter version: The version's name, or its number from 1.
/// - Throws: `ModelError.unknownVersion`.
public func expectGolden(
  _ version: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  guard let session = session(sourceLocation) else { return }
  let position = try session.runner.catalog.history.position(of: version)
  guard let outcome = await session.runVersion(position) else { return try leaveOut() }
  report(outcome, sourceLocation)
}

/// Expects that a golden migrates from one version to another, directly and stepwise, with every
/// object and value that the history promises.
public func expectMigrates(
  _ pair: VersionPair, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  guard let session = session(sourceLocation) else { return }
  guard pair.history == session.runner.matrix.history else {
    Issue.record(
      "the pair is one of '\(pair.history)', but the suite has the goldens of '\(session.runner.matrix.history)'",
      sourceLocation: sourceLocation)
    return
  }
  guard let outcome = await session.run(pair) else { return try leaveOut() }
  report(outcome, sourceLocation)
}

/// Ends a case that is not selected: visibly, where Swift Testing can say so.
private func leaveOut() throws {
  #if compiler(>=6.3)
    try Test.cancel(
      "the tier, GOLDENSTORE_PAIR, GOLDENSTORE_SHARD or what the migrator can reach leaves this case out"
    )
  #endif
}

private func session(_ sourceLocation: SourceLocation) -> GoldenSession? {
  if let session = GoldenSession.current { return session }
  Issue.record(
    "no goldens here: give the suite the trait '.goldens(history, in: \"Goldens/Name\")'",
    sourceLocation: sourceLocation)
  return nil
}

private func report(_ outcome: CaseOutcome, _ sourceLocation: SourceLocation) {
  for failure in outcome.failures {
    if let text = failure.problem.differencesText {
      Attachment.record(text, named: "differences.txt", sourceLocation: sourceLocation)
    }
    Issue.record("\(failure)\(testCommand(of: outcome))", sourceLocation: sourceLocation)
  }
  for folder in Set(outcome.failures.compactMap(\.artifacts)).sorted() {
    attachFiles(in: folder, sourceLocation)
  }
  if !outcome.isRun, outcome.failures.isEmpty {
    Issue.record("\(outcome.subject) was not run to its end", sourceLocation: sourceLocation)
  }
}

/// How the tests repeat this one pair, on a line of its own; nothing for a version.
private func testCommand(of outcome: CaseOutcome) -> String {
  guard case .pair(let pair) = outcome.subject else { return "" }
  let suite = Test.current.map { " --filter \($0.id.nameComponents.first ?? $0.name)" } ?? ""
  let selection = "\(pair.source + 1)-\(pair.destination + 1)"
  return "\n  or with: GOLDENSTORE_PAIR=\(selection) swift test\(suite)"
}

/// Attaches every file that a failing case left.
private func attachFiles(in folder: String, _ sourceLocation: SourceLocation) {
  // Without the folder there is nothing to attach; the failures are told all the same.
  let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
  for name in names.sorted() {
    let path = folder.appendingPathComponent(name)
    guard !StoreFiles.isFolder(path),
      let data = try? Data(contentsOf: URL(fileURLWithPath: path))
    else { continue }
    Attachment.record(
      [UInt8](data), named: "\(folder.fileName)-\(name.replacingOccurrences(of: "/", with: "-"))",
      sourceLocation: sourceLocation)
  }
}
