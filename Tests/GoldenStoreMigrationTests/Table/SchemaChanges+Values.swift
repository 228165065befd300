import GoldenStoreMigration
import GoldenStoreModel

/// Rows 19 to 23, 28 to 37 and 69: what an attribute demands, how it is computed and indexed.
extension SchemaChange {
  private static let x = Attribute("x", .string)
  private static let xRows =
    Sample.rows() + [
      "UPDATE ZPERSON SET ZX = CASE Z_PK WHEN 2 THEN '' WHEN 5 THEN 'x' ELSE ZX END"
    ]
  private static let distinct = Sample.rows() + ["UPDATE ZPERSON SET ZX = 'x' || Z_PK"]
  private static let same = ["Copy_Bystander", "Copy_Person"]
  private static let xAsItWas = Outcome.Read.person(
    "ZX", "1|NULL", "2|", "3|NULL", "4|NULL", "5|x")
  private static let indexNames = """
    SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL ORDER BY name
    """

  private static func unhashed(
    _ row: Int, _ name: String, _ attribute: Attribute, _ change: @escaping (inout Entity) -> Void
  ) -> SchemaChange {
    SchemaChange(
      row, name, from: Sample.people(attribute),
      to: [Sample.person("Person", [attribute], change)], changed: [], mappings: same,
      rows: xRows, .none)
  }

  static let demands: [SchemaChange] = [
    SchemaChange(
      19, "A4: optional becomes required, default", from: Sample.people(x),
      to: Sample.people(Attribute("x", .string, isOptional: false, default: "d")), rows: xRows,
      .cheap([:], .person("ZX", "1|d", "2|", "3|d", "4|d", "5|x"))),
    SchemaChange(
      20, "A5, 5.7.1: optional becomes required, no default, some NULL", from: Sample.people(x),
      to: Sample.people(Attribute("x", .string, isOptional: false)), rows: xRows, .missingValue,
      empty: .cheap()),
    SchemaChange(
      20, "A5, 5.7.1: optional becomes required, no default, no NULL", from: Sample.people(x),
      to: Sample.people(Attribute("x", .string, isOptional: false)), rows: distinct,
      .cheap([:], .person("ZX", "1|x1", "2|x2", "3|x3", "4|x4", "5|x5"))),
    SchemaChange(
      21, "A6: required becomes optional",
      from: Sample.people(Attribute("x", .string, isOptional: false, default: "d")),
      to: Sample.people(Attribute("x", .string, default: "e")), rows: xRows,
      .cheap([:], xAsItWas)),
    unhashed(22, "V3: another default", Attribute("x", .string, default: "d")) {
      $0.attributes[Sample.attributes.count].defaultValue = "e"
    },
    unhashed(23, "V5: another minimum, maximum and pattern", x) {
      $0.attributes[Sample.attributes.count].validation = AttributeValidation(
        minimum: "3", maximum: "5", regularExpression: "[0-9]+")
    },
    SchemaChange(
      28, "preserved in history after deletion", from: Sample.people(x),
      to: Sample.people(Attribute("x", .string, preservesValueInHistoryOnDeletion: true)),
      rows: xRows, .cheap([:], xAsItWas)),
    SchemaChange(
      28, "no longer preserved in history after deletion",
      from: Sample.people(Attribute("x", .string, preservesValueInHistoryOnDeletion: true)),
      to: Sample.people(x), rows: xRows, .cheap([:], xAsItWas)),
  ]

  private static func derived(_ expression: String) -> Attribute {
    Attribute("x", .string, derivation: Derivation(expression))
  }

  static let computed: [SchemaChange] = [
    SchemaChange(
      29, "A12: an attribute becomes derived", from: Sample.people(Attribute("t", .string), x),
      to: Sample.people(Attribute("t", .string), derived("uppercase:(t)")),
      rows: xRows + ["UPDATE ZPERSON SET ZT = 'a' || Z_PK WHERE Z_PK <> 3"],
      .rebuild(["ZPERSON": .anew], .person("ZX", "1|A1", "2|A2", "3|NULL", "4|A4", "5|A5"))),
    SchemaChange(
      29, "P4: a derived attribute becomes ordinary",
      from: Sample.people(Attribute("t", .string), derived("uppercase:(t)")),
      to: Sample.people(Attribute("t", .string), Attribute("x", .string, default: "d")),
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZT = 'a'"],
      .rebuild(["ZPERSON": .anew], .person("ZX, ZT", "1|d|a", "2|d|a", "3|d|a", "4|d|a", "5|d|a"))),
    SchemaChange(
      30, "A12: another expression",
      from: Sample.people(Attribute("t", .string), derived("uppercase:(t)")),
      to: Sample.people(Attribute("t", .string), derived("lowercase:(t)")),
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZT = 'Aa' WHERE Z_PK > 1"],
      .cheap([:], .person("ZX", "1|NULL", "2|aa", "3|aa", "4|aa", "5|aa"))),
  ]

  static let indexes: [SchemaChange] = [
    unhashed(33, "add an index", x) { $0.fetchIndexes = [FetchIndex("byX", "x")] },
    SchemaChange(
      33, "remove an index", from: [Sample.person("Person", [x]) { $0.fetchIndexes = [byX] }],
      to: Sample.people(x), changed: [], mappings: same, rows: xRows, .none),
    SchemaChange(
      33, "add an index, and change another entity", from: Sample.people(x),
      to: [
        Sample.person("Person", [x]) { $0.fetchIndexes = [byX] },
        Entity("Apple") { Attribute("x", .string) },
      ], changed: ["Apple"], mappings: ["Add_Apple", "Copy_Bystander", "Copy_Person"],
      rows: xRows,
      .cheap(
        ["ZAPPLE": .anew, "Z_PRIMARYKEY": .anew], xAsItWas,
        Outcome.Read(indexNames, "Z_Bystander_byLabel", "Z_Person_byX"))),
    SchemaChange(
      34, "a modifier of the entity, beside a missing index", from: Sample.people(x),
      to: [
        Sample.person("Person", [x]) {
          $0.versionHashModifier = "2"
          $0.fetchIndexes = [byX]
        }
      ], rows: xRows,
      .cheap([:], xAsItWas, Outcome.Read(indexNames, "Z_Bystander_byLabel", "Z_Person_byX")),
      empty: .cheap()),
    SchemaChange(
      34, "a modifier of an attribute", from: Sample.people(x),
      to: Sample.people(Attribute("x", .string, versionHashModifier: "2")), rows: xRows,
      .cheap([:], xAsItWas)),
    SchemaChange(
      35, "a uniqueness constraint over unique values", from: Sample.people(x),
      to: [Sample.person("Person", [x]) { $0.uniquenessConstraints = [uniqueX] }],
      rows: distinct,
      .cheap(
        [:], .person("ZX", "1|x1", "2|x2", "3|x3", "4|x4", "5|x5"),
        Outcome.Read(uniqueIndexes, "Z_Person_UNIQUE_x"))),
    SchemaChange(
      35, "a uniqueness constraint over several NULLs", from: Sample.people(x),
      to: [Sample.person("Person", [x]) { $0.uniquenessConstraints = [uniqueX] }], rows: xRows,
      .cheap([:], xAsItWas, Outcome.Read(uniqueIndexes, "Z_Person_UNIQUE_x"))),
    SchemaChange(
      36, "5.8.1: a uniqueness constraint over duplicates", from: Sample.people(x),
      to: [Sample.person("Person", [x]) { $0.uniquenessConstraints = [uniqueX] }],
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZX = ''"],
      .refused(
        violation("Constraint unique violation: UNIQUE constraint failed: ZPERSON.ZX")),
      empty: .cheap()),
    SchemaChange(
      37, "no uniqueness constraint any more",
      from: [Sample.person("Person", [x]) { $0.uniquenessConstraints = [uniqueX] }],
      to: Sample.people(x), rows: xRows,
      .cheap([:], xAsItWas, Outcome.Read(uniqueIndexes))),
    SchemaChange(
      37, "no inline UNIQUE of an old framework any more",
      from: [Sample.person("Person", [x]) { $0.uniquenessConstraints = [uniqueX] }],
      to: Sample.people(x), rows: xRows, file: inlineUnique,
      .rebuild(["ZPERSON": .anew], xAsItWas, Outcome.Read(uniqueIndexes))),
    unhashed(69, "other class, user info and value transformer", x) {
      $0.className = "Human"
      $0.userInfo = [UserInfoEntry("a", "b")]
      $0.attributes[Sample.attributes.count].userInfo = [UserInfoEntry("a", "b")]
      for position in $0.attributes.indices where $0.attributes[position].name == "trf" {
        $0.attributes[position].valueTransformerName = "Other"
        $0.attributes[position].valueClassName = "OtherValue"
      }
    },
  ]

  private static let byX = FetchIndex("byX", "x")
  private static let uniqueX = UniquenessConstraint("x")
  private static let uniqueIndexes = """
    SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%' ORDER BY 1
    """

  private static func violation(_ cause: String) -> [CoreDataError] {
    let reason = "constraint violation during attempted migration"
    let innermost = CoreDataError(code: 134_180, reason: cause)
    let inner = CoreDataError(code: 134_111, reason: reason, underlying: innermost)
    return [
      CoreDataError(
        code: 134_110, reason: "Cannot migrate store in-place: \(reason)", underlying: inner),
      inner, innermost,
    ]
  }

  /// The table as frameworks up to 851 made it, with the rows that it had.
  private static let inlineUnique: [String] = [
    "ALTER TABLE ZPERSON RENAME TO OLD",
    """
    CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFLAG INTEGER, \
    ZI16 INTEGER, ZI32 INTEGER, ZI64 INTEGER, ZDBL FLOAT, ZFLT FLOAT, ZDAY TIMESTAMP, \
    ZNUM DECIMAL, ZTXT VARCHAR, ZX VARCHAR UNIQUE, ZLINK VARCHAR, ZUID BLOB, ZTRF BLOB, \
    ZBLOB BLOB, ZEXT BLOB )
    """,
    """
    INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZX, \(Sample.columns.joined(separator: ", "))) \
    SELECT Z_PK, Z_ENT, Z_OPT, ZX, \(Sample.columns.joined(separator: ", ")) FROM OLD
    """,
    "DROP TABLE OLD",
  ]
}
