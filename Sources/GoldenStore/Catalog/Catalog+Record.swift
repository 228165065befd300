import GoldenStoreModel

extension Catalog {
  /// What a recording wrote.
  package struct Recording: Hashable, Sendable {
    /// The names of the versions whose goldens were written, in order.
    package var versions: [String] = []
    /// The paths of the written files, in version order.
    package var written: [String] = []
    /// The paths of files that were there before and are no longer.
    package var removed: [String] = []

    package init() {}
  }

  /// Generates goldens fresh from their versions' own schemas, with manifests, dumps and pins.
  ///
  /// Each golden appears completely or not at all.
  ///
  /// - Parameters:
  ///   - mode: Which goldens are written.
  ///   - seed: What the data depends on, besides the history.
  /// - Throws: `GoldenError`, or `StoreError` where the store cannot be written.
  package func record(_ mode: RecordMode, seed: UInt64 = 1) throws -> Recording {
    guard mode != .never else { return Recording() }
    throw GoldenError.notSupportedYet(what: "recording goldens")
  }
}
