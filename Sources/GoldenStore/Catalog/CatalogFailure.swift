import GoldenStoreFormat
import GoldenStoreModel

/// One thing that a check of a catalog found wrong.
package struct CatalogFailure: Hashable, Sendable {
  package let history: String
  /// The version; `nil` for what concerns the whole catalog.
  package let version: String?
  package let problem: CatalogProblem
  /// What to do about it.
  package let nextStep: String

  package init(_ catalog: Catalog, version: String?, _ problem: CatalogProblem) {
    history = catalog.history.name
    self.version = version
    self.problem = problem
    nextStep = problem.nextStep(for: catalog.commandArguments)
  }
}

extension CatalogFailure: CustomStringConvertible {
  /// What is wrong and where, why it matters, and what to do next.
  package var description: String {
    "\(place): \(problem); \(nextStep)"
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
    try container.encode(nextStep, forKey: .nextStep)
  }
}
