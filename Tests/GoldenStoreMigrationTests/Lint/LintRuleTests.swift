import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Every rule, by a history that breaks it and one that nearly does.
struct LintRuleTests {
  @Test func everyRuleHasACase() {
    let rules = LintCase.all.map(\.rule)
    #expect(Set(rules) == Set(LintRule.allCases))
    #expect(rules.count == LintRule.allCases.count)
  }

  @Test(arguments: LintCase.all)
  func brokenHistoryIsFoundAtItsPlaceOnce(_ example: LintCase) throws {
    let findings = try example.findings(in: example.broken)
    let places = findings.map { ($0.entity ?? "") + ($0.property.map { ".\($0)" } ?? "") }
    #expect(places == [example.place])
    #expect(findings.allSatisfy { !$0.message.isEmpty })
  }

  @Test(arguments: LintCase.all)
  func historyThatNearlyBreaksItIsFine(_ example: LintCase) throws {
    #expect(try example.findings(in: example.near) == [])
  }

  @Test func everyRuleSaysInItsOwnWordsWhyItMattersAndWhatToDo() {
    #expect(Set(LintRule.allCases.map { $0.why + $0.advice }).count == LintRule.allCases.count)
    for rule in LintRule.allCases {
      for sentence in [rule.why, rule.advice] {
        #expect(sentence.first?.isLowercase == true, "\(rule)")
        #expect(!sentence.isEmpty && !sentence.hasSuffix("."), "\(rule)")
      }
    }
  }

  /// The rules that predict a refusal are right, and those that predict a loss are no refusals.
  @Test(arguments: LintCase.all.filter { !$0.rule.isOfCloudKit && $0.broken.versions.count > 1 })
  func refusalsAreThoseOfThePlan(_ example: LintCase) throws {
    let refused: Set<LintRule> = [
      .impossibleTypeChange, .impossibleStorageChange, .toManyToToOne, .newCommonParent,
      .refusedMigration,
    ]
    for (history, isExpected) in [
      (example.broken, refused.contains(example.rule)), (example.near, false),
    ] {
      var isRefused = false
      do {
        _ = try MigrationPlan.plan(
          history: history, from: 0, to: history.versions.count - 1, stepwise: false)
      } catch {
        isRefused = true
      }
      #expect(isRefused == isExpected, "\(history.versions.count) versions")
    }
  }
}
