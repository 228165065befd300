import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// What is refused, with Core Data's code and reason, and that nothing is left behind.
struct MigrationRefusalTests {
  /// Two models, the rows of a store of the first, and what migrating it must say.
  struct Refusal: CustomTestStringConvertible {
    let testDescription: String
    var source: [Entity]
    var destination: [Entity]
    var rows: [String] = []
    var change: [String] = []
    /// Core Data's codes, the outermost first.
    let codes: [Int]
    /// Core Data's innermost reason.
    let reason: String
    /// The sentence after `cannot … 'V1' to 'V2': `.
    let sentence: String
  }

  private static func person(_ attributes: Attribute...) -> [Entity] {
    [Entity("Person") { for attribute in attributes { attribute } }]
  }

  private static func pair(_ owner: Relationship?, _ pet: Relationship?) -> [Entity] {
    [
      Entity("Owner") {
        Attribute("name", .string)
        if let owner { owner }
      },
      Entity("Pet") {
        Attribute("name", .string)
        if let pet { pet }
      },
    ]
  }

  /// Two one-to-many relationships whose inverses are named by the caller.
  private static let people = [
    "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada'), (2, 1, 1, NULL), (3, 1, 1, 'Ada')"
  ]
  private static let pets = [
    "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
    "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1)",
  ]

  static let inference: [Refusal] = [
    Refusal(
      testDescription: "type", source: person(Attribute("name", .string)),
      destination: person(Attribute("name", .uuid)), rows: people, codes: [134140, 134190],
      reason: "Source and destination attribute types are incompatible",
      sentence: "attribute 'Person.name' changes from string to uuid; add a custom stage"),
    Refusal(
      testDescription: "forbidden transformation", source: person(Attribute("name", .string)),
      destination: person(
        Attribute(
          "name", .binary,
          userInfo: [UserInfoEntry("NSMigrationAllowTypeTransformation", "YES")])),
      rows: people, codes: [134140, 134190],
      reason:
        "Type Transformation expects NSTransformableAttributeType or NSBinaryDataAttributeType",
      sentence:
        "attribute 'Person.name' changes from string to binary, but 'NSMigrationAllowTypeTransformation' allows changes between binary and transformable only; add a custom stage"
    ),
    Refusal(
      testDescription: "transformation of external binary",
      source: person(Attribute("b", .binary, allowsExternalBinaryDataStorage: true)),
      destination: person(
        Attribute(
          "b", .transformable,
          userInfo: [UserInfoEntry("NSMigrationAllowTypeTransformation", "YES")])),
      codes: [134140, 134190],
      reason: "Type Transformation expects NSBinaryDataAttributeType NOT to be stored externally",
      sentence:
        "attribute 'Person.b' changes between binary and transformable, but its binary values may be in files of their own; add a custom stage"
    ),
    Refusal(
      testDescription: "external to inline",
      source: person(Attribute("b", .binary, allowsExternalBinaryDataStorage: true)),
      destination: person(Attribute("b", .binary)), codes: [134140, 134190],
      reason: "Unable to use inferred mapping to move external reference into store.",
      sentence:
        "attribute 'Person.b' gives up external storage, but its values may be in files of their own; keep external storage, or add a custom stage"
    ),
    Refusal(
      testDescription: "to-many to to-one",
      source: pair(Relationship("pets", to: "Pet", .toMany), nil),
      destination: pair(Relationship("pets", to: "Pet"), nil), rows: pets,
      codes: [134140, 134190], reason: "Can not map from a to-many to a to-one relationship",
      sentence:
        "relationship 'Owner.pets' changes from to-many to to-one; add a custom stage that chooses the target"
    ),
    Refusal(
      testDescription: "shared source identifier",
      source: [
        Entity("A") { Attribute("x", .string) },
        Entity("B", renamingIdentifier: "A") { Attribute("x", .string) },
      ], destination: [Entity("A") { Attribute("x", .string) }], codes: [134140, 134190],
      reason: "Each source entity must have a unique renaming identifier",
      sentence:
        "entities 'A' and 'B' of the source share the renaming identifier 'A'; give each one its own"
    ),
    Refusal(
      testDescription: "shared destination identifier",
      source: [Entity("A") { Attribute("x", .string) }],
      destination: [
        Entity("A") { Attribute("x", .string) },
        Entity("B", renamingIdentifier: "A") { Attribute("x", .string) },
      ], codes: [134140, 134190],
      reason: "Each destination entity must have a unique renaming identifier",
      sentence:
        "entities 'A' and 'B' of the destination share the renaming identifier 'A'; give each one its own"
    ),
    Refusal(
      testDescription: "shared property identifier",
      source: person(
        Attribute("a", .string), Attribute("b", .string, renamingIdentifier: "a")),
      destination: person(Attribute("a", .string)), codes: [134140, 134190],
      reason: "Each property must have a unique renaming identifier",
      sentence:
        "properties 'a' and 'b' of source entity 'Person' share the renaming identifier 'a'; give each one its own"
    ),
  ]

  static let inPlace: [Refusal] = [
    Refusal(
      testDescription: "new required attribute", source: person(Attribute("name", .string)),
      destination: person(Attribute("name", .string), Attribute("age", .date, isOptional: false)),
      rows: people, codes: [134110, 134110],
      reason: "Validation error missing attribute values on mandatory destination attribute",
      sentence:
        "attribute 'Person.age' is required now, has no default, and 3 of 3 rows are NULL; give it a default, make it optional, or add a custom stage that sets it"
    ),
    Refusal(
      testDescription: "optional becomes required", source: person(Attribute("name", .string)),
      destination: person(Attribute("name", .string, isOptional: false)), rows: people,
      codes: [134110, 134110],
      reason: "Validation error missing attribute values on mandatory destination attribute",
      sentence:
        "attribute 'Person.name' is required now, has no default, and 1 of 3 rows are NULL; give it a default, make it optional, or add a custom stage that sets it"
    ),
    Refusal(
      testDescription: "new mandatory to-one", source: pair(nil, nil),
      destination: pair(Relationship("pet", to: "Pet", isOptional: false), nil), rows: pets,
      codes: [134110, 134110],
      reason: "Validation error missing attribute values on mandatory destination relationship",
      sentence:
        "relationship 'Owner.pet' is mandatory now, and 2 of 2 rows have no target; make it optional, or add a custom stage that sets it"
    ),
    Refusal(
      testDescription: "to-one becomes mandatory",
      source: pair(nil, Relationship("owner", to: "Owner")),
      destination: pair(nil, Relationship("owner", to: "Owner", isOptional: false)),
      rows: pets + ["UPDATE ZPET SET ZOWNER = 1 WHERE Z_PK = 1"], codes: [134110, 134110],
      reason: "Validation error missing attribute values on mandatory destination relationship",
      sentence:
        "relationship 'Pet.owner' is mandatory now, and 1 of 2 rows have no target; make it optional, or add a custom stage that sets it"
    ),
    Refusal(
      testDescription: "to-many becomes required with a minimum",
      source: pair(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany),
        Relationship("owner", to: "Owner", inverse: "pets")),
      destination: pair(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany(min: 1), isOptional: false),
        Relationship("owner", to: "Owner", inverse: "pets")),
      rows: pets + ["UPDATE ZPET SET ZOWNER = 1 WHERE Z_PK = 1"], codes: [134110, 134110],
      reason: "Validation error missing relationship values on mandatory destination destination",
      sentence:
        "relationship 'Owner.pets' needs 1 or more targets, and 1 of 2 rows have none; lower the minimum"
    ),
    Refusal(
      testDescription: "new many-to-many with a minimum", source: pair(nil, nil),
      destination: pair(
        Relationship("pets", to: "Pet", inverse: "owners", .toMany(min: 1)),
        Relationship("owners", to: "Owner", inverse: "pets", .toMany)),
      rows: pets, codes: [134110, 134110],
      reason: "Validation error missing relationship values on mandatory destination destination",
      sentence:
        "relationship 'Owner.pets' needs 1 or more targets, and 2 of 2 rows have none; lower the minimum"
    ),
    Refusal(
      testDescription: "uniqueness", source: person(Attribute("name", .string)),
      destination: [
        Entity("Person") {
          Attribute("name", .string)
          UniquenessConstraint("name")
        }
      ], rows: people, codes: [134110, 134111, 134180],
      reason: "Constraint unique violation: UNIQUE constraint failed: ZPERSON.ZNAME",
      sentence:
        "the objects violate the uniqueness constraint of index 'Z_Person_UNIQUE_name' (UNIQUE constraint failed: ZPERSON.ZNAME); make the values unique before the migration, or leave the constraint out"
    ),
    Refusal(
      testDescription: "to-one to a to-many without inverse",
      source: pair(Relationship("pets", to: "Pet"), nil),
      destination: pair(Relationship("pets", to: "Pet", .toMany), nil), rows: pets,
      codes: [134110, 134110],
      reason:
        "Unsupported relationship migration: A to-one's inverse to-many source must be a to-many",
      sentence:
        "relationship 'Owner.pets' changes from to-one to a to-many without inverse, which Core Data refuses; give it an inverse, or add a custom stage"
    ),
    Refusal(
      testDescription: "two roots become one",
      source: [
        Entity("A") { Attribute("x", .string) }, Entity("B") { Attribute("y", .string) },
      ],
      destination: [
        Entity("Base") { Attribute("z", .string) },
        Entity("A", superentity: "Base") { Attribute("x", .string) },
        Entity("B", superentity: "Base") { Attribute("y", .string) },
      ], codes: [134110, 134190],
      reason:
        "Cannot merge multiple root entity source tables into one destination entity root table",
      sentence:
        "entities 'A' and 'B' have tables of their own and would all move into that of 'Base'; keep them roots, or add a custom stage"
    ),
  ]

  @Test(arguments: inference) func inferenceRefuses(_ refusal: Refusal) throws {
    try require(refusal, sentence: "cannot infer a mapping from 'V1' to 'V2': ")
  }

  @Test(arguments: inPlace) func migrationRefuses(_ refusal: Refusal) throws {
    try require(refusal, sentence: "cannot migrate 'V1' to 'V2': ")
  }

  private func require(_ refusal: Refusal, sentence start: String) throws {
    let error = try failure(of: refusal)
    #expect("\(error)" == start + refusal.sentence)
    var codes: [Int] = []
    var cause = error.coreData
    var innermost = ""
    while let current = cause {
      #expect(current.domain == "NSCocoaErrorDomain")
      codes.append(current.code)
      innermost = current.reason
      cause = current.underlying
    }
    #expect(codes == refusal.codes)
    #expect(innermost == refusal.reason)
    if refusal.codes.first == 134110 {
      let outer = try #require(error.coreData)
      #expect(
        outer.reason == "Cannot migrate store in-place: \(outer.underlying?.reason ?? "")")
    }
  }

  /// Migrates, and checks that the source is unchanged and nothing else is in the folder.
  private func failure(of refusal: Refusal) throws -> MigrationError {
    try withTemporaryDirectory { folder in
      let source = folder.appendingPathComponent("source.sqlite").path
      let history = ModelHistory("Sample") {
        Model("V1") { refusal.source }
        Model("V2") { refusal.destination }
      }
      try SampleStore.make(history.versions[0], at: source, rows: refusal.rows)
      if !refusal.change.isEmpty { try SampleStore.change(source, refusal.change) }
      let before = try bytes(of: source)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let output = folder.appendingPathComponent("result.sqlite").path
      let error = #expect(throws: MigrationError.self) {
        try Migrator.migrate(StoreFiles(main: source), to: 1, in: history, to: output)
      }
      let after = try bytes(of: source)
      #expect(after == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files)
      return try #require(error)
    }
  }

  // MARK: Undecided

  static let undecided: [(String, [Entity], [Entity], [String], String)] = [
    (
      "shared targets", pair(Relationship("pets", to: "Pet"), nil),
      pair(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany),
        Relationship("owner", to: "Owner", inverse: "pets")),
      pets + ["UPDATE ZOWNER SET ZPETS = 2"],
      "relationship 'Owner.pets' becomes a one-to-many, in which a target has one owner, but 1 of its targets have several; add a custom stage that chooses the owner"
    ),
    (
      "no longer its own inverse",
      pair(Relationship("friends", to: "Owner", inverse: "friends", .toMany), nil),
      [
        Entity("Owner") {
          Attribute("name", .string)
          Relationship("friends", to: "Owner", inverse: "friendOf", .toMany)
          Relationship("friendOf", to: "Owner", inverse: "friends", .toMany)
        },
        Entity("Pet") { Attribute("name", .string) },
      ], [],
      "relationship 'Owner.friends' was its own inverse and gets another one, but its pairs have no direction; add a custom stage that sets both"
    ),
    (
      "many-to-many without inverse",
      pair(
        Relationship("pets", to: "Pet", inverse: "owners", .toMany),
        Relationship("owners", to: "Owner", inverse: "pets", .toMany)),
      pair(Relationship("pets", to: "Pet", .toMany), nil), [],
      "many-to-many relationship 'Owner.pets' loses its inverse, without which a target has one owner; keep an inverse, or add a custom stage that chooses the owner"
    ),
    (
      "other members", pair(Relationship("pets", to: "Pet", .toMany), nil),
      pair(Relationship("pets", to: "Owner", .toMany), nil), [],
      "relationship 'Owner.pets' had no inverse and changes its destination from 'Pet' to 'Owner', whose rows have no keys of it; give it another renaming identifier to begin anew, or add a custom stage"
    ),
    (
      "several origins", people(parent: nil, ["Owner", "Breeder"]),
      people(parent: "pets", []),
      [],
      "relationship 'Owner.pets' would get the members of several relationships in one column; keep them apart, or add a custom stage"
    ),
    (
      "kept by few", people(parent: "pets", []), people(parent: nil, ["Owner"]), [],
      "relationship 'Owner.pets' had no inverse, and not every entity that had it keeps it; leave it where it was declared, or add a custom stage"
    ),
  ]

  /// Two kinds of people, some of whom have pets without an inverse.
  private static func people(parent: String?, _ owners: [String]) -> [Entity] {
    [
      Entity("Person") {
        Attribute("name", .string)
        if let parent { Relationship(parent, to: "Pet", .toMany) }
      }
    ]
      + ["Owner", "Breeder"].map { name in
        Entity(name, superentity: "Person") {
          if owners.contains(name) { Relationship("pets", to: "Pet", .toMany) }
        }
      } + [Entity("Pet") { Attribute("name", .string) }]
  }

  @Test(arguments: undecided.indices) func undecidedChangeIsRefusedByName(index: Int) throws {
    let (name, source, destination, rows, sentence) = Self.undecided[index]
    let error = try failure(
      of: Refusal(
        testDescription: name, source: source, destination: destination, rows: rows, codes: [],
        reason: "", sentence: ""))
    #expect("\(error)" == "cannot migrate 'V1' to 'V2': \(sentence)")
    #expect(error.coreData == nil)
  }

  // MARK: Not yet

  static let notYet: [(String, [Entity], [Entity], [String], String)] = [
    (
      "derived trigger", person(Attribute("name", .string)),
      person(Attribute("name", .string), Attribute("a", .date)),
      [
        "CREATE TRIGGER Z_DA_ZPERSON_Person_a_INSERT AFTER INSERT ON ZPERSON BEGIN SELECT 1; END"
      ],
      "trigger 'Z_DA_ZPERSON_Person_a_INSERT', which model 'V1' does not describe, "
        + "is not supported yet"
    ),
    (
      "counter trigger", person(Attribute("name", .string)),
      person(Attribute("name", .string), Attribute("a", .date)),
      ["CREATE TRIGGER ZT_ZPERSON_ZA_ZPET_X AFTER INSERT ON ZPERSON BEGIN SELECT 1; END"],
      "trigger 'ZT_ZPERSON_ZA_ZPET_X', which model 'V1' does not describe, is not supported yet"
    ),
    (
      "unknown column of a rebuilt table",
      person(Attribute("name", .string), Attribute("a", .date)),
      person(Attribute("name", .string)), ["ALTER TABLE ZPERSON ADD COLUMN APPDATA BLOB"],
      "column 'APPDATA' of 'ZPERSON', which model 'V1' does not describe, is not supported yet"
    ),
    (
      "trigger of a rebuilt table", person(Attribute("name", .string), Attribute("a", .date)),
      person(Attribute("name", .string)),
      ["CREATE TRIGGER mine AFTER INSERT ON ZPERSON BEGIN SELECT 1; END"],
      "trigger 'mine' on table 'ZPERSON', which has to be replaced, is not supported yet"
    ),
  ]

  @Test(arguments: notYet.indices) func unsupportedChangeIsRefusedByName(index: Int) throws {
    let (name, source, destination, change, sentence) = Self.notYet[index]
    let error = try failure(
      of: Refusal(
        testDescription: name, source: source, destination: destination, change: change, codes: [],
        reason: "", sentence: ""))
    #expect("\(error)" == "cannot migrate 'V1' to 'V2': \(sentence)")
    #expect(error.coreData == nil)
  }

  @Test(arguments: ["ZPERSON", "Z_METADATA", "Z_PRIMARYKEY"])
  func storeWithoutATableIsRefused(table: String) throws {
    let error = try failure(
      of: Refusal(
        testDescription: table, source: Self.person(Attribute("name", .string)),
        destination: Self.person(Attribute("name", .string), Attribute("a", .date)),
        change: ["DROP TABLE \(table)"], codes: [], reason: "", sentence: ""))
    #expect(
      "\(error)"
        == (table == "ZPERSON"
          ? "'source.sqlite': table 'ZPERSON' is missing, which model version 'V1' needs"
          : "'source.sqlite' is not a Core Data store: table '\(table)' is missing"))
  }

  @Test func rowOfNoEntityIsRefusedWhereItWouldBeLost() throws {
    let error = try failure(
      of: Refusal(
        testDescription: "stray row",
        source: Self.person(Attribute("name", .string), Attribute("a", .date)),
        destination: Self.person(Attribute("name", .string)),
        rows: ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 9, 1)"], codes: [],
        reason: "", sentence: ""))
    #expect(
      "\(error)"
        == "'source.sqlite', 'ZPERSON' row 2, column 'Z_ENT': 9 is not the number of an entity that uses this table"
    )
  }

  @Test func incompleteKeyTableIsRefusedWhereItIsMadeAnew() throws {
    let error = try failure(
      of: Refusal(
        testDescription: "key table", source: Self.person(Attribute("name", .string)),
        destination: Self.person(Attribute("name", .string)) + [
          Entity("Added") { Attribute("x", .string) }
        ], rows: ["DELETE FROM Z_PRIMARYKEY"], codes: [], reason: "", sentence: ""))
    #expect(
      "\(error)"
        == "'source.sqlite', 'Z_PRIMARYKEY' row 1, column 'Z_ENT': expected the numbers 1 to 1, found 0 of them and 0 rows"
    )
  }
}
