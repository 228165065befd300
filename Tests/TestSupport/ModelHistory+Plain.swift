package import GoldenStoreModel

extension ModelHistory {
  /// The history without the shapes of edited versions: each version has one golden, and a run has
  /// the cases of versions and pairs alone.
  package var withoutShapes: ModelHistory {
    var history = self
    history.shapes = []
    return history
  }
}
