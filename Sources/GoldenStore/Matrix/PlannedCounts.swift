import GoldenStoreModel

/// How much a comparison has to look at, from the manifest's row counts and the models.
struct PlannedCounts {
  private(set) var objects = 0
  private(set) var values = 0

  /// Counts what a store of one version has after a migration to another, or on its own.
  ///
  /// Objects live on where the destination has an entity of the same renaming key.
  init(
    _ manifest: Manifest, from source: ValidatedModel, to destination: ValidatedModel,
    rules: ComparisonRules = ComparisonRules()
  ) {
    for entity in source.entitiesByName {
      guard
        let rows = manifest.entities.first(where: { $0.name == entity.name })?.rows,
        let heir = destination.entitiesByName.first(where: {
          $0.renamingKey == entity.renamingKey && !$0.isAbstract
        })
      else { continue }
      objects += rows
      values +=
        rows
        * (destination.persistedAttributes(of: heir).count
          + destination.persistedRelationships(of: heir).count
          - rules.ignoredCount(of: heir.name))
    }
  }
}
