import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// Versions of a model in the corpus, oldest first, with the stores that were found in them.
struct RealHistory: CustomTestStringConvertible {
  /// The folder below `corpus/stores`.
  let repository: String
  /// The versions, as paths below the repository's folder of models; a later one may come from
  /// another commit than an earlier one.
  let versions: [String]
  /// The stores below the repository's folder of stores.
  let stores: [Int]

  var testDescription: String { "\(repository) \(stores)" }

  /// The history, with the versions named by their number: names repeat between commits.
  func history(stages: [MigrationStage] = []) throws -> ModelHistory {
    let models = try versions.enumerated().map { index, path in
      var model = try XCDataModelReader.read(
        Corpus.url(of: "models/\(repository)/\(path).xcdatamodel").path
      ).history.versions[0]
      model.name = "V\(index + 1)"
      return model
    }
    return ModelHistory(name: repository, versions: models, stages: stages)
  }

  /// One of the stores.
  func store(_ number: Int) throws -> Corpus.Item {
    let id = "stores/\(repository)/\(number)"
    guard let store = Corpus.stores.first(where: { $0.id == id }) else {
      throw MissingStore(id: id)
    }
    return store
  }

  struct MissingStore: Error {
    let id: String
  }

  private static func numbered(_ folder: String, _ name: String, _ last: Int) -> [String] {
    ["\(folder)/\(name)"] + (2...last).map { "\(folder)/\(name) \($0)" }
  }

  // MARK: The histories

  static let coreDataPlus = RealHistory(
    repository: "alemar11__CoreDataPlus",
    versions: ["SampleModel", "SampleModel2", "SampleModel3"].map {
      "HEAD/Tests/Resources/SampleModel/SampleModel.xcdatamodeld/\($0)"
    }, stores: [1, 2, 14, 17, 18])

  /// Before `Person` had an identifier.
  static let earlierCoreDataPlus = RealHistory(
    repository: "alemar11__CoreDataPlus",
    versions: ["SampleModel", "SampleModel2", "SampleModel3"].map {
      "HISTORY/bcd60e2e61/Tests/Resources/SampleModel/SampleModel.xcdatamodeld/\($0)"
    }, stores: [15])

  static let firstCoreDataPlus = RealHistory(
    repository: "alemar11__CoreDataPlus",
    versions: [
      "HISTORY/44c19f560b/Tests/SampleModel/SampleModel.xcdatamodeld/SampleModel",
      "HEAD/Tests/Resources/SampleModel/SampleModel.xcdatamodeld/SampleModel2",
      "HEAD/Tests/Resources/SampleModel/SampleModel.xcdatamodeld/SampleModel3",
    ], stores: [16])

  static let thirdCoreDataPlus = RealHistory(
    repository: "alemar11__CoreDataPlus",
    versions: ["SampleModel3", "SampleModel3_v2", "SampleModel3_v3"].map {
      "HEAD/Tests/Resources/SampleModel3/SampleModel3.xcdatamodeld/\($0)"
    }, stores: [5, 8])

  /// Its store 8 lost its `-wal`.
  static let apptentive = RealHistory(
    repository: "apptentive__apptentive-ios",
    versions: numbered(
      "HEAD/Apptentive/Apptentive/Model/ATDataModel.xcdatamodeld", "ATDataModel", 6),
    stores: [1, 2, 3, 4, 5, 6, 7, 19, 20])

  /// The shapes that its last version had before it shipped.
  static let apptentiveDrafts: [RealHistory] = [
    ("2c6e2ada2e/Apptentive/Apptentive", [11]), ("c282d7a64b/Apptentive/Apptentive", [12]),
    ("c9c012b07e/Apptentive/Apptentive", [13]), ("649db0c8ef/Apptentive/Apptentive", [14]),
    ("d352506667/Apptentive/Apptentive", [15]), ("823ac7832e/Apptentive/Apptentive", [16]),
    ("0a17119211/ApptentiveConnect/source", [17, 18]),
  ].map { folder, stores in
    RealHistory(
      repository: "apptentive__apptentive-ios",
      versions: [
        "HISTORY/\(folder)/Model/ATDataModel.xcdatamodeld/ATDataModel 6",
        "HEAD/Apptentive/Apptentive/Model/ATDataModel.xcdatamodeld/ATDataModel 6",
      ], stores: stores)
  }

  static let moody = RealHistory(
    repository: "objcio__core-data",
    versions: numbered("HEAD/Migrations/Migrations/Moody.xcdatamodeld", "Moody", 6),
    stores: [5, 1, 2, 3, 4])

  private static let posts = "CoreDataMigration_Example"
  private static let postsFolder =
    "CoreDataMigration-Example/CoreData/Model/\(posts).xcdatamodeld"

  static let wibosco = RealHistory(
    repository: "wibosco__CoreDataMigration-Example",
    versions: numbered("HEAD/\(postsFolder)", posts, 4), stores: [1, 2, 3, 4])

  /// As it was first published, with stores of every version.
  static let firstWibosco = RealHistory(
    repository: "wibosco__CoreDataMigration-Example",
    versions: ["HISTORY/4ca4bfaaea/\(postsFolder)/\(posts)"]
      + (2...4).map { "HISTORY/116a97be7d/\(postsFolder)/\(posts) \($0)" }, stores: [6, 7, 8])

  static let secondWibosco = RealHistory(
    repository: "wibosco__CoreDataMigration-Example",
    versions: [3, 4].map { "HISTORY/47700012bf/\(postsFolder)/\(posts) \($0)" }, stores: [5])

  /// The second version of the first history, and what became its third.
  static let wiboscoSections = RealHistory(
    repository: "wibosco__CoreDataMigration-Example",
    versions: [
      "HISTORY/116a97be7d/\(postsFolder)/\(posts) 2",
      "HISTORY/47700012bf/\(postsFolder)/\(posts) 3",
    ], stores: [])

  static let migrationTests = RealHistory(
    repository: "jeffreybergier__CoreDataMigrationTests",
    versions: ["v1.0.0", "v1.1.0", "v1.1.2", "v1.2.0", "v2.0.0"].map {
      "HEAD/CoreDataMigration/CoreDataMigration/Model.xcdatamodeld/\($0)"
    }, stores: [1, 2, 3, 4, 5])

  static let all =
    [
      coreDataPlus, earlierCoreDataPlus, firstCoreDataPlus, thirdCoreDataPlus, apptentive, moody,
      wibosco, firstWibosco, secondWibosco, migrationTests,
    ] + apptentiveDrafts
}
