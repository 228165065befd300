public import GoldenStore
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
  guard session.runner.matrix.versions.contains(position) else {
    return try leaveOut()
  }
  report(try await session.runVersion(position), sourceLocation)
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
  guard let outcome = await session.run(pair) else {
    return try leaveOut()
  }
  report(outcome, sourceLocation)
}

/// Ends a case that `GOLDENSTORE_PAIR` does not select: visibly, where Swift Testing can say so.
private func leaveOut() throws {
  #if compiler(>=6.3)
    try Test.cancel(
      "GOLDENSTORE_PAIR, or what the suite's migrator can reach, leaves this case out")
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
    if let report = failure.problem.report {
      Attachment.record(
        report.fullText, named: "differences.txt", sourceLocation: sourceLocation)
    }
    Issue.record("\(failure)", sourceLocation: sourceLocation)
  }
  if !outcome.isRun, outcome.failures.isEmpty {
    Issue.record("\(outcome.subject) was not run to its end", sourceLocation: sourceLocation)
  }
}
