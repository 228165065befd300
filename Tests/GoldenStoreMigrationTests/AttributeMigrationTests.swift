import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Attributes added, removed, renamed, retyped, and made optional or required.
struct AttributeMigrationTests {
  static func model(_ name: String, _ attributes: Attribute...) -> Model {
    Model(name) { Entity("Person") { for attribute in attributes { attribute } } }
  }

  private let name = Attribute("name", .string)
  private let rows = [
    "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 3, 'Ada'), (4, 1, 1, NULL)"
  ]

  @Test func addedOptionalAttributeIsEmpty() throws {
    try withMigrated(
      from: Self.model("V1", name), to: Self.model("V2", name, Attribute("age", .integer16)),
      rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.values(of: "age", in: "Person") == [1: nil, 4: nil])
      #expect(store.values(of: "name", in: "Person") == [1: "Ada", 4: nil])
      #expect(
        store.query("SELECT Z_PK, Z_ENT, Z_OPT FROM ZPERSON") == ["1|1|3", "4|1|1"])
      // Appended, not where a fresh table has it.
      #expect(
        store.query("SELECT name FROM pragma_table_info('ZPERSON')")
          == ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "ZAGE"])
    }
  }

  static let defaults: [(AttributeType, AttributeValue, String)] = [
    (.integer16, 7, "7"), (.integer32, -70_000, "-70000"),
    (.integer64, .integer(.max), "9223372036854775807"), (.boolean, true, "1"),
    (.double, 0.5, "0.5"), (.float, .float(1.5), "1.5"), (.date, .date(1.5), "1.5"),
    (.string, "x'y\"z", "x'y\"z"), (.uri, .uri("https://a.example/"), "https://a.example/"),
    (.uuid, .uuid(SampleStore.uuid), "x'1 2 3 4 5 6 7 8 9 a b c d e f 10'"),
    (.binary, .binary(Data([0, 9])), "x'0 9'"),
    (.transformable, .transformable(Data([8])), "x'8'"),
  ]

  @Test(arguments: defaults.indices, [true, false])
  func addedDefaultReachesEveryObject(index: Int, isOptional: Bool) throws {
    let (type, value, cell) = Self.defaults[index]
    let added = Attribute("added", type, isOptional: isOptional, default: value)
    try withMigrated(
      from: Self.model("V1", name), to: Self.model("V2", name, added), rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.values(of: "added", in: "Person") == [1: value, 4: value])
      #expect(store.query("SELECT ZADDED FROM ZPERSON") == [cell, cell])
    }
  }

  @Test func addedDecimalDefaultIsStoredAsItsNumber() throws {
    let half = try #require(DecimalNumber("12.5"))
    let added = Attribute("added", .decimal, default: .decimal(half))
    try withMigrated(
      from: Self.model("V1", name), to: Self.model("V2", name, added), rows: rows
    ) { store in
      #expect(store.query("SELECT ZADDED FROM ZPERSON") == ["12.5", "12.5"])
    }
  }

  @Test func addedDefaultOfExternalStorageIsMarkedAsInline() throws {
    let added = Attribute(
      "added", .binary, default: .binary(Data([5])), allowsExternalBinaryDataStorage: true)
    try withMigrated(
      from: Self.model("V1", name), to: Self.model("V2", name, added), rows: rows
    ) { store in
      #expect(store.values(of: "added", in: "Person")[1] == .binary(Data([5])))
    }
  }

  @Test func removedAttributeRebuildsItsTable() throws {
    try withMigrated(
      from: Self.model("V1", name, Attribute("age", .integer16)),
      to: Self.model("V2", name, Attribute("born", .date)),
      rows: ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE) VALUES (2, 1, 5, 'Ada', 36)"]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.values(of: "name", in: "Person") == [2: "Ada"])
      #expect(store.values(of: "born", in: "Person") == [2: nil])
      #expect(store.query("SELECT Z_OPT FROM ZPERSON") == ["5"])
      // A table made anew has the order of a fresh one.
      #expect(
        store.query("SELECT name FROM pragma_table_info('ZPERSON')")
          == ["Z_PK", "Z_ENT", "Z_OPT", "ZBORN", "ZNAME"])
    }
  }

  @Test func renamedAttributeKeepsItsValues() throws {
    try withMigrated(
      from: Self.model("V1", name),
      to: Self.model("V2", Attribute("fullName", .string, renamingIdentifier: "name")), rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.values(of: "fullName", in: "Person") == [1: "Ada", 4: nil])
    }
  }

  @Test func attributeRenamedWithoutIdentifierIsLost() throws {
    try withMigrated(
      from: Self.model("V1", name), to: Self.model("V2", Attribute("fullName", .string)),
      rows: rows
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.values(of: "fullName", in: "Person") == [1: nil, 4: nil])
    }
  }

  @Test func swappedNamesSwapValues() throws {
    try withMigrated(
      from: Self.model("V1", Attribute("a", .string), Attribute("b", .string)),
      to: Self.model(
        "V2", Attribute("a", .string, renamingIdentifier: "b", versionHashModifier: "2"),
        Attribute("b", .string, renamingIdentifier: "a")),
      rows: ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZA, ZB) VALUES (1, 1, 1, 'was a', 'was b')"]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT ZA, ZB FROM ZPERSON") == ["was b|was a"])
    }
  }

  @Test func renamingAndReusingTheNameGivesBothTheOldValues() throws {
    try withMigrated(
      from: Self.model("V1", Attribute("a", .string)),
      to: Self.model(
        "V2", Attribute("a", .string), Attribute("b", .string, renamingIdentifier: "a")),
      rows: ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZA) VALUES (1, 1, 1, 'old')"]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT ZA, ZB FROM ZPERSON") == ["old|old"])
    }
  }

  @Test func becomingRequiredFillsMissingValuesOnly() throws {
    try withMigrated(
      from: Self.model("V1", name),
      to: Self.model("V2", Attribute("name", .string, isOptional: false, default: "nobody")),
      rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.values(of: "name", in: "Person") == [1: "Ada", 4: "nobody"])
    }
  }

  @Test func becomingRequiredAndLosingAnotherFillsDuringTheCopy() throws {
    try withMigrated(
      from: Self.model("V1", name, Attribute("age", .integer16)),
      to: Self.model("V2", Attribute("name", .string, isOptional: false, default: "nobody")),
      rows: rows
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.values(of: "name", in: "Person") == [1: "Ada", 4: "nobody"])
    }
  }

  @Test func becomingOptionalKeepsValues() throws {
    try withMigrated(
      from: Self.model("V1", Attribute("name", .string, isOptional: false, default: "x")),
      to: Self.model("V2", Attribute("name", .string, default: "y")), rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.values(of: "name", in: "Person") == [1: "Ada", 4: nil])
    }
  }

  @Test func newDefaultOfAnOptionalAttributeLeavesMissingValuesAlone() throws {
    try withMigrated(
      from: Self.model("V1", name),
      to: Self.model("V2", Attribute("name", .string, default: "y"), Attribute("b", .string)),
      rows: rows
    ) { store in
      #expect(store.values(of: "name", in: "Person") == [1: "Ada", 4: nil])
    }
  }

  @Test func requiredAttributeWithoutDefaultNeedsAnEmptyTable() throws {
    try withMigrated(
      from: Self.model("V1", name),
      to: Self.model(
        "V2", Attribute("name", .string, isOptional: false),
        Attribute("age", .integer16, isOptional: false)), rows: []
    ) { #expect($0.result.path == .cheap) }
  }

  @Test func widerNumberLeavesTheTableAlone() throws {
    try withMigrated(
      from: Self.model("V1", Attribute("n", .integer16)),
      to: Self.model("V2", Attribute("n", .integer64)),
      rows: ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZN) VALUES (1, 1, 1, -32768)"]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.values(of: "n", in: "Person") == [1: -32768])
    }
  }

  @Test func widerNumberUnderAnotherNameRebuilds() throws {
    try withMigrated(
      from: Self.model("V1", Attribute("n", .boolean)),
      to: Self.model("V2", Attribute("m", .integer16, renamingIdentifier: "n")),
      rows: ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZN) VALUES (1, 1, 1, 1)"]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.values(of: "m", in: "Person") == [1: 1])
    }
  }

  @Test func otherNumberIsCopiedAsItIs() throws {
    try withMigrated(
      from: Self.model("V1", Attribute("n", .integer64), Attribute("d", .double)),
      to: Self.model("V2", Attribute("n", .integer16), Attribute("d", .integer64)),
      rows: [
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZN, ZD) VALUES (1, 1, 1, 70000, 2.0), (2, 1, 1, 5, 3.0)"
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      // Out of range stays; a whole REAL becomes an INTEGER by the column's affinity.
      #expect(store.query("SELECT ZN, ZD FROM ZPERSON") == ["70000|2", "5|3"])
    }
  }

  @Test func binaryBecomesTransformableWhereTheModelAllowsIt() throws {
    try withMigrated(
      from: Self.model("V1", Attribute("b", .binary)),
      to: Self.model(
        "V2",
        Attribute(
          "b", .transformable,
          userInfo: [UserInfoEntry("NSMigrationAllowTypeTransformation", "YES")])),
      rows: ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZB) VALUES (1, 1, 1, x'0102')"]
    ) { store in
      #expect(store.values(of: "b", in: "Person") == [1: .transformable(Data([1, 2]))])
    }
  }

  @Test func transientAttributeBecomesPersistentAsANewOne() throws {
    try withMigrated(
      from: Self.model("V1", name, Attribute("t", .string, isTransient: true)),
      to: Self.model("V2", name, Attribute("t", .string, default: "new")), rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.values(of: "t", in: "Person") == [1: "new", 4: "new"])
    }
  }

  @Test func persistentAttributeBecomesTransientAndItsValuesGo() throws {
    try withMigrated(
      from: Self.model("V1", name, Attribute("t", .string)),
      to: Self.model("V2", name, Attribute("t", .string, isTransient: true)), rows: rows
    ) { #expect($0.result.path == .rebuild) }
  }

  @Test func modifierAloneChangesMetadataOnly() throws {
    try withMigrated(
      from: Self.model("V1", name),
      to: Self.model("V2", Attribute("name", .string, versionHashModifier: "2")), rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.values(of: "name", in: "Person") == [1: "Ada", 4: nil])
    }
  }

  @Test func versionIdentifiersBecomeTheDestinations() throws {
    var source = Self.model("V1", name)
    source.versionIdentifiers = ["1", "first"]
    var destination = Self.model("V2", Attribute("name", .string, versionHashModifier: "2"))
    destination.versionIdentifiers = ["2"]
    try withMigrated(from: source, to: destination, rows: rows) { store in
      let layout = try StoreLayout(destination.validated())
      let reader = try StoreReader(files: StoreFiles(main: store.path), layout: layout)
      #expect(reader.metadata.versionIdentifiers == ["2"])
    }
  }

  // MARK: External storage

  @Test func inlineValuesAreMarkedForExternalStorage() throws {
    func model(_ name: String, isExternal: Bool) -> Model {
      Model(name) {
        Entity("Person") {
          Attribute("photo", .binary, allowsExternalBinaryDataStorage: isExternal)
        }
      }
    }
    try withMigrated(
      from: model("V1", isExternal: false), to: model("V2", isExternal: true),
      rows: [
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZPHOTO) VALUES (1, 1, 1, x'0007ff'), (2, 1, 1, NULL), (3, 1, 1, x'')"
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.query("SELECT hex(ZPHOTO), typeof(ZPHOTO) FROM ZPERSON")
          == ["010007FF|blob", "|null", "01|blob"])
      #expect(
        store.values(of: "photo", in: "Person")
          == [1: .binary(Data([0, 7, 255])), 2: .null, 3: .binary(Data())])
    }
  }

  @Test func inlineValuesThatAreRequiredAreMarkedToo() throws {
    func model(_ name: String, isExternal: Bool) -> Model {
      Model(name) {
        Entity("Person") {
          Attribute(
            "photo", .binary, isOptional: !isExternal, default: .binary(Data([9])),
            allowsExternalBinaryDataStorage: isExternal)
        }
      }
    }
    try withMigrated(
      from: model("V1", isExternal: false), to: model("V2", isExternal: true),
      rows: [
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZPHOTO) VALUES (1, 1, 1, x'0203'), (2, 1, 1, NULL)"
      ]
    ) { store in
      #expect(store.query("SELECT hex(ZPHOTO) FROM ZPERSON") == ["010203", "0109"])
      #expect(
        store.values(of: "photo", in: "Person")
          == [1: .binary(Data([2, 3])), 2: .binary(Data([9]))])
    }
  }
}
