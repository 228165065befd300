import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Derived attributes from the generator to the matrix. The values computed here meet those that
/// the triggers of a store computed.
struct DerivedValuesTests {
  private static let history = DerivedLibrary.history

  // MARK: Values

  @Test("derived values are those that a person works out")
  func values() throws {
    let model = try Self.history.versions[0].validated()
    func object(
      _ entity: String, _ key: Int64, _ values: [String: AttributeValue],
      _ targets: [String: [Int64]] = [:]
    ) throws -> StoredObject {
      let description = try #require(model.entity(named: entity))
      let shape = model.shape(of: description)
      let destinations = Dictionary(
        uniqueKeysWithValues: model.relationships(of: description).map { ($0.name, $0.destination) }
      )
      return StoredObject(
        shape: shape, primaryKey: key, values: shape.attributes.map { values[$0] ?? .null },
        targets: shape.relationships.map { name in
          (targets[name] ?? []).map {
            ObjectReference(entity: destinations[name] ?? "", primaryKey: $0)
          }
        })
    }
    let contents = StoreContents(entities: [
      EntityContents(
        entity: "Author",
        objects: [
          try object("Author", 1, ["name": "Émile"], ["books": [1, 2, 3], "tags": [4, 5]]),
          try object("Author", 2, ["bookCount": 7]),
        ]),
      EntityContents(
        entity: "Book",
        objects: [
          try object(
            "Book", 1, ["pages": 10, "title": "b", "price": price("2.50")], ["author": [1]]),
          try object("Book", 2, ["title": "é", "published": .date(8)], ["author": [1]]),
          try object(
            "Book", 3, ["pages": -3, "title": "Z", "published": .date(-1)], ["author": [1]]),
          try object("Book", 4, ["authorName": "wrong"]),
        ]),
    ])
    let filled = try DerivedValues(model).applied(to: contents)
    func value(_ entity: String, _ key: Int64, _ attribute: String) -> AttributeValue? {
      filled.object(ObjectReference(entity: entity, primaryKey: key))?.value(of: attribute)
    }
    let expected: [String: AttributeValue] = [
      "folded": "emile", "upper": "ÉMILE", "lower": "émile", "changed": .date(0), "bookCount": 3,
      "pageSum": 7, "pageMean": .double(7), "worth": price("2.5"), "shortest": -3,
      "cheapest": price("2.5"), "firstTitle": "Z", "latest": .date(8), "tagCount": 2,
      "noteCount": .double(0),
    ]
    for (attribute, expected) in expected {
      #expect(value("Author", 1, attribute) == expected, "\(attribute)")
    }
    let none: [String: AttributeValue] = [
      "folded": .null, "upper": .null, "bookCount": 0, "pageSum": 0, "worth": price("0"),
      "shortest": .null, "firstTitle": .null, "latest": .null, "tagCount": 0,
    ]
    for (attribute, expected) in none {
      #expect(value("Author", 2, attribute) == expected, "\(attribute)")
    }
    #expect(value("Book", 1, "authorName") == "Émile")
    #expect(value("Book", 4, "authorName") == .null)
  }

  private func price(_ text: String) -> AttributeValue {
    DecimalNumber(text).map { .decimal($0) } ?? .null
  }

  @Test(
    "what a store would compute otherwise is refused",
    arguments: [
      ("average:(books.pages)", AttributeType.double), ("books.@count", .string),
      ("sum:(books.price)", .double), ("sum:(books.title)", .double), ("now()", .double),
      ("min:(books.pages)", .string), ("uppercase:(pages)", .string), ("uppercase:(title)", .uri),
      ("book.title", .uri),
    ])
  func refusals(_ expression: String, _ type: AttributeType) throws {
    let model = try Model("M") {
      Entity("A") {
        Attribute("d", type, derivation: Derivation(expression))
        Attribute("title", .string)
        Attribute("pages", .integer16)
        Attribute("price", .decimal)
        Relationship("books", to: "A", .toMany)
        Relationship("book", to: "A")
      }
    }.validated()
    #expect(
      throws: GoldenError.cannotDerive(
        entity: "A", attribute: "d", type: type.name, expression: expression)
    ) { try DerivedValues(model) }
  }

  @Test("a sum that depends on the order of its parts, or overflows, is refused")
  func inexactSums() throws {
    func sum(_ values: [AttributeValue], _ type: AttributeType, of summand: AttributeType) throws {
      let model = try Model("M") {
        Entity("A") {
          Attribute("d", type, derivation: Derivation("sum:(bs.n)"))
          Relationship("bs", to: "B", inverse: "a", .toMany)
        }
        Entity("B") {
          Attribute("n", summand)
          Relationship("a", to: "A", inverse: "bs")
        }
      }.validated()
      let a = model.shape(of: try #require(model.entity(named: "A")))
      let b = model.shape(of: try #require(model.entity(named: "B")))
      let keys = values.indices.map { Int64($0 + 1) }
      _ = try DerivedValues(model).applied(
        to: StoreContents(entities: [
          EntityContents(
            entity: "A",
            objects: [
              StoredObject(
                shape: a, primaryKey: 1, values: [.null],
                targets: [keys.map { ObjectReference(entity: "B", primaryKey: $0) }])
            ]),
          EntityContents(
            entity: "B",
            objects: zip(keys, values).map {
              StoredObject(
                shape: b, primaryKey: $0, values: [$1],
                targets: [[ObjectReference(entity: "A", primaryKey: 1)]])
            }),
        ]))
    }
    func refused(_ type: AttributeType) -> GoldenError {
      .inexactSum(entity: "A", attribute: "d", object: 1, type: type.name)
    }
    try sum([.double(0.5), .double(0.25)], .double, of: .double)
    #expect(throws: refused(.double)) {
      try sum([.double(0.1), .double(0.2)], .double, of: .double)
    }
    #expect(throws: refused(.integer16)) { try sum([30_000, 30_000], .integer16, of: .integer16) }
    #expect(throws: refused(.integer64)) {
      try sum([.integer(.max), 1], .integer64, of: .integer64)
    }
    #expect(throws: refused(.double)) {
      try sum([.integer(.max), 1], .double, of: .integer64)
    }
  }

  // MARK: Stores

  @Test("what the triggers of a written store compute is what is foreseen", arguments: 0..<3)
  func written(_ position: Int) throws {
    for variant in StoreVariant.allCases {
      let generator = try StoreGenerator(Self.history, position: position, seed: 7, rows: 40)
      let layout = try StoreLayout(generator.model)
      try withTemporaryDirectory { folder in
        let path = folder.appendingPathComponent("d.sqlite")
        try StoreWriter.write(
          generator, layout: layout, storeUUID: generator.storeUUID, variant: variant, to: path)
        let files = StoreFiles(main: path)
        let report = try ContentsComparison.report(
          expected: generator, found: StoreReader(files: files, layout: layout),
          model: generator.model)
        #expect(report.isEmpty, "\(report)")
        #expect(report.objectsCompared == 40 * generator.entities.count)
        let structure = try PhysicalComparison.report(of: files, layout: layout)
        #expect(structure.isEmpty, "\(structure)")
      }
    }
  }

  @Test("what the triggers of counters and locations keep is what is foreseen")
  func counters() throws {
    func counter(_ name: String, _ text: String) -> Attribute {
      Attribute(name, .integer16, userInfo: [UserInfoEntry("NSTriggerKey", text)])
    }
    let history = ModelHistory("Photos") {
      Model("V1") {
        Entity("Album") {
          counter("shown", "(photos.hidden == NO) && (photos.kind != 0)")
          counter("keyHidden", "(key.hidden == YES)")
          counter("loose", "extras.hidden == NO")
          Relationship("photos", to: "Photo", inverse: "album", .toMany, isOrdered: true)
          Relationship("key", to: "Photo", inverse: "keyOf")
          Relationship("extras", to: "Photo", .toMany)
        }
        Entity("Photo") {
          Attribute("hidden", .boolean)
          Attribute("kind", .integer16)
          Attribute("x", .double)
          Attribute("y", .double)
          Attribute(
            "place", .undefined, isTransient: true,
            userInfo: [UserInfoEntry("_NSLocationAttributeDerivedComponents", "x,y")])
          Relationship("album", to: "Album", inverse: "photos")
          Relationship("keyOf", to: "Album", inverse: "key", .toMany)
        }
      }
    }
    let generator = try StoreGenerator(history, position: 0, seed: 3, rows: 60)
    for attribute in ["shown", "keyHidden", "loose"] {
      var values: Set<AttributeValue> = []
      try generator.forEachObject(of: "Album") { values.insert($0.value(of: attribute) ?? .null) }
      #expect(values.count > 1 && !values.contains(.null), "\(attribute): \(values)")
    }
    let folder = try TemporaryDirectory()
    let catalog = try Catalog(history, folder: folder.path)
    _ = try catalog.record(.all)
    #expect(try catalog.check(requiresTracking: false).failures.map(\.description) == [])
    let path = folder.path.appendingPathComponent("p.sqlite")
    let layout = try StoreLayout(generator.model)
    try StoreWriter.write(
      generator, layout: layout, storeUUID: generator.storeUUID, variant: .half, to: path)
    let report = try ContentsComparison.report(
      expected: generator, found: StoreReader(files: StoreFiles(main: path), layout: layout),
      model: generator.model)
    #expect(report.isEmpty, "\(report)")
  }

  @Test("no derived value is trivial")
  func variety() throws {
    let generator = try StoreGenerator(Self.history, position: 0, seed: 7)
    let contents = try generator.contents()
    let changing = [
      "Author": [
        "folded", "upper", "lower", "bookCount", "pageSum", "pageMean", "worth", "shortest",
        "cheapest", "firstTitle", "latest", "tagCount", "noteCount",
      ], "Book": ["authorName"], "Film": ["sceneCount", "runningTime", "longestScene"],
      "Song": ["labelUpper"], "Scene": ["filmLabel"],
    ]
    for (entity, attributes) in changing {
      for attribute in attributes {
        let values = contents.objects(of: entity).compactMap { $0.value(of: attribute) }
        #expect(Set(values).count > 2, "\(entity).\(attribute): \(Set(values))")
      }
    }
  }

  // MARK: Goldens

  @Test("a history with derived and composite attributes records, checks and verifies")
  func goldens() async throws {
    let folder = try TemporaryDirectory()
    let catalog = try Catalog(Self.history, folder: folder.path)
    #expect(try catalog.record(.all).versions == ["V1", "V2", "V3"])
    let check = try catalog.check(requiresTracking: false)
    #expect(check.failures.map(\.description) == [])
    #expect(check.isGreen)
    let result = try await MatrixRunner(catalog: catalog, matrix: VersionMatrix(Self.history)).run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 3)
    #expect(result.valuesCompared > 2_000)
  }

  @Test("a wrong derived value in a golden is reported with object and attribute")
  func wrongValue() throws {
    let folder = try TemporaryDirectory()
    let catalog = try Catalog(Self.history, folder: folder.path)
    _ = try catalog.record(.all)
    let store = catalog.golden(at: 0).files.main
    let connection = try Connection(path: store, mode: .readWrite)
    try connection.keepWriteAheadLogOnClose()
    // Triggers are off on a connection that does not trust the file.
    try connection.execute("UPDATE ZAUTHOR SET ZBOOKCOUNT = ZBOOKCOUNT + 100 WHERE Z_PK = 5")
    try connection.close()
    let failures = try catalog.check(requiresTracking: false).failures.map(\.description)
    #expect(
      failures.contains { $0.contains("Author 5: bookCount: expected 0, found 100") }, "\(failures)"
    )
  }

  @Test("a trigger that is missing or another is reported")
  func wrongTrigger() throws {
    let generator = try StoreGenerator(Self.history, position: 0)
    let layout = try StoreLayout(generator.model)
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("d.sqlite")
      try StoreWriter.write(
        generator, layout: layout, storeUUID: generator.storeUUID, variant: .checkpointed, to: path)
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute("DROP TRIGGER Z_DA_ZBOOK_Author_bookCount_PARAMETER_DELETE")
      try connection.execute(
        "CREATE TRIGGER Z_DA_X AFTER INSERT ON ZBOOK BEGIN DELETE FROM ZAUTHOR; END")
      try connection.checkpoint(.truncate)
      try connection.close()
      let report = try PhysicalComparison.report(of: StoreFiles(main: path), layout: layout)
      #expect(
        report.differences.map { $0.property } == [
          "Z_DA_ZBOOK_Author_bookCount_PARAMETER_DELETE", "Z_DA_X",
        ])
      #expect(report.differences.map(\.kind) == [.schema, .schema])
    }
  }
}
