import Foundation
import GoldenStoreModel

/// A history with everything that a model can say, and with names and values that are hard to
/// write as code.
enum PeculiarModel {
  static let converted = ConvertedModel(.contents, id: "Peculiar", history)

  static let history = ModelHistory(
    name: "Model", versions: [first, second, third], currentVersion: "Version \"2\"",
    oldestSupportedVersion: "Version \"2\"")

  private static let words = Array(repeating: "word", count: 60).joined(separator: " ")

  /// Texts that a literal must not change.
  static let texts: [String] = [
    "", " ", "\"", "\\", "\\(name)", "\n", "a\nb\r\n\tc\0", "\"\"\"", "#\"raw\"#", "'", "é",
    "e\u{301}",
    "\u{301}", "👩‍👩‍👧", "\u{202E}abc", "\u{FEFF}", "\u{200B}", "\u{2028}\u{2029}", "\u{A0}", "\u{7F}",
    "日本語", "// no comment", "/* */", "\u{10FFFF}", words, words + " ",
    words + "\n\n" + words + " \n end ",
    String(repeating: "x", count: 300), String(repeating: "\"", count: 150),
    String(repeating: "\\", count: 150), String(repeating: "é ", count: 90) + "\n",
    String(repeating: "\u{200B}", count: 40), "\n" + words, words + "\n",
    "  " + words + "\\", "\t" + words,
  ]

  /// Doubles that are hard to write down.
  static let doubles: [Double] =
    [
      0, -0.0, 0.1, 1.0 / 3, 1e22, 1e23, .leastNonzeroMagnitude, -.leastNonzeroMagnitude * 3,
      2.2250738585072014e-308, 123456789.125,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNormalMagnitude, .infinity,
      -.infinity, 9_007_199_254_740_992, 1e-5, 1.7976931348623155e308, 4.35, 2.675, 1e300, -1234567,
    ] + halfWay

  /// As literals these are read as their neighbours by a compiler that rounds twice.
  private static let halfWay = [
    "-2.445254452307515e+278", "2.980108081363754e-177", "-2.458277234969009e-55",
    "7.84337175868639e-265",
  ].compactMap { Double($0) }

  private static let first = Model(
    "Version 1", versionIdentifiers: ["", "1.0 \"beta\""],
    configurations: [
      ModelConfiguration("Local", entities: ["Plain", "class"]),
      ModelConfiguration("Empty", entities: []),
    ],
    fetchRequests: [
      FetchRequestTemplate(
        "All",
        settings: [UserInfoEntry("entity", "Plain"), UserInfoEntry("predicateString", words)]),
      FetchRequestTemplate("Nothing", settings: []),
    ],
    userInfo: [UserInfoEntry("key", "value"), UserInfoEntry("key", "again"), UserInfoEntry("", "")]
  ) {
    plain
    Entity("Changed")
    Entity("class") { Attribute("func", .string) }
    Entity("1Person")
    Entity("書籍") { Attribute("題名", .string) }
    Entity("URLCache")
    Entity("urlCache")
    Entity("Straße")
    Entity("Quote\"Back\\slash\n")
    Entity("Plain2") { Attribute("a_b", .integer16) }
    Entity(String(repeating: "LongName", count: 12))
    attributes
    types
    relationships
    indexes
    Entity(
      "Child", superentity: "Attributes", isAbstract: true, className: ".Child",
      renamingIdentifier: "Kid", versionHashModifier: "2",
      userInfo: [UserInfoEntry("a", "b")])
  }

  private static var second: Model {
    var model = first
    model.name = "Version \"2\""
    model.versionIdentifiers = []
    model.userInfo = []
    return model
  }

  private static var third: Model {
    var model = second
    model.name = "Version 3"
    model.configurations = []
    model.fetchRequests = []
    for position in model.entities.indices where model.entities[position].name == "Changed" {
      model.entities[position].attributes = [Attribute("new", .double, default: 0.5)]
    }
    // Equal to the eye and to `==`, but other bytes.
    for position in model.entities.indices where model.entities[position].name == "Texts" {
      model.entities[position].className = "e\u{301}"
    }
    return model
  }

  private static let plain = Entity("Plain")

  private static var attributes: Entity {
    var entity = Entity("Attributes", className: "é")
    entity.name = "Attributes"
    entity.attributes = texts.enumerated().map { position, text in
      Attribute(
        "text\(position)", .string, default: .string(text), renamingIdentifier: text,
        userInfo: [UserInfoEntry(text, text)])
    }
    entity.attributes += doubles.enumerated().flatMap { position, double in
      [
        Attribute("double\(position)", .double, default: .double(double)),
        Attribute("float\(position)", .float, default: .float(double)),
      ]
    }
    entity.attributes += doubles.filter(\.isFinite).enumerated().map { position, double in
      Attribute("date\(position)", .date, default: .date(double))
    }
    return entity
  }

  private static let types = Entity("Types") {
    Attribute("undefined", .undefined, isTransient: true)
    Attribute("typed", .undefined, default: "text", isTransient: true)
    Attribute("least16", .integer16, isOptional: false, default: -32_768)
    Attribute("least32", .integer32, default: -2_147_483_648)
    Attribute("least64", .integer64, default: .integer(.min))
    Attribute("most64", .integer64, default: .integer(.max))
    Attribute("thousand", .integer32, default: 100_000)
    Attribute("million", .integer32, default: 1_000_000)
    Attribute("decimal", .decimal, default: .decimal("0.99"))
    Attribute(
      "longDecimal", .decimal, default: .decimal("-12345678901234567890.123456789012345678"))
    Attribute("true", .boolean, default: true)
    Attribute("false", .boolean, default: false)
    Attribute("null", .string, default: .null)
    Attribute("uri", .uri, default: .uri("https://example.com/?q=\"\\"))
    Attribute("uuid", .uuid, default: .uuid("E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    Attribute(
      "binary", .binary, default: .binary(Data((0..<2_000).map { UInt8($0 % 256) })),
      allowsExternalBinaryDataStorage: true)
    Attribute(
      "transformable", .transformable, default: .transformable(Data([0, 255])),
      preservesValueInHistoryOnDeletion: true, valueTransformerName: "NSSecureUnarchive",
      valueClassName: "NSArray")
    Attribute(
      "everything", .string, allowsCloudEncryption: true, isIndexedBySpotlight: true,
      versionHashModifier: "2",
      validation: AttributeValidation(
        minimum: "1", maximum: "10", regularExpression: "^\\d+\"$",
        predicates: [
          ValidationPredicate("length >= 3", .code(1_670)),
          ValidationPredicate("length < 4", .message("too \"long\"")),
          ValidationPredicate("SELF != nil"),
        ]))
    Attribute("limited", .string, validation: AttributeValidation(maximum: "3"))
    Attribute("unlimited", .string, validation: AttributeValidation())
    Attribute("objectID", .objectID)
    Attribute("derived", .string, derivation: Derivation("canonical:(everything)"))
    Attribute(
      "counted", .integer64,
      derivation: Derivation("many.@count", filteringPredicate: "everything == \"x\""))
    Attribute(
      "composite", .composite,
      elements: [
        Attribute("street", .string, isOptional: false, default: .string(words)),
        Attribute(
          "inner", .composite,
          elements: [Attribute("city", .string), Attribute("zip", .integer32)],
          compositeName: "Inner"),
      ],
      compositeName: "Address")
  }

  private static let relationships = Entity("Relationships") {
    Relationship("one", to: "Plain")
    Relationship("least", to: "Plain", .toOne(min: 1), isOptional: false, deleteRule: .deny)
    Relationship("many", to: "Relationships", inverse: "owner", .toMany, isOrdered: true)
    Relationship("owner", to: "Relationships", inverse: "many", deleteRule: .cascade)
    Relationship("atMost", to: "Plain", .toMany(max: 5), deleteRule: .noAction)
    Relationship("atLeast", to: "Plain", .toMany(min: 2), isTransient: true)
    Relationship(
      "between", to: "Plain", .toMany(min: 2, max: 7), renamingIdentifier: "old",
      versionHashModifier: "x", userInfo: [UserInfoEntry("k", "v")])
    FetchedProperty("fetched", fetchRequest: [UserInfoEntry("entity", "Plain")])
    FetchedProperty(
      "required", isOptional: false, fetchRequest: [],
      userInfo: [UserInfoEntry("a", "b"), UserInfoEntry(words, words)])
  }

  private static let indexes = Entity("Indexes") {
    Attribute("a", .string)
    Attribute("b", .double)
    Attribute("c", .double)
    FetchIndex("plain", "a", "b")
    FetchIndex("mixed", .descending("a"), "b", where: "a != \"\" AND b > 3")
    FetchIndex("spatial", .rTree("b"), .rTree("c"))
    FetchIndex(
      "expressions", .expression("self"), .expression("length:(a)", type: .integer64),
      FetchIndexElement(.expression("entity", type: nil), isAscending: false),
      FetchIndexElement(.expression("b", type: .double), kind: .rTree),
      FetchIndexElement(.property("b"), kind: .rTree, isAscending: false))
    FetchIndex(
      "informed", elements: ["a"], partialIndexPredicate: "b == 1",
      userInfo: [UserInfoEntry("x", "y")])
    UniquenessConstraint("a")
    UniquenessConstraint("a", "b")
  }
}
