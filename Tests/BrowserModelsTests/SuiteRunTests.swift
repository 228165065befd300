import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreTesting
import Testing

/// A suite whose cases run in processes of their own.
@Suite(.goldens(BrowserModels.syncMetadata, in: "Goldens/SyncMetadata", isolatedBy: "goldenstore"))
struct IsolatedGoldens {
  @Test(arguments: BrowserModels.syncMetadata.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.syncMetadata.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}

/// A suite of one tier, whose other cases are left out.
@Suite(.goldens(BrowserModels.syncMetadata, in: "Goldens/SyncMetadata", tier: .quick))
struct QuickGoldens {
  @Test(arguments: BrowserModels.syncMetadata.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.syncMetadata.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}

/// What the trait says about how a suite ran.
struct SuiteRunTests {
  /// A copy of the goldens of a history, which may be changed.
  private func copy(_ history: ModelHistory, in folder: String) throws -> String {
    let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Goldens")
    let copy = folder.appendingPathComponent(history.name)
    try FileManager.default.copyItem(
      atPath: goldens.appendingPathComponent(history.name).path, toPath: copy)
    return copy
  }

  /// Runs a body as a suite with goldens of its own, and returns what is recorded as issues.
  private func issues(
    _ trait: GoldensTrait, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let (texts, channel) = AsyncStream<String>.makeStream()
    try await withKnownIssue(isIntermittent: true) {
      try await trait.provideScope(for: test, testCase: nil, performing: body)
    } matching: { issue in
      channel.yield(issue.comments.map(\.rawValue).joined(separator: " "))
      return true
    }
    channel.finish()
    return await texts.reduce(into: []) { $0.append($1) }
  }

  @Test func aSuiteThatRunsEverythingIsGreen() async throws {
    let folder = try TemporaryDirectory()
    let history = BrowserModels.privacyStats
    let path = try copy(history, in: folder.path)
    let found = try await issues(.goldens(history, in: path)) {
      try await expectGolden("PrivacyStats")
    }
    #expect(found == [])
  }

  @Test func aGoldenThatChangesWhileTheSuiteRunsIsNamed() async throws {
    let folder = try TemporaryDirectory()
    let history = BrowserModels.privacyStats
    let path = try copy(history, in: folder.path)
    let found = try await issues(.goldens(history, in: path)) {
      try await expectGolden("PrivacyStats")
      let pins = URL(fileURLWithPath: path.appendingPathComponent("pins.txt"))
      try (Data(contentsOf: pins) + Data("\n".utf8)).write(to: pins)
    }
    #expect(found.count == 1)
    #expect(
      found.first?.contains("golden file 'pins.txt' changed while the matrix ran") == true)
  }

  @Test func aSuiteThatRunsNothingIsNamed() async throws {
    let folder = try TemporaryDirectory()
    let history = BrowserModels.privacyStats
    let found = try await issues(.goldens(history, in: try copy(history, in: folder.path))) {}
    #expect(found.count == 1)
    #expect(found.first?.contains("planned 1 versions, ran 0") == true)
  }

  /// Requirements 25 and 28: a failing pair says how the tests repeat it.
  @Test func aFailingPairSaysHowToRepeatItInTheTests() async throws {
    let folder = try TemporaryDirectory()
    let history = BrowserModels.syncMetadata
    let path = try copy(history, in: folder.path)
    let pair = history.pairs[4]
    try FileManager.default.removeItem(
      atPath: path.appendingPathComponent("02-SyncMetadata-2/SyncMetadata.sqlite-wal"))
    let found = try await issues(.goldens(history, in: path)) { try await expectMigrates(pair) }
    let text = try #require(found.first { $0.contains("'SyncMetadata 2' → 'SyncMetadata 4'") })
    #expect(text.contains("repeat it with: goldenstore verify 'SyncMetadata' --goldens"))
    #expect(text.contains("or with: GOLDENSTORE_PAIR=2-4 swift test --filter SuiteRunTests"))
    #expect(text.contains("kept in '"))
  }
}
