import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Predicates, expressions, limits and fetch requests on their way through an archive.
struct ArchivedPredicateTests {
  private static func roundTrip(_ model: Model) throws -> ArchivedModel {
    try ArchivedModel(
      cacheContent: ArchivedModel.cacheContent(of: model.validated()), versionName: model.name)
  }

  @Test("a model with predicates of every kind comes out of its archive as it went in")
  func roundTrip() throws {
    let predicates = [
      "rating == nil", "rating != nil", "rating == -1", "rating > 3 AND hidden == 0",
      "title == \"it's \\\"so\\\"\"", "(hidden == 1 OR rating >= 2) AND album != nil",
      "NOT (hidden == 1 AND rating < 2)", "rating <= 1.5", "title CONTAINS[cd] \"x\"",
      "rating IN {1, 2}", "taken < CAST(12.5, \"NSDate\")", "ANY photos.rating == 1",
    ]
    let model = Model("M") {
      Entity("Photo") {
        Attribute("hidden", .boolean)
        Attribute("rating", .double)
        Attribute("taken", .date)
        Attribute("title", .string)
        Relationship("album", to: "Photo", inverse: "photos")
        Relationship("photos", to: "Photo", inverse: "album", .toMany)
        for (number, predicate) in predicates.enumerated() {
          FetchIndex("i\(number)", "rating", where: predicate)
        }
      }
    }
    let archived = try Self.roundTrip(model)
    #expect(archived.model == model)
    #expect(archived.notes == [])
  }

  @Test("derivations of every kind come out of an archive in the form that is hashed")
  func derivations() throws {
    let expressions = [
      ("pages.@count", "count:(pages)"), ("pages.@sum", "sum:(pages)"),
      ("sum:(pages.length)", "sum:(pages.length)"), ("min:(pages.length)", "min:(pages.length)"),
      ("max:(pages.length)", "max:(pages.length)"), ("now()", "now()"),
      ("author.name", "author.name"),
      ("canonical:(title)", "canonical:(title)"), ("uppercase:(title)", "uppercase:(title)"),
      ("lowercase:(title)", "lowercase:(title)"),
      ("average:(pages.length)", "average:(pages.length)"),
      ("uppercase:(canonical:(title))", "uppercase:(canonical:(title))"),
    ]
    for (written, printed) in expressions {
      let filter = written.contains("pages") ? "length == YES" : nil
      let model = Model("M") {
        Entity("Book") {
          Attribute(
            "a", .double, derivation: Derivation(written, filteringPredicate: filter))
        }
      }
      let archived = try Self.roundTrip(model).model
      #expect(
        archived.entities.first?.attributes.first?.derivation
          == Derivation(printed, filteringPredicate: filter.map { _ in "length == 1" }))
    }
  }

  @Test("limits of numbers, dates and texts are archived as predicates with Core Data's codes")
  func limits() throws {
    let custom = AttributeValidation(predicates: [
      ValidationPredicate("SELF CONTAINS \"@\"", .message("an address has an @")),
      ValidationPredicate("length >= 3", .code(7)),
    ])
    let model = Model("M") {
      Entity("Person") {
        Attribute("age", .integer16, validation: AttributeValidation(minimum: "0", maximum: "150"))
        Attribute("born", .date, validation: AttributeValidation(minimum: "284000400.0"))
        Attribute("mail", .string, validation: custom)
        Attribute("name", .string, validation: AttributeValidation(maximum: "40"))
        Attribute("weight", .double, validation: AttributeValidation(minimum: "0.5"))
      }
    }
    let archived = try Self.roundTrip(model)
    #expect(archived.model == model)
    #expect(archived.notes == [])
  }

  @Test("a limit that no archive is known to hold is left out")
  func unknownLimits() throws {
    let model = Model("M") {
      Entity("Person") {
        Attribute(
          "name", .string,
          validation: AttributeValidation(
            minimum: "1", regularExpression: "[a-z]*",
            predicates: [ValidationPredicate("SELF LIKE \"a*\"", .code(1))]))
        Attribute("picture", .binary, validation: AttributeValidation(minimum: "1"))
      }
    }
    let attributes = try #require(Self.roundTrip(model).model.entities.first?.attributes)
    #expect(attributes.map(\.validation) == [AttributeValidation(minimum: "1"), nil])
  }

  @Test("fetch requests keep their settings, unless one has no known archive")
  func fetchRequests() throws {
    let settings = [
      UserInfoEntry("entity", "Book"), UserInfoEntry("fetchBatchSize", "20"),
      UserInfoEntry("fetchLimit", "5"),
      UserInfoEntry("predicateString", "price < 12 AND category == $FETCH_SOURCE"),
      UserInfoEntry("sortDescriptors", "price ascending, title descending"),
    ]
    let unknown = [UserInfoEntry("entity", "Book"), UserInfoEntry("resultType", "2")]
    var model = Model(
      "M", fetchRequests: [FetchRequestTemplate("cheap", settings: settings)]
    ) {
      Entity("Book") {
        Attribute("price", .double)
        FetchedProperty("alike", fetchRequest: settings, userInfo: [UserInfoEntry("k", "v")])
      }
      Entity("Novel", superentity: "Book")
    }
    let archived = try Self.roundTrip(model)
    #expect(archived.model == model)
    #expect(archived.notes == [])
    model.fetchRequests.append(FetchRequestTemplate("ids", settings: unknown))
    model.entities[0].fetchedProperties.append(FetchedProperty("ids", fetchRequest: unknown))
    #expect(try Self.roundTrip(model).model == archived.model)
  }

  @Test("what an archive says beyond our vocabulary is noted, each with its place")
  func strangeKeysAreNoted() throws {
    let model = try Model("M") {
      Entity("A") {
        Attribute("a", .string)
        Relationship("r", to: "A")
        FetchIndex("i", "a")
      }
    }.validated()
    let archive = try RawDeflate.inflate(ArchivedModel.cacheContent(of: model), limit: 1 << 20)
    guard case .dictionary(var list) = try BinaryPropertyList.decode(archive),
      case .array(var objects)? = list["$objects"]
    else {
      Issue.record("no archive")
      return
    }
    for (position, object) in objects.enumerated() {
      guard case .dictionary(var fields) = object, fields["$class"] != nil else { continue }
      if ["NSEntities", "NSEntityName", "NSIndexName", "NSAscending", "NSMaxCount"]
        .contains(where: { fields[$0] != nil })
      {
        fields["NSLater"] = .integer(1)
        fields["NSEarlier"] = .integer(1)
      } else if fields["NSAttributeType"] != nil {
        fields["NSIsReadOnly"] = .boolean(true)
        fields["NSFlagsKey"] = .integer(36)
        fields["NSAttributeValueClassName"] = fields["NSPropertyName"]
      }
      objects[position] = .dictionary(fields)
    }
    list["$objects"] = .array(objects)
    let archived = try ArchivedModel(
      archive: BinaryPropertyList.encode(.dictionary(list)), versionName: "M")
    let keys = "'NSEarlier', 'NSLater' of the archive is left out"
    #expect(
      archived.notes.sorted() == [
        "entity 'A', attribute 'a': flags 32 are left out",
        "entity 'A', attribute 'a': it is read-only, which is left out, and its hash will differ",
        "entity 'A', attribute 'a': the class 'a' of its values is left out",
        "entity 'A', fetch index 'i': \(keys)", "entity 'A', fetch index 'i': \(keys)",
        "entity 'A', relationship 'r': \(keys)", "entity 'A': \(keys)", "the model: \(keys)",
      ])
  }

  @Test("a partial index whose predicate is no predicate is refused with its place")
  func refusal() {
    let model = Model("M") {
      Entity("Photo") {
        Attribute("rating", .double)
        FetchIndex("i", "rating", where: "rating ~ 1")
      }
    }
    #expect(
      throws: StoreError.notSupported(
        feature: "'~' in a predicate", place: "fetch index 'Photo.i'")
    ) { try Self.roundTrip(model) }
  }

  @Test("a store with a partial index and derived attributes is written with its archive")
  func storeWithPartialIndex() throws {
    let model = try Model("M") {
      Entity("Photo") {
        Attribute("rating", .integer16)
        Attribute("upper", .string, derivation: Derivation("uppercase:(title)"))
        Attribute("title", .string)
        FetchIndex("rated", "rating", where: "rating != nil AND title != \"x\"")
      }
    }.validated()
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("m.sqlite").path
      try StoreWriter.write(
        StoreContents(entities: []), layout: StoreLayout(model), storeUUID: UUID(), to: path)
      let connection = try Connection(path: path, mode: .readWrite)
      let cache = try #require(
        try connection.firstRow("SELECT Z_CONTENT FROM Z_MODELCACHE", { $0.bytes(at: 0) }))
      try connection.close()
      let archived = try ArchivedModel(cacheContent: cache, versionName: "M").model.validated()
      #expect(try StoreLayout(archived).statements == StoreLayout(model).statements)
      #expect(try VersionHash.digest(of: archived) == VersionHash.digest(of: model))
    }
  }
}
