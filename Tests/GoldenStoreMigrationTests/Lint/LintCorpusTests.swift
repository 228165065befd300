import BrowserModels
import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// All rules over real histories.
struct LintCorpusTests {
  /// How often each rule is found.
  private static func counts(_ findings: [LintFinding]) -> [String: Int] {
    Dictionary(grouping: findings, by: \.rule.rawValue).mapValues(\.count)
  }

  private static func folders(in items: [Corpus.Item]) -> [String] {
    var paths: [String] = []
    for item in items {
      guard let end = item.id.range(of: ".xcdatamodeld/") else { continue }
      let path = String(item.id[..<end.upperBound].dropLast())
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func modelsOfTheCorpusWithSeveralVersions() throws {
    var findings: [LintFinding] = []
    var mirrored: [LintFinding] = []
    var histories = 0
    var versions = 0
    for folder in Self.folders(in: Corpus.items(kind: "model-xml")) {
      let history = try XCDataModelReader.read(Corpus.url(of: folder).path).history
      guard history.versions.count > 1 else { continue }
      histories += 1
      versions += history.versions.count
      findings += try ModelLint(history).findings()
      mirrored += try ModelLint(history, isMirrored: true).findings().filter(\.rule.isOfCloudKit)
    }
    #expect(histories == 47)
    #expect(versions == 151)
    #expect(
      Self.counts(findings) == [
        "cascadeWithoutInverse": 1, "destinationChanged": 3, "equalHashes": 2,
        "hashNeutralDefault": 1, "identifierOfMiddleVersion": 4, "missingInverse": 67,
        "newRequiredProperty": 8, "optionalToRequired": 8, "removedEntity": 7,
        "removedProperty": 53, "renameWithoutIdentifier": 13, "reusedName": 4,
      ])
    // Those of single versions, and missing inverses and cascades above, were counted a second time
    // in the files themselves, without this package.
    #expect(
      Self.counts(mirrored) == [
        "cloudKitMissingInverse": 67, "cloudKitOrdered": 10, "cloudKitRemoval": 60,
        "cloudKitRename": 12, "cloudKitRequiredAttribute": 105,
        "cloudKitRequiredRelationship": 67, "cloudKitTypeChange": 1, "cloudKitUniqueness": 18,
      ])
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func tenModelsAsFiles() throws {
    var findings: [LintFinding] = []
    for model in try RecordedHashes.read().models {
      let path = Corpus.models.appendingPathComponent(model.model + ".xcdatamodeld").path
      findings += try ModelLint(XCDataModelReader.read(path).history).findings()
    }
    #expect(
      Self.counts(findings) == [
        "newRequiredProperty": 1, "removedProperty": 2, "renameWithoutIdentifier": 1,
      ])
  }

  /// What the built-in histories are known to do, line by line; the others do nothing risky.
  private static let known = [
    "Bookmarks": [
      "warning removedProperty 'BookmarksModel 2' → 'BookmarksModel 3', "
        + "'BookmarkEntity.isFavorite'",
      "warning renameWithoutIdentifier 'BookmarksModel 2' → 'BookmarksModel 3', "
        + "'BookmarkEntity.isPendingDeletion'",
    ],
    "History": [
      "warning removedProperty 'History 2' → 'History 3', 'HistoryEntryManagedObject.isDownload'"
    ],
  ]

  @Test(arguments: BrowserModels.all.map(\.name))
  func builtInHistory(_ name: String) throws {
    let history = try #require(BrowserModels.all.first { $0.name == name })
    let found = try ModelLint(history.withoutShapes).findings()
    #expect(found.map { "\($0.severity) \($0.rule) \($0.place)" } == Self.known[name] ?? [])
  }

  /// A shape is one more source of its version; what a version did before stays a finding.
  @Test func shapesOfTheBuiltInHistories() throws {
    var findings: [LintFinding] = []
    for history in BrowserModels.all {
      let plain = try ModelLint(history.withoutShapes).findings()
      findings += try ModelLint(history).findings().filter { !plain.contains($0) }
    }
    #expect(findings.allSatisfy { "\($0.place)".contains("~") })
    #expect(
      Self.counts(findings) == [
        "unorderedToOrdered": 2, "removedProperty": 13, "removedEntity": 6,
        "renameWithoutIdentifier": 7,
      ])
  }
}
