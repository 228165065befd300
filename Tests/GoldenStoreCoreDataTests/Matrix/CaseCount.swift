import Foundation
import Testing

/// Fails a suite in which fewer cases ran than were planned, and says how many did.
///
/// A suite without cases passes; one in which Apple's engine had nothing to do must not.
struct CaseCount: SuiteTrait, TestScoping {
  /// What the cases are, such as `pairs`.
  let name: String
  let planned: @Sendable () throws -> Int

  /// The cases of the suite that runs, counted as each ends.
  actor Counter {
    @TaskLocal static var current: Counter?

    private(set) var count = 0

    fileprivate func add(_ cases: Int) { count += cases }
  }

  /// Counts cases that were run to their ends, whatever came of them.
  static func add(_ cases: Int = 1) async { await Counter.current?.add(cases) }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let counter = Counter()
    try await Counter.$current.withValue(counter) { try await function() }
    let planned = try planned()
    let count = await counter.count
    // 'tools/test' looks for this line on macOS; nothing is lost where there is no such log.
    let line = "Core Data: \(count) of \(planned) \(name)\n"
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    if let problem = Self.problem(planned: planned, run: count, isFiltered: Self.isFiltered) {
      Issue.record("\(name): \(problem)")
    }
  }

  /// What is wrong with a number of cases.
  ///
  /// - Parameter isFiltered: Whether the command line selected tests, so that not all need to run.
  static func problem(planned: Int, run: Int, isFiltered: Bool) -> String? {
    if planned == 0 { return "none was planned" }
    if run == 0 { return "none of \(planned) ran" }
    if run > planned { return "\(run) ran, but \(planned) were planned" }
    return run == planned || isFiltered ? nil : "\(run) of \(planned) ran"
  }

  private static var isFiltered: Bool {
    CommandLine.arguments.contains { ["--filter", "--skip"].contains($0) }
  }
}

extension Trait where Self == CaseCount {
  /// Requires that as many cases run as are planned.
  static func cases(
    _ name: String, planned: @escaping @Sendable () throws -> Int
  ) -> CaseCount {
    CaseCount(name: name, planned: planned)
  }
}
