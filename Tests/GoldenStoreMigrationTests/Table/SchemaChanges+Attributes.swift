import GoldenStoreMigration
import GoldenStoreModel

/// Rows 1 to 13: attributes come, go and get other names.
extension SchemaChange {
  private static let x = Attribute("x", .string)
  private static let fillX = """
    UPDATE ZPERSON SET ZX = CASE Z_PK WHEN 2 THEN '' WHEN 3 THEN 'same' WHEN 4 THEN 'same' \
    WHEN 5 THEN char(233) END
    """
  private static let xRows = Sample.rows() + [fillX]
  /// What `fillX` wrote, read under some name.
  private static func x(in column: String) -> Outcome.Read {
    .person(column, "1|NULL", "2|", "3|same", "4|same", "5|é")
  }
  private static func nothing(in column: String) -> Outcome.Read {
    .person(column, "1|NULL", "2|NULL", "3|NULL", "4|NULL", "5|NULL")
  }
  /// The column at the end of a table that was kept, or where a fresh one has it.
  private static func lastColumn(_ name: String) -> Outcome.Read {
    Outcome.Read(
      "SELECT name FROM pragma_table_info('ZPERSON') ORDER BY cid DESC LIMIT 1", name)
  }

  static let additions: [SchemaChange] = [
    SchemaChange(
      1, "A2: add an optional attribute", from: Sample.people(),
      to: Sample.people(Attribute("added", .integer16)), rows: Sample.rows(),
      .cheap(["ZPERSON": .kept], nothing(in: "ZADDED"), lastColumn("ZADDED"))),
    SchemaChange(
      2, "A1: add an optional attribute with default", from: Sample.people(),
      to: Sample.people(Attribute("added", .integer64, default: .integer(.min))),
      rows: Sample.rows(),
      .cheap(
        ["ZPERSON": .kept],
        .person(
          "ZADDED", "1|-9223372036854775808", "2|-9223372036854775808", "3|-9223372036854775808",
          "4|-9223372036854775808", "5|-9223372036854775808"), lastColumn("ZADDED"))),
    SchemaChange(
      3, "A1: add a required attribute with default", from: Sample.people(),
      to: Sample.people(Attribute("added", .string, isOptional: false, default: "it's")),
      rows: Sample.rows(),
      .cheap(
        ["ZPERSON": .kept],
        .person("ZADDED", "1|it's", "2|it's", "3|it's", "4|it's", "5|it's"))),
    SchemaChange(
      4, "A3, 5.7.1: add a required attribute without default", from: Sample.people(),
      to: Sample.people(Attribute("added", .date, isOptional: false)), rows: Sample.rows(),
      .missingValue, empty: .cheap(["ZPERSON": .kept])),
    SchemaChange(
      5, "add a transient attribute", from: Sample.people(),
      to: Sample.people(Attribute("added", .string, isTransient: true)), changed: [],
      mappings: ["Copy_Bystander", "Copy_Person"], rows: Sample.rows(), .none),
    SchemaChange(
      6, "P6: remove an attribute", from: Sample.people(x), to: Sample.people(), rows: xRows,
      .rebuild(
        ["ZPERSON": .anew],
        Outcome.Read("SELECT count(*) FROM pragma_table_info('ZPERSON') WHERE name = 'ZX'", "0"))),
    SchemaChange(
      25, "P5: a transient attribute becomes persistent",
      from: Sample.people(Attribute("x", .string, isTransient: true)),
      to: Sample.people(Attribute("x", .string, default: "new")), rows: Sample.rows(),
      .cheap(["ZPERSON": .kept], .person("ZX", "1|new", "2|new", "3|new", "4|new", "5|new"))),
    SchemaChange(
      24, "P5: a persistent attribute becomes transient", from: Sample.people(x),
      to: Sample.people(Attribute("x", .string, isTransient: true)), rows: xRows,
      .rebuild(
        ["ZPERSON": .anew],
        Outcome.Read("SELECT count(*) FROM pragma_table_info('ZPERSON') WHERE name = 'ZX'", "0"))),
  ]

  static let renames: [SchemaChange] = [
    SchemaChange(
      7, "P1: rename an attribute with identifier", from: Sample.people(x),
      to: Sample.people(Attribute("y", .string, renamingIdentifier: "x")), rows: xRows,
      .cheap(["ZPERSON": .kept], x(in: "ZY"))),
    SchemaChange(
      8, "P6: rename an attribute without identifier", from: Sample.people(x),
      to: Sample.people(Attribute("y", .string)), rows: xRows,
      .rebuild(["ZPERSON": .anew], nothing(in: "ZY"))),
    SchemaChange(
      9, "P7: rename twice with the first name, from the first version", from: Sample.people(x),
      to: Sample.people(Attribute("z", .string, renamingIdentifier: "x")), rows: xRows,
      .cheap(["ZPERSON": .kept], x(in: "ZZ"))),
    SchemaChange(
      9, "P7: rename twice with the first name, from the second version",
      from: Sample.people(Attribute("y", .string, renamingIdentifier: "x")),
      to: Sample.people(Attribute("z", .string, renamingIdentifier: "x")),
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZY = 'was x' WHERE Z_PK > 3"],
      .cheap(
        ["ZPERSON": .kept], .person("ZZ", "1|NULL", "2|NULL", "3|NULL", "4|was x", "5|was x"))),
    SchemaChange(
      10, "P7: rename twice with the middle name, from the first version", from: Sample.people(x),
      to: Sample.people(Attribute("z", .string, renamingIdentifier: "y")), rows: xRows,
      .rebuild(["ZPERSON": .anew], nothing(in: "ZZ"))),
    SchemaChange(
      10, "P7: rename twice with the middle name, from the second version",
      from: Sample.people(Attribute("y", .string, renamingIdentifier: "x")),
      to: Sample.people(Attribute("z", .string, renamingIdentifier: "y")),
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZY = 'lost'"],
      .rebuild(["ZPERSON": .anew], nothing(in: "ZZ"))),
    SchemaChange(
      11, "P8: swap two names of different types, crossed identifiers",
      from: Sample.people(x, Attribute("n", .integer64)),
      to: Sample.people(
        Attribute("x", .integer64, renamingIdentifier: "n"),
        Attribute("n", .string, renamingIdentifier: "x")),
      rows: xRows + ["UPDATE ZPERSON SET ZN = Z_PK * 1000 WHERE Z_PK > 1"],
      .cheap(
        ["ZPERSON": .kept],
        .person("ZX, ZN", "1|NULL|NULL", "2|2000|", "3|3000|same", "4|4000|same", "5|5000|é"))),
    SchemaChange(
      11, "P8: swap two names of one type, crossed identifiers and a modifier",
      from: Sample.people(x, Attribute("y", .string), Attribute("xTemp", .string)),
      to: Sample.people(
        Attribute("x", .string, renamingIdentifier: "y", versionHashModifier: "2"),
        Attribute("y", .string, renamingIdentifier: "x"), Attribute("xTemp", .string)),
      rows: xRows + ["UPDATE ZPERSON SET ZY = 'y', ZXTEMP = 'in the way'"],
      .cheap(
        ["ZPERSON": .kept],
        .person(
          "ZX, ZY, ZXTEMP", "1|y|NULL|in the way", "2|y||in the way", "3|y|same|in the way",
          "4|y|same|in the way", "5|y|é|in the way"))),
    SchemaChange(
      12, "P8: swap two names of one type, no identifiers",
      from: Sample.people(
        Attribute("x", .string, userInfo: [UserInfoEntry("was", "1")]),
        Attribute("y", .string, userInfo: [UserInfoEntry("was", "2")])),
      to: Sample.people(
        Attribute("x", .string, userInfo: [UserInfoEntry("was", "2")]),
        Attribute("y", .string, userInfo: [UserInfoEntry("was", "1")])), changed: [],
      mappings: ["Copy_Bystander", "Copy_Person"], rows: xRows, .none),
    SchemaChange(
      12, "P8, 4.3: swap two names of different types, no identifiers",
      from: Sample.people(x, Attribute("n", .integer64)),
      to: Sample.people(Attribute("x", .integer64), Attribute("n", .string)), mappings: nil,
      rows: xRows, .incompatibleTypes),
    SchemaChange(
      13, "P3: rename x to y and add a new x", from: Sample.people(x),
      to: Sample.people(
        Attribute("x", .string, default: "d"), Attribute("y", .string, renamingIdentifier: "x")),
      rows: xRows,
      .cheap(
        ["ZPERSON": .kept],
        .person("ZX, ZY", "1|NULL|NULL", "2||", "3|same|same", "4|same|same", "5|é|é"))),
    SchemaChange(
      13, "P3: rename x to y and add a new x with an identifier of its own", from: Sample.people(x),
      to: Sample.people(
        Attribute("x", .string, default: "d", renamingIdentifier: "other"),
        Attribute("y", .string, renamingIdentifier: "x")), rows: xRows,
      .cheap(
        ["ZPERSON": .kept],
        .person("ZX, ZY", "1|d|NULL", "2|d|", "3|d|same", "4|d|same", "5|d|é"))),
    SchemaChange(
      71, "set a renaming identifier only", from: Sample.people(x),
      to: Sample.people(Attribute("x", .string, renamingIdentifier: "i16")), changed: [],
      mappings: ["Copy_Bystander", "Copy_Person"], rows: xRows, .none),
  ]
}
