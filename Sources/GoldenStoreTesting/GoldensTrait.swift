import Foundation
public import GoldenStore
import GoldenStoreFormat
public import Testing

/// Gives a suite the goldens of a history.
///
/// Before the suite it checks the catalog as a whole and records what it was asked to record;
/// afterwards it checks that every planned case ran and that no golden changed.
public struct GoldensTrait: SuiteTrait, TestScoping {
  let history: ModelHistory
  let path: String
  let recordMode: RecordMode
  let migrator: MigratorUnderTest
  let file: String
  let sourceLocation: SourceLocation

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let settings = try Settings()
    let catalog = try Catalog(
      history,
      folder: settings.goldens.map {
        $0.appendingPathComponent(Golden.fileName(history.name))
      } ?? CatalogFolder.find(path, from: file))
    try record(settings.recordMode ?? recordMode, in: catalog)
    for failure in try catalog.folderFailures() { report(failure.description) }
    let matrix = try settings.matrix(of: history)
    let session = GoldenSession(
      MatrixRunner(
        catalog: catalog, matrix: matrix,
        artifacts: settings.artifacts
          ?? NSTemporaryDirectory().appendingPathComponent("goldenstore-artifacts"),
        migrator: migrator))
    let before = session.runner.fileContents()
    try await GoldenSession.$current.withValue(session) { try await function() }
    try await reportExtras(of: session)
    if before != session.runner.fileContents() {
      report("the goldens of '\(history.name)' changed while the suite ran")
    }
    for failure in await session.missingCases(isFiltered: Self.isFiltered) {
      report("\(failure): does the suite have a test for every version and every pair?")
    }
  }

  /// Records and turns the run red, so that nobody takes it for a check.
  private func record(_ mode: RecordMode, in catalog: Catalog) throws {
    var changes: [String] = []
    let recording = try catalog.record(mode) { changes = $0.flatMap(\.lines) }
    guard !recording.written.isEmpty else { return }
    let count = recording.versions.count
    let summary = "recorded \(count) \(count == 1 ? "golden" : "goldens") of '\(history.name)'"
    report(
      ([summary + " in '\(catalog.folder)'"] + changes).joined(separator: "\n  ")
        + "\nlook at the changes, and run again without recording")
  }

  /// Runs the cases that no test asks for: a shape and an adopted store are migrated as well.
  private func reportExtras(of session: GoldenSession) async throws {
    for outcome in try await session.runExtras() {
      for failure in outcome.failures { report("\(failure)") }
      if !outcome.isRun, outcome.failures.isEmpty {
        report("\(outcome.subject) was not run to its end")
      }
    }
  }

  private func report(_ text: String) {
    Issue.record("\(text)", sourceLocation: sourceLocation)
  }

  /// Whether the command line selected some tests.
  private static var isFiltered: Bool {
    CommandLine.arguments.contains { ["--filter", "--skip"].contains($0) }
  }
}

extension Trait where Self == GoldensTrait {
  /// Checks and migrates the goldens of a history.
  ///
  /// - Parameters:
  ///   - path: The catalog's folder, relative to the test file's folder or one above it, such as
  ///     `Goldens/Library`.
  ///   - migrator: What migrates: GoldenStore's engine, or the code with which an app opens its
  ///     store. Pairs that it cannot run are left out, visibly.
  ///   - record: Which goldens a run writes; `GOLDENSTORE_RECORD` has the last word.
  public static func goldens(
    _ history: ModelHistory, in path: String, migrator: MigratorUnderTest = .portable,
    record: RecordMode = .never, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> GoldensTrait {
    GoldensTrait(
      history: history, path: path, recordMode: record, migrator: migrator, file: file,
      sourceLocation: sourceLocation)
  }
}
