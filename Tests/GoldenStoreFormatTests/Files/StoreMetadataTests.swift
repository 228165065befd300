import GoldenStoreFormat
import Testing

struct StoreMetadataTests {
  @Test(arguments: [
    (1044, "iOS 13"), (1145, "iOS 15"), (1239, "iOS 16"), (1251, "iOS 16"), (1333, "iOS 17"),
    (1345, "iOS 17"), (866, nil), (1252, nil), (1346, nil), (Int64.min, nil),
  ])
  func frameworksInWords(version: Int64, system: String?) {
    #expect(StoreMetadata.systems(ofFramework: version) == system)
  }
}
