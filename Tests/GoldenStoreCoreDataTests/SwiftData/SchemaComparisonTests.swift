import Foundation
import GoldenStoreCoreData
import GoldenStoreModel
import Testing

/// Schemas as SwiftData would make them, told apart by hashes that our own rules compute.
struct SchemaComparisonTests {
  private static func model(
    _ name: String, _ version: SchemaVersion, _ properties: [SchemaAttribute]
  ) -> Model {
    Model(name, versionIdentifier: version) {
      Entity("Track") { for property in properties { property } }
    }
  }

  private static let first = model(
    "V1", SchemaVersion(1, 0, 0), [SchemaAttribute("title", .string)])
  private static let second = model(
    "V2", SchemaVersion(2, 0, 0),
    [SchemaAttribute("title", .string), SchemaAttribute("length", .optional(.int))])
  private static let third = model(
    "V3", SchemaVersion(3, 0, 0),
    [SchemaAttribute("title", .string, .unique), SchemaAttribute("length", .int)])
  private static let history = ModelHistory("Library") {
    first
    second
    third
  }

  private static func schema(
    _ model: Model, named name: String? = nil, identifier: SchemaVersion? = nil
  ) throws -> SchemaComparison.Schema {
    let numbers = model.versionIdentifiers[0].split(separator: ".").compactMap { Int($0) }
    return SchemaComparison.Schema(
      name: name ?? "Schema\(model.name)",
      versionIdentifier: identifier ?? SchemaVersion(numbers[0], numbers[1], numbers[2]),
      hashes: try EntityHashes.all(of: model.validated()))
  }

  private static func sentences(
    _ schemas: [SchemaComparison.Schema], in history: ModelHistory = history
  ) throws -> [String] {
    try SchemaComparison(history).differences(of: schemas, plan: "LibraryPlan").map(\.description)
  }

  // MARK: One schema

  @Test func equalSchemasDoNotDiffer() throws {
    let comparison = try SchemaComparison(Self.history)
    for (model, names) in zip(Self.history.versions, [["V1", "1"], ["V2", "2"], ["V3", "3"]]) {
      for name in names {
        #expect(try comparison.differences(of: Self.schema(model), fromVersion: name) == [])
      }
    }
  }

  @Test func propertiesEntitiesAndIdentifiersThatDifferAreNamed() throws {
    let comparison = try SchemaComparison(Self.history)
    let other = Model("Other", versionIdentifier: SchemaVersion(3, 1, 0)) {
      Entity("Track") {
        SchemaAttribute("title", .optional(.string), .unique)
        SchemaAttribute("length", .int)
        SchemaAttribute("added", .date)
      }
      Entity("Album")
    }
    let differences = try comparison.differences(of: Self.schema(other), fromVersion: "V3")
    #expect(
      differences.map { difference in
        switch difference {
        case .versionHash(let schema, let version, let hash):
          "\(schema) \(version) \(hash.subject) \(hash.expected == nil) \(hash.found == nil)"
        default: difference.description
        }
      } == [
        "SchemaOther V3 entity(\"Album\") true false",
        "SchemaOther V3 property(entity: \"Track\", property: \"added\") true false",
        "SchemaOther V3 property(entity: \"Track\", property: \"title\") false false",
        "schema 'SchemaOther' has version identifier '3.1.0', but version 'V3' has '3.0.0'",
      ])
    #expect(
      differences.first?.description.hasPrefix(
        "schema 'SchemaOther' is not version 'V3': entity 'Album' has version hash ") == true)
  }

  @Test func aUniquePropertyIsTheEntitysOwnDifference() throws {
    let plain = Self.model(
      "V3", SchemaVersion(3, 0, 0),
      [SchemaAttribute("title", .string), SchemaAttribute("length", .int)])
    let differences = try SchemaComparison(Self.history).differences(
      of: Self.schema(plain), fromVersion: "V3")
    #expect(differences.count == 1)
    #expect(differences.first?.description.hasSuffix("; its properties agree") == true)
  }

  @Test func aVersionThatIsNotThereIsAnError() throws {
    let comparison = try SchemaComparison(Self.history)
    let schema = try Self.schema(Self.first)
    let error = #expect(throws: ModelError.self) {
      try comparison.differences(of: schema, fromVersion: "V4")
    }
    #expect(
      error?.description
        == "history 'Library' has no version 'V4'; did you mean 'V1'?; it has 'V1', 'V2' and 'V3'")
  }

  /// A version in Core Data's words has no identifier, or an empty one.
  @Test(arguments: [[], [""], ["a", "1.0.0"]])
  func aMissingIdentifierIsNoDifference(_ identifiers: [String]) throws {
    var model = Self.first
    model.versionIdentifiers = identifiers
    let comparison = try SchemaComparison(ModelHistory("Library") { model })
    #expect(
      try comparison.differences(of: Self.schema(Self.first), fromVersion: "V1") == [])
  }

  // MARK: A plan

  @Test func aPlanOfEveryVersionInOrderDoesNotDiffer() throws {
    #expect(try Self.sentences(Self.history.versions.map { try Self.schema($0) }) == [])
  }

  @Test func aVersionWithoutASchemaIsNamed() throws {
    #expect(
      try Self.sentences([Self.schema(Self.second), Self.schema(Self.third)]) == [
        "version 'V1' has no schema in 'LibraryPlan', so that SwiftData opens none of its stores; "
          + "add a schema with frozen copies of all its models"
      ])
    #expect(try Self.sentences([]).count == 3)
  }

  @Test func aSchemaWithoutAVersionIsNamed() throws {
    let fourth = Self.model("V4", SchemaVersion(4, 0, 0), [SchemaAttribute("name", .string)])
    #expect(
      try Self.sentences((Self.history.versions + [fourth]).map { try Self.schema($0) }) == [
        "schema 'SchemaV4' has no version in history 'Library'; declare it, so that its stores "
          + "have a golden"
      ])
  }

  /// Two schemas list the live type of today, which SwiftData takes for one version.
  @Test func schemasOfOneShapeAreNamed() throws {
    let live = try Self.schema(
      Self.third, named: "SchemaV2", identifier: SchemaVersion(2, 0, 0))
    let sentences = try Self.sentences([
      Self.schema(Self.first), live, Self.schema(Self.third),
    ])
    #expect(
      sentences.first
        == "schemas 'SchemaV2' and 'SchemaV3' have the same hashes, and SwiftData refuses both; "
        + "leave one out, or freeze the models that the earlier one shares with today's code")
    // What is left of the plan is the second version, with which the live type is compared.
    #expect(
      sentences.dropFirst().allSatisfy { $0.hasPrefix("schema 'SchemaV2' is not version 'V2': ") })
    #expect(sentences.count == 2)
  }

  /// Identifiers decide nothing, hashes do.
  @Test func aSchemaWithTheHashesOfAVersionIsThatVersion() throws {
    let schemas = try [
      Self.schema(Self.first, identifier: SchemaVersion(2, 0, 0)),
      Self.schema(Self.second, identifier: SchemaVersion(1, 0, 0)), Self.schema(Self.third),
    ]
    #expect(
      try Self.sentences(schemas) == [
        "schema 'SchemaV1' has version identifier '2.0.0', but version 'V1' has '1.0.0'",
        "schema 'SchemaV2' has version identifier '1.0.0', but version 'V2' has '2.0.0'",
      ])
  }

  @Test func aChangedSchemaIsComparedWithTheVersionOfItsIdentifier() throws {
    let names = ["album", "artist", "genre", "length"]
    let second = Self.model(
      "V2", SchemaVersion(2, 0, 0), (names + ["title"]).map { SchemaAttribute($0, .string) })
    // The first version is nearer.
    let changed = Self.model(
      "V2", SchemaVersion(2, 0, 0), [SchemaAttribute("title", .string, .unique)])
    let history = ModelHistory("Library") {
      Self.first
      second
    }
    let sentences = try Self.sentences([Self.schema(changed)], in: history)
    #expect(sentences.count == 5)
    for (sentence, name) in zip(sentences, names) {
      #expect(
        sentence.hasPrefix("schema 'SchemaV2' is not version 'V2': property 'Track.\(name)' has"))
    }
    #expect(sentences.last?.hasPrefix("version 'V1' has no schema in ") == true)
  }

  @Test func aChangedSchemaWithoutAnIdentifierIsComparedWithTheNearestVersion() throws {
    var history = Self.history
    for position in history.versions.indices {
      history.versions[position].versionIdentifiers = []
    }
    let changed = Self.model(
      "V2", SchemaVersion(9, 0, 0),
      [
        SchemaAttribute("title", .string), SchemaAttribute("length", .optional(.int)),
        SchemaAttribute("added", .date),
      ])
    let sentences = try Self.sentences(
      [Self.schema(changed), Self.schema(Self.third)], in: history)
    #expect(sentences.count == 2)
    #expect(sentences.first?.contains("is not version 'V2': property 'Track.added' has") == true)
    #expect(sentences.last?.hasPrefix("version 'V1' has no schema in ") == true)
  }

  @Test func schemasInAnotherOrderAreNamed() throws {
    #expect(
      try Self.sentences([
        Self.schema(Self.second), Self.schema(Self.first), Self.schema(Self.third),
      ]) == [
        "schema 'SchemaV1' is version 'V1', and stands behind one of the later version 'V2'"
      ])
  }

  // MARK: Shapes

  @Test func aShapeThatShippedNeedsASchemaToo() throws {
    var history = Self.history
    history.shapes = [
      VersionShape(
        "beta", of: "V2",
        model: Self.model("V2", SchemaVersion(2, 0, 0), [SchemaAttribute("length", .int)]))
    ]
    let schemas = try history.versions.map { try Self.schema($0) }
    #expect(
      try Self.sentences(schemas, in: history) == [
        "version 'V2~beta' has no schema in 'LibraryPlan', so that SwiftData opens none of its "
          + "stores; add a schema with frozen copies of all its models"
      ])
    let beta = try Self.schema(history.shapes[0].model, named: "SchemaBeta")
    #expect(try Self.sentences([schemas[0], beta, schemas[1], schemas[2]], in: history) == [])
    #expect(try Self.sentences([schemas[0], schemas[1], beta, schemas[2]], in: history) == [])
    #expect(
      try SchemaComparison(history).differences(of: beta, fromVersion: "V2~beta") == [])
  }

  /// A version with the hashes of an earlier one needs no schema: SwiftData would refuse it.
  @Test func anAliasNeedsNoSchema() throws {
    var alias = Self.third
    alias.name = "V4"
    alias.versionIdentifiers = ["4.0.0"]
    let history = ModelHistory("Library", aliases: [VersionAlias("V4", of: "V3")]) {
      Self.first
      Self.second
      Self.third
      alias
    }
    let schemas = try Self.history.versions.map { try Self.schema($0) }
    #expect(try Self.sentences(schemas, in: history) == [])
    // The one whose identifier it has is its version.
    let later = try Self.schema(alias)
    #expect(try Self.sentences(Array(schemas.dropLast()) + [later], in: history) == [])
  }
}
