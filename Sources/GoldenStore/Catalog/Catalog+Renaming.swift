import GoldenStoreMigration
import GoldenStoreModel

extension Catalog {
  /// Renaming identifiers that a version in between makes useless.
  ///
  /// Format: StoreFormat F100, F101.
  func renamingProblems() -> [CatalogProblem] {
    models.indices.dropFirst().flatMap { position in
      BrokenRenaming.all(in: models, at: position).map { broken in
        .middleName(
          name: (broken.owner.map { $0 + "." } ?? "") + broken.now.name,
          version: models[position].name, identifier: broken.now.key,
          former: models[position - 1].name, formerName: broken.former.name,
          formerIdentifier: broken.former.key)
      }
    }
  }
}
