package import GoldenStoreMigration
package import GoldenStoreModel

/// What can be said of a custom stage before anything runs.
package enum StagePlan {
  /// Decides how every entity of a stage gets its objects.
  ///
  /// - Throws: `MigrationError.customStage`, `.cannotInfer`, `.store` for a version that the
  ///   portable engine has no place for, `.model`.
  package static func make(
    _ stage: MigrationStage, from source: ValidatedModel, to destination: ValidatedModel
  ) throws(MigrationError) -> CustomPlan {
    try CustomPlan(stage, from: source, to: destination)
  }
}
