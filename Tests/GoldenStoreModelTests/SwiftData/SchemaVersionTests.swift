import GoldenStoreModel
import Testing

struct SchemaVersionTests {
  @Test func versionsAreOrderedByTheirNumbers() {
    let versions = [(1, 0, 0), (1, 0, 2), (1, 0, 10), (1, 2, 0), (1, 10, 0), (2, 0, 0)].map {
      SchemaVersion($0, $1, $2)
    }
    #expect(versions.reversed().sorted() == versions)
    #expect(
      versions.map(\.description) == ["1.0.0", "1.0.2", "1.0.10", "1.2.0", "1.10.0", "2.0.0"])
  }

  @Test func aSchemaIsAModelWithOneConfiguration() throws {
    let model = Model("LibrarySchemaV2", versionIdentifier: SchemaVersion(2, 0, 1)) {
      Entity("Track") { SchemaAttribute("title", .string) }
      Entity("Album") { SchemaAttribute("name", .string) }
    }
    #expect(model.name == "LibrarySchemaV2")
    #expect(model.versionIdentifiers == ["2.0.1"])
    #expect(model.configurations == [ModelConfiguration("default", entities: ["Track", "Album"])])
    #expect(model.entities.allSatisfy { $0.className == nil })
    #expect(throws: Never.self) { try model.validated() }
  }

  /// Neither the version nor the configuration is hashed: two schemas of one shape are one.
  @Test func theVersionDecidesNoHash() throws {
    func model(_ version: SchemaVersion) throws -> ValidatedModel {
      try Model("V", versionIdentifier: version) {
        Entity("Track") { SchemaAttribute("title", .string) }
      }.validated()
    }
    #expect(
      try VersionHash.checksum(of: model(SchemaVersion(1, 0, 0)))
        == VersionHash.checksum(of: model(SchemaVersion(2, 0, 0))))
  }
}
