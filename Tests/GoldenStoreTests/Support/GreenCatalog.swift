import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

extension GreenCatalog {
  /// Copies the package's own goldens as drafts, demands that they are green, and passes the copy.
  static func with(
    _ history: ModelHistory, _ body: (GreenCatalog) throws -> Void
  ) throws {
    try GoldenStoreFormat.withTemporaryDirectory { folder in
      let green = try GreenCatalog(history, in: folder)
      let check = try green.catalog.check(requiresTracking: false)
      try #require(check.failures.map(\.description) == [])
      try #require(check.isGreen)
      try body(green)
    }
  }

  /// The failures of a check with another history, or with the same.
  func failures(history: ModelHistory? = nil) throws -> [String] {
    let catalog = try Catalog(history ?? self.catalog.history, folder: self.catalog.folder)
    let check = try catalog.check(requiresTracking: false)
    #expect(!check.isGreen)
    return check.failures.map(\.description)
  }
}
