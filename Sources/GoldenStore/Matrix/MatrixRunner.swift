import GoldenStoreModel

/// Runs the cases of a matrix on copies of the goldens.
package struct MatrixRunner: Sendable {
  package let catalog: Catalog
  package let matrix: VersionMatrix
  /// The folder that keeps the stores, dumps and differences of failing cases; `nil` keeps none.
  package let artifacts: String?

  package init(catalog: Catalog, matrix: VersionMatrix, artifacts: String? = nil) {
    self.catalog = catalog
    self.matrix = matrix
    self.artifacts = artifacts
  }

  /// Runs every case, several at a time.
  ///
  /// - Throws: What keeps the matrix from being run at all, such as `GoldenError.noCases`;
  ///   whatever a case finds is in the result.
  package func run() async throws -> MatrixResult {
    guard matrix.caseCount > 0 else { throw GoldenError.noCases(history: matrix.history) }
    throw GoldenError.notSupportedYet(what: "verifying goldens")
  }
}
