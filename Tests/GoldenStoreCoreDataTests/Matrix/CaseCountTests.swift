import Foundation
import Testing

struct CaseCountTests {
  @Test func fewerCasesThanPlannedAreAProblem() {
    #expect(CaseCount.problem(planned: 3, run: 3, isFiltered: false) == nil)
    #expect(CaseCount.problem(planned: 3, run: 2, isFiltered: false) == "2 of 3 ran")
    #expect(CaseCount.problem(planned: 3, run: 4, isFiltered: false) == "4 ran, but 3 were planned")
    #expect(CaseCount.problem(planned: 3, run: 0, isFiltered: false) == "none of 3 ran")
    #expect(CaseCount.problem(planned: 0, run: 0, isFiltered: false) == "none was planned")
  }

  @Test func aSelectionMayRunFewerButNotNone() {
    #expect(CaseCount.problem(planned: 3, run: 1, isFiltered: true) == nil)
    #expect(CaseCount.problem(planned: 3, run: 0, isFiltered: true) == "none of 3 ran")
  }

  /// The trait as it runs a suite.
  @Test func casesThatRunAreCounted() async throws {
    let test = try #require(Test.current)
    try await CaseCount.cases("examples") { 2 }.provideScope(for: test, testCase: nil) {
      await CaseCount.add()
      await CaseCount.add()
    }
    try await withKnownIssue {
      try await CaseCount.cases("examples") { 2 }.provideScope(for: test, testCase: nil) {}
    } matching: { issue in
      "\(issue)".contains("examples: none of 2 ran")
    }
  }
}
