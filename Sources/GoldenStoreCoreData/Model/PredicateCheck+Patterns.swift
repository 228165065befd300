import Foundation
import GoldenStoreFormat

extension PredicateCheck {
  /// Refuses a pattern that is no regular expression: `MATCHES` raises an exception on it.
  static func check(pattern: String) throws(PredicateProblem) {
    do {
      _ = try NSRegularExpression(pattern: pattern)
    } catch {
      throw PredicateProblem(feature: "the regular expression '\(pattern)'")
    }
  }
}
