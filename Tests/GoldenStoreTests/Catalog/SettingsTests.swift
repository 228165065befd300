import BrowserModels
import GoldenStore
import GoldenStoreModel
import Testing

struct SettingsTests {
  @Test func nothingIsSetByDefault() throws {
    let settings = try Settings(environment: ["GOLDENSTORE_RECORD": "", "OTHER": "x"])
    #expect(settings.recordMode == nil)
    #expect(settings.pair == nil)
    #expect(settings.artifacts == nil)
    #expect(settings.goldens == nil)
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

  @Test(arguments: ["3", "3-9", "x-y", "→"])
  func unknownPairsAreRefused(_ text: String) throws {
    let settings = try Settings(environment: ["GOLDENSTORE_PAIR": text])
    #expect(throws: GoldenError.self) { try settings.matrix(of: BrowserModels.bookmarks) }
  }
}
