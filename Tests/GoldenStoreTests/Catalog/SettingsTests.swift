import BrowserModels
import GoldenStore
import GoldenStoreModel
import TestSupport
import Testing

struct SettingsTests {
  @Test func nothingIsSetByDefault() throws {
    let settings = try Settings(environment: ["GOLDENSTORE_RECORD": "", "OTHER": "x"])
    #expect(settings.recordMode == nil)
    #expect(settings.pair == nil)
    #expect(settings.artifacts == nil)
    #expect(settings.goldens == nil)
    #expect(settings.tier == nil)
    #expect(settings.shard == nil)
    #expect(try settings.matrix(of: BrowserModels.bookmarks).pairs.count == 15)
  }

  @Test(arguments: RecordMode.allCases)
  func recordModesAreNamed(_ mode: RecordMode) throws {
    #expect(try Settings(environment: ["GOLDENSTORE_RECORD": mode.rawValue]).recordMode == mode)
  }

  @Test func unknownRecordModeIsRefused() throws {
    let error = #expect(throws: GoldenError.self) {
      try Settings(environment: ["GOLDENSTORE_RECORD": "always"])
    }
    #expect(
      error?.description == "GOLDENSTORE_RECORD is 'always'; expected one of 'never', 'missing', "
        + "'changed', 'all'")
  }

  @Test(arguments: [
    ("3-6", ["BookmarksModel 3 → BookmarksModel 6"]),
    ("BookmarksModel 3→BookmarksModel 6", ["BookmarksModel 3 → BookmarksModel 6"]),
    ("BookmarksModel→2", ["BookmarksModel → BookmarksModel 2"]),
    (
      "4-*", ["BookmarksModel 4 → BookmarksModel 5", "BookmarksModel 4 → BookmarksModel 6"]
    ),
    ("*-3", ["BookmarksModel → BookmarksModel 3", "BookmarksModel 2 → BookmarksModel 3"]),
    ("6-3", []),
  ])
  func pairsAreSelected(_ text: String, _ pairs: [String]) throws {
    let settings = try Settings(environment: ["GOLDENSTORE_PAIR": text])
    #expect(
      try settings.matrix(of: BrowserModels.bookmarks).pairs.map(\.description) == pairs)
  }

  /// Requirement 26: a tier and a shard by environment.
  @Test func tierAndShardAreNamed() throws {
    let catalog = try Catalog(BrowserModels.bookmarks, in: GreenCatalog.goldens)
    func pairs(_ environment: [String: String], tier: MatrixTier = .full) throws -> Int {
      try Settings(environment: environment).matrix(of: catalog, tier: tier).pairs.count
    }
    #expect(try pairs([:], tier: .standard) == 9)
    #expect(try pairs(["GOLDENSTORE_TIER": "quick"], tier: .standard) == 5)
    #expect(try pairs(["GOLDENSTORE_TIER": "full"], tier: .quick) == 15)
    // Whoever asks for a pair gets it, unless the environment itself names a tier.
    #expect(try pairs(["GOLDENSTORE_PAIR": "1-4"], tier: .quick) == 1)
    #expect(try pairs(["GOLDENSTORE_PAIR": "1-4", "GOLDENSTORE_TIER": "quick"]) == 0)
    let shards = try (1...4).map { number in
      try Settings(environment: ["GOLDENSTORE_SHARD": "\(number)/4"]).matrix(of: catalog)
    }
    #expect(shards.flatMap(\.pairs).sorted { $0.source < $1.source }.count == 15)
    #expect(Set(shards.flatMap(\.pairs)).count == 15)
    #expect(shards.flatMap(\.versions).sorted() == Array(0..<6))
  }

  @Test(arguments: [
    ("GOLDENSTORE_TIER", "all", "'quick', 'standard', 'full'"),
    ("GOLDENSTORE_SHARD", "5/4", "'1/4', '2/4', '4/4'"),
  ])
  func unknownTierAndShardAreRefused(
    _ name: String, _ value: String, _ known: String
  ) throws {
    let error = #expect(throws: GoldenError.self) {
      try Settings(environment: [name: value])
    }
    #expect(error?.description == "\(name) is '\(value)'; expected one of \(known)")
  }

  @Test(arguments: ["3", "3-9", "x-y", "→"])
  func unknownPairsAreRefused(_ text: String) throws {
    let settings = try Settings(environment: ["GOLDENSTORE_PAIR": text])
    #expect(throws: GoldenError.self) { try settings.matrix(of: BrowserModels.bookmarks) }
  }
}
