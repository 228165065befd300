import Foundation
import Testing

/// What the package promises, by number, and the tests that show it.
///
/// A promise is one line of ``promises``; a new test of it is one more name in that line.
struct RequirementsTests {
  struct Promise: Sendable {
    let number: Int
    let sentence: String
    /// Suites and functions, as `Suite/function`.
    let tests: [String]

    init(_ number: Int, _ sentence: String, _ tests: String...) {
      self.number = number
      self.sentence = sentence
      self.tests = tests
    }
  }

  static let promises = [
    Promise(
      1, "check computes every entry of a manifest again",
      "ManifestTests/rowCountsAreComputedAgain",
      "ManifestTests/hashesAreComputedAgain",
      "ManifestTests/checksumDigestAndIdentifierAreComputedAgain",
      "ManifestTests/sizesAndDigestsOfFilesAreComputedAgain",
      "ManifestTests/anotherSeedGivesOtherData", "ManifestTests/otherFormatsAreRefusedByNumber"),
    Promise(
      2, "the hashes inside the store are the pinned ones of the folder's version",
      "SeenToFailTests/storeOfAnotherVersionBesideTheRightManifestIsReportedWithBoth",
      "SeenToFailTests/changedPinIsReportedWithItsEntity"),
    Promise(
      3, "an entity without rows is an error unless it is declared empty",
      "SeenToFailTests/emptiedTableIsReportedWithItsEntity",
      "StoreGeneratorTests/entityWithoutObjectsIsAGapUnlessDeclaredEmpty",
      "DeclarationTests/anEmptyEntityNeedsAReason"),
    Promise(
      4, "all files of a store are one unit", "StoreFilesTests/copiesEveryPartUnderTheNewName",
      "StoreFilesTests/neverMeetsAStalePart", "StoreFilesTests/movesEveryPart",
      "StoreFilesTests/deletesEveryPartAndNothingElse",
      "SeenToFailTests/deletedWriteAheadLogIsReportedAsLost",
      "SabotageTests/aSpoiltCopyIsRedByName",
      "AdoptTests/theWholeUnitBecomesAGoldenThatIsMarked"),
    Promise(
      5, "goldens are generated fresh, or adopted and marked",
      "ManifestTests/goldenMadeFromAnotherOneIsReported",
      "StoreGeneratorTests/historyVersionAndSeedEachChangeTheStoreUUID",
      "AdoptTests/theWholeUnitBecomesAGoldenThatIsMarked",
      "AdoptTests/whatCannotBeAGoldenIsRefusedAndLeavesNothing"),
    Promise(
      6, "the same bytes on every run",
      "DeterminismTests/recordingTwiceElsewhereAndLaterGivesTheSameBytes"),
    Promise(
      7, "coverage is computed and complete unless waived by name",
      "StoreGeneratorTests/everyVersionIsCoveredInFull", "StoreGeneratorTests/gapsAreNamed",
      "RecordTests/dataThatDoesNotCoverTheSchemaIsNotRecorded",
      "DeclarationTests/aGapIsWaivedByNameWhereItIsThere",
      "DeclarationTests/aWaiverThatNothingNeedsFails"),
    Promise(
      8, "goldens are read-only", "GoldensTraitTests/aChangedGoldenTurnsTheSuiteRed",
      "MutantTests/migratorThatTouchesAFinishedStoreIsCaught"),
    Promise(
      9, "a readable dump stands beside each golden, whose content has a budget",
      "ManifestTests/changedDumpIsReportedWithItsLine", "RecordTests/tooMuchContentIsNotRecorded",
      "DeclarationTests/theContentLimitIsRaisedForOneGolden"),
    Promise(
      10, "variants from the same seed",
      "GoldenCommandTests/generateWritesTheVariantThatIsAskedFor",
      "RecordTests/rowsAreAllInTheWriteAheadLog",
      "GoldenVariantTests/everyVariantMigratesLikeTheGolden",
      "GoldenVariantTests/aMigratorThatBuriesAStaleLogFails"),
    Promise(
      11, "the history is one ordered value",
      "ModelHistoryTests/pairsAreAllSourcesBeforeAllDestinations",
      "ModelHistoryTests/problemsOfAllVersionsAreReportedTogether"),
    Promise(
      12, "pins are append-only lines in a file of their own",
      "PinsTests/newVersionsGoToTheEndAndOldLinesStay",
      "RecordTests/newVersionLeavesTheOldLinesAndGoldensAlone",
      "PinMergeTests/twoBranchesThatAddTheSameVersionConflictInThePins",
      "PinMergeTests/linesOfBothBranchesContradictEachOther",
      "UpkeepTests/aPinIsChangedByReplacingAlone",
      "BrowserModelsTests/everyVersionHasTheRecordedHashes"),
    Promise(
      13, "a pin failure names version, entity and property",
      "SeenToFailTests/attributeMadeOptionalIsReportedWithOldAndNew"),
    Promise(
      14, "versions are draft or sealed, and sealed goldens are never rewritten",
      "SealTests/sealChangesTheLineOfTheVersionAndNamesItsManifest",
      "SealTests/aSealedGoldenIsNeverWritten", "SealTests/aSealedGoldenWithAnotherManifestFails",
      "UpkeepTests/thePinsOfASealedVersionAreNeverChanged", "UpkeepTests/whatHasShippedStays"),
    Promise(
      15, "versions differ or are declared aliases; shapes are declared",
      "DeclarationTests/equalHashesMustBeDeclared",
      "DeclarationTests/declaredAliasMustHaveTheHashes",
      "DeclarationTests/aShapeHasAGoldenAndPinsOfItsOwn",
      "DeclarationTests/aShapeMustDifferFromItsVersionAndFromEveryOther",
      "ExtraSourceTests/aShapeIsMigratedToItsVersionAndToEveryLaterOne",
      "DeclaredShapeTests/aStoreOfAShapeGoesToItsVersionAndOn"),
    Promise(
      16, "what is missing, unlisted, ignored or never run is a failure",
      "SeenToFailTests/missingGoldenIsReportedWithItsFolder",
      "SeenToFailTests/extraFolderIsReported", "SabotageTests/aSpoiltCopyIsRedByName",
      "RecordTests/ignoredGoldensAlwaysFailAndUntrackedOnesWhereItMatters",
      "GoldenSessionTests/suiteThatRunsNothingFails",
      "GoldenSessionTests/suiteThatLeavesOutACaseFailsUnlessTestsWereSelected",
      "VersionMatrixTests/selectionOfNothingFails", "VersionMatrixTests/refusedPairIsRunAndFails",
      "MatrixShardTests/aShardOfNothingIsGreenAndOneThatRanLessIsNot",
      "NightlyTests/whatIsNotWholeFails"),
    Promise(
      17, "all pairs come from the history, at n(n−1)/2 hops",
      "VersionMatrixTests/everyPairOfNVersionsRunsWithOneHopEach",
      "VersionMatrixTests/chainsShareTheirHops", "MatrixTierTests/aNewVersionNeedsNoEdit",
      "MatrixTierTests/tiersAreNeighboursThenAllToTheCurrentOneThenEverything",
      "MatrixTierTests/eachTierRunsWhatItPromises",
      "MatrixShardTests/allShardsTogetherAreExactlyEverything"),
    Promise(
      18, "counts and values of every object are compared",
      "MutantTests/spoiltResultIsCaughtAsWhatItIs",
      "PhysicalComparisonTests/differencesOfContentsAreFoundByKey"),
    Promise(
      19, "expectations are derived", "ExpectationTests/attributesAreFoundByTheirRenamingKey",
      "EvolutionTests/migratedObjectsAreThoseThatTheRulesGive"),
    Promise(20, "relationships keep every edge", "ExpectationTests/orderIsKept"),
    Promise(
      21, "the migration really ran", "MutantTests/migratorThatOnlyCopiesIsCaught",
      "MutantTests/metadataOfTheSourceAreCaught", "SabotageTests/aSpoiltCopyIsRedByName"),
    Promise(
      22, "the result is built like a fresh store",
      "PhysicalComparisonTests/freshStoreHasNoDifference",
      "MutantTests/spoiltResultIsCaughtAsWhatItIs"),
    Promise(
      23, "direct and stepwise results are equal", "MutantTests/routesThatEndDifferentlyAreCaught"),
    Promise(
      24, "the migrator under test is pluggable", "MutantTests/migratorThatOnlyCopiesIsCaught"),
    Promise(
      25, "a failing case keeps what it left, and costs itself only",
      "VersionMatrixTests/failingPairKeepsItsStoreItsDumpsAndItsDifferences",
      "IsolatedMatrixTests/aCrashCostsItsPairAndSaysWhere",
      "IsolatedMatrixTests/aHangIsGivenUpByName",
      "MatrixSupervisorTests/aDirectMigrationThatHangsCostsItsPair",
      "SuiteRunTests/aFailingPairSaysHowToRepeatItInTheTests"),
    Promise(
      26, "nothing is recorded unless asked, and a recording run ends red",
      "SettingsTests/nothingIsSetByDefault", "RecordTests/neverWritesNothing",
      "GoldensTraitTests/aRecordingRunEndsRed",
      "RecordingRunTests/whatIsMissingIsRecordedAndTheRunEndsRed",
      "SettingsTests/tierAndShardAreNamed"),
    Promise(27, "about 15 lines of user code", "ReadmeTests/theSwiftExamplesAreTheFilesThatRun"),
    Promise(
      28, "every failure says what, where and what next",
      "SeenToFailTests/missingGoldenIsReportedWithItsFolder",
      "SabotageTests/everySabotageHasASentenceOfItsOwn",
      "DifferenceReportTests/eachKindHasItsSentenceAndItsJSON",
      "MatrixSupervisorTests/everyFailureSaysWhatWhereAndTheNextCommand"),
    Promise(
      29, "the work of a matrix grows with its pairs and no faster",
      "MatrixSupervisorTests/theWorkGrowsWithThePairsAndNoFaster"),
  ]

  /// The text of every test file.
  private static func files() throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    var texts: [String] = []
    for case let name as String in names where name.hasSuffix(".swift") {
      texts.append(
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }
    return texts
  }

  @Test func everyPromiseHasANumberAndTests() {
    #expect(Self.promises.map(\.number) == Array(1...29))
    #expect(Self.promises.allSatisfy { !$0.tests.isEmpty })
  }

  @Test func everyTestThatIsNamedExists() throws {
    let files = try Self.files()
    for promise in Self.promises {
      for test in promise.tests {
        let parts = test.split(separator: "/").map(String.init)
        try #require(parts.count == 2)
        #expect(
          files.contains { text in
            (text.contains("struct \(parts[0]) {") || text.contains("extension \(parts[0]) {"))
              && text.contains("func \(parts[1])(") && text.contains("@Test")
          }, "\(promise.number): \(test)")
      }
    }
  }
}
