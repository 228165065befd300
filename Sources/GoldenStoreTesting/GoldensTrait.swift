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
  let tier: MatrixTier
  let timeLimit: Double
  let executable: String?
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
    if let recorded = try catalog.recordBeforeRun(settings.recordMode ?? recordMode) {
      report(recorded.sentence)
    }
    for failure in try catalog.folderFailures() { report(failure.description) }
    let session = GoldenSession(
      MatrixRunner(
        catalog: catalog, matrix: try settings.matrix(of: catalog, tier: tier),
        artifacts: settings.artifacts
          ?? NSTemporaryDirectory().appendingPathComponent("goldenstore-artifacts"),
        timeLimit: timeLimit, isolation: try isolation(of: catalog), migrator: migrator))
    let before = session.runner.fileContents()
    try await GoldenSession.$current.withValue(session) { try await function() }
    try await reportExtras(of: session)
    // What ran stands in the log of a green run too; nothing is lost where there is none.
    try? FileHandle.standardError.write(contentsOf: Data("\(await session.summary)\n".utf8))
    for failure in session.runner.changes(since: before) { report(failure.description) }
    for failure in await session.missingCases(isFiltered: Self.isFiltered) {
      report("\(failure): does the suite have a test for every version and every pair?")
    }
  }

  /// How a built executable runs cases in processes of its own; `nil` where none is named.
  private func isolation(of catalog: Catalog) throws -> MatrixRunner.Isolation? {
    guard let executable else { return nil }
    guard migrator.isPortable else {
      throw GoldenError.notSupportedYet(
        what: "'isolatedBy:' together with 'migrator:', since the executable has its own migrator,")
    }
    guard let path = BuiltProduct.path(of: executable) else {
      throw GoldenError.fileSystem(
        operation: "find the executable", path: executable,
        reason: "it is not beside the tests; make it a dependency of the test target")
    }
    return MatrixRunner.Isolation(
      executable: path,
      arguments: ["verify", history.name, "--goldens", catalog.folder.folder])
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
  ///   - tier: How much of the matrix runs; `GOLDENSTORE_TIER` has the last word.
  ///   - timeLimit: How many seconds one migration may take before it is given up.
  ///   - executable: The name of an executable of the package that calls
  ///     `GoldenStoreCommand.run(histories:)`; each version and source then runs in a process of
  ///     its own, so that a crash or a hang costs its own case only. `nil` runs them in this one.
  public static func goldens(
    _ history: ModelHistory, in path: String, migrator: MigratorUnderTest = .portable,
    record: RecordMode = .never, tier: MatrixTier = .full, timeLimit: Double = 300,
    isolatedBy executable: String? = nil, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> GoldensTrait {
    GoldensTrait(
      history: history, path: path, recordMode: record, migrator: migrator, tier: tier,
      timeLimit: timeLimit, executable: executable, file: file, sourceLocation: sourceLocation)
  }
}
