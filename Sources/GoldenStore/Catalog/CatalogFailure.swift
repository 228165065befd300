import GoldenStoreFormat
import GoldenStoreModel

/// One thing that a check of a catalog found wrong.
package struct CatalogFailure: Hashable, Sendable {
  package let history: String
  /// The version; `nil` for what concerns the whole catalog.
  package let version: String?
  package let problem: CatalogProblem

  package init(history: String, version: String?, _ problem: CatalogProblem) {
    self.history = history
    self.version = version
    self.problem = problem
  }
}

extension CatalogFailure: CustomStringConvertible {
  /// What is wrong and where, why it matters, and what to do next.
  package var description: String {
    "\(place): \(problem); \(problem.nextStep(history: history))"
  }

  /// The golden or catalog, such as `golden 'V2' of 'Library'`.
  package var place: String {
    version.map { "golden '\($0)' of '\(history)'" } ?? "goldens of '\(history)'"
  }
}

extension CatalogFailure: Encodable {
  private enum CodingKeys: String, CodingKey { case kind, history, version, message, nextStep }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(problem.kind, forKey: .kind)
    try container.encode(history, forKey: .history)
    try container.encode(version, forKey: .version)
    try container.encode(problem.description, forKey: .message)
    try container.encode(
      problem.nextStep(history: history), forKey: .nextStep)
  }
}
