import GoldenStoreMigration
import GoldenStoreModel

/// Rows 14 to 18, 26, 27, 31 and 32: attributes become something else.
extension SchemaChange {
  private static let allowance = [UserInfoEntry("NSMigrationAllowTypeTransformation", "YES")]

  /// One attribute, `v`, that gets another type.
  private static func retyped(
    _ row: Int, _ source: AttributeType, _ destination: AttributeType, isAllowed: Bool = false,
    cells: String, _ outcome: Outcome
  ) -> SchemaChange {
    var mappings: [String]? = ["Copy_Bystander", "Transform_Person"]
    if case .refused = outcome { mappings = nil }
    let rules =
      switch row {
      case 14: "4.4: "
      case 15: "V1, V2: "
      default: "4.3: "
      }
    return SchemaChange(
      row, "\(rules)\(source.name) to \(destination.name)\(isAllowed ? ", allowed" : "")",
      from: Sample.people(Attribute("v", source)),
      to: Sample.people(Attribute("v", destination, userInfo: isAllowed ? allowance : [])),
      mappings: mappings,
      rows: Sample.rows() + [
        """
        UPDATE ZPERSON SET ZV = (SELECT column2 FROM (VALUES \(cells)) WHERE column1 = Z_PK)
        """
      ], outcome)
  }

  private static func values(_ rows: String...) -> Outcome.Read {
    Outcome.Read(query: "SELECT ZV, typeof(ZV) FROM ZPERSON ORDER BY Z_PK", rows: rows)
  }

  private static let ends16 = "(1, NULL), (2, -32768), (3, 32767), (4, 32767), (5, 0)"
  private static let read16 = values(
    "NULL|null", "-32768|integer", "32767|integer", "32767|integer", "0|integer")

  static let widenings: [SchemaChange] = [
    retyped(14, .integer16, .integer32, cells: ends16, .cheap([:], read16)),
    retyped(14, .integer16, .integer64, cells: ends16, .cheap([:], read16)),
    retyped(14, .integer32, .integer64, cells: ends16, .cheap([:], read16)),
    retyped(
      14, .float, .double, cells: "(2, 0.1), (3, -9e999), (4, 9e999), (5, 1e-45)",
      .cheap([:], values("NULL|null", "0.1|real", "-inf|real", "inf|real", "1e-45|real"))),
    retyped(
      14, .boolean, .integer16, cells: "(2, 0), (3, 1), (4, 1)",
      .cheap([:], values("NULL|null", "0|integer", "1|integer", "1|integer", "NULL|null"))),
    retyped(
      14, .boolean, .integer32, cells: "(5, 1)",
      .cheap([:], values("NULL|null", "NULL|null", "NULL|null", "NULL|null", "1|integer"))),
    retyped(
      14, .boolean, .integer64, cells: "(5, 1)",
      .cheap([:], values("NULL|null", "NULL|null", "NULL|null", "NULL|null", "1|integer"))),
    SchemaChange(
      14, "4.4: a wider type and another name at once",
      from: Sample.people(Attribute("v", .boolean)),
      to: Sample.people(Attribute("w", .integer16, renamingIdentifier: "v")),
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZV = Z_PK = 3 WHERE Z_PK > 1"],
      .rebuild(["ZPERSON": .anew], .person("ZW", "1|NULL", "2|0", "3|1", "4|0", "5|0"))),
  ]

  private static let ends64 = """
    (2, -9223372036854775807 - 1), (3, 9223372036854775807), (4, 70000), (5, 0)
    """
  private static let read64 = values(
    "NULL|null", "-9223372036854775808|integer", "9223372036854775807|integer", "70000|integer",
    "0|integer")
  private static let reals = "(2, 2.5), (3, 3.0), (4, -9e999), (5, 1e300)"
  private static let rebuilt: [String: Outcome.Fate] = ["ZPERSON": .anew]

  /// Cells are copied as they are; only the affinity of the new column has a say.
  static let numbers: [SchemaChange] = [
    retyped(15, .integer64, .integer16, cells: ends64, .rebuild(rebuilt, read64)),
    retyped(15, .integer64, .integer32, cells: ends64, .rebuild(rebuilt, read64)),
    retyped(15, .integer32, .integer16, cells: ends64, .rebuild(rebuilt, read64)),
    retyped(
      15, .double, .float, cells: reals,
      .rebuild(rebuilt, values("NULL|null", "2.5|real", "3.0|real", "-inf|real", "1e+300|real"))),
    retyped(
      15, .integer64, .double, cells: ends64,
      .rebuild(
        rebuilt,
        values(
          "NULL|null", "-9.223372036854776e+18|real", "9.223372036854776e+18|real",
          "70000.0|real", "0.0|real"))),
    retyped(
      15, .double, .integer32, cells: reals,
      .rebuild(
        rebuilt, isReadable: false,
        values("NULL|null", "2.5|real", "3|integer", "-inf|real", "1e+300|real"))),
    retyped(
      15, .double, .decimal, cells: "(2, 2.5), (3, 3.0), (4, 1e15)",
      .rebuild(
        rebuilt,
        values(
          "NULL|null", "2.5|real", "3|integer", "1000000000000000|integer", "NULL|null"))),
    retyped(
      15, .decimal, .integer64, cells: "(2, 2.5), (3, 3), (4, -4)",
      .rebuild(
        rebuilt, isReadable: false,
        values("NULL|null", "2.5|real", "3|integer", "-4|integer", "NULL|null"))),
    retyped(
      15, .decimal, .double, cells: "(2, 2.5), (3, 3), (4, -4)",
      .rebuild(
        rebuilt, values("NULL|null", "2.5|real", "3.0|real", "-4.0|real", "NULL|null"))),
    retyped(
      15, .decimal, .integer16, cells: "(3, 3)",
      .rebuild(
        rebuilt, values("NULL|null", "NULL|null", "3|integer", "NULL|null", "NULL|null"))),
    retyped(
      15, .decimal, .float, cells: "(3, 3)",
      .rebuild(rebuilt, values("NULL|null", "NULL|null", "3.0|real", "NULL|null", "NULL|null"))),
    retyped(
      15, .integer64, .boolean, cells: "(2, 0), (3, 1), (4, 2), (5, -9223372036854775807 - 1)",
      .rebuild(
        rebuilt, isReadable: false,
        values("NULL|null", "0|integer", "1|integer", "2|integer", "-9223372036854775808|integer")
      )),
    retyped(
      15, .double, .boolean, cells: "(2, 0.0), (3, 1.0), (4, 0.5)",
      .rebuild(
        rebuilt, isReadable: false,
        values("NULL|null", "0|integer", "1|integer", "0.5|real", "NULL|null"))),
    retyped(
      15, .boolean, .double, cells: "(2, 0), (3, 1)",
      .rebuild(rebuilt, values("NULL|null", "0.0|real", "1.0|real", "NULL|null", "NULL|null"))),
  ]

  private static let some = "(2, 1), (3, 1)"
  private static let texts = "(2, ''), (3, '1')"
  private static let blobs = "(2, x''), (3, x'00FF'), (4, x'00FF')"

  static let impossible: [SchemaChange] = [
    retyped(16, .integer16, .string, cells: some, .incompatibleTypes),
    retyped(16, .boolean, .date, cells: some, .incompatibleTypes),
    retyped(16, .double, .binary, cells: some, .incompatibleTypes),
    retyped(16, .integer64, .uuid, cells: some, .incompatibleTypes),
    retyped(16, .decimal, .uri, cells: some, .incompatibleTypes),
    retyped(16, .float, .transformable, cells: some, .incompatibleTypes),
    retyped(16, .string, .integer16, cells: texts, .incompatibleTypes),
    retyped(16, .date, .boolean, cells: some, .incompatibleTypes),
    retyped(16, .binary, .double, cells: blobs, .incompatibleTypes),
    retyped(16, .uuid, .integer64, cells: blobs, .incompatibleTypes),
    retyped(16, .uri, .decimal, cells: texts, .incompatibleTypes),
    retyped(16, .transformable, .float, cells: blobs, .incompatibleTypes),
    retyped(17, .date, .double, cells: some, .incompatibleTypes),
    retyped(17, .string, .uuid, cells: texts, .incompatibleTypes),
    retyped(17, .string, .uri, cells: texts, .incompatibleTypes),
    retyped(17, .string, .binary, cells: texts, .incompatibleTypes),
    retyped(18, .transformable, .binary, cells: blobs, .incompatibleTypes),
    retyped(18, .binary, .transformable, cells: blobs, .incompatibleTypes),
    retyped(
      18, .string, .binary, isAllowed: true, cells: texts,
      .notInferred(
        "Type Transformation expects NSTransformableAttributeType or NSBinaryDataAttributeType")),
  ]

  private static let readBlobs = Outcome.Read(
    "SELECT hex(ZV), typeof(ZV) FROM ZPERSON ORDER BY Z_PK", "|null", "|blob", "00FF|blob",
    "00FF|blob", "|null")

  static let bytes: [SchemaChange] = [
    retyped(
      18, .transformable, .binary, isAllowed: true, cells: blobs, .rebuild(rebuilt, readBlobs)),
    retyped(
      18, .binary, .transformable, isAllowed: true, cells: blobs, .rebuild(rebuilt, readBlobs)),
    SchemaChange(
      26, "A7: inline binary gets external storage", from: Sample.people(Attribute("v", .binary)),
      to: Sample.people(Attribute("v", .binary, allowsExternalBinaryDataStorage: true)),
      rows: Sample.rows() + [
        "UPDATE ZPERSON SET ZV = CASE Z_PK WHEN 2 THEN x'' WHEN 3 THEN x'02FF' WHEN 4 THEN ZBLOB END"
      ],
      .rebuild(
        rebuilt,
        Outcome.Read(
          "SELECT hex(substr(ZV, 1, 3)), length(ZV), typeof(ZV) FROM ZPERSON ORDER BY Z_PK",
          "|NULL|null", "01|1|blob", "0102FF|3|blob", "016262|70001|blob", "|NULL|null"))),
    SchemaChange(
      27, "A8: external binary becomes inline",
      from: Sample.people(Attribute("v", .binary, allowsExternalBinaryDataStorage: true)),
      to: Sample.people(Attribute("v", .binary)), mappings: nil,
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZV = x'01AA'"],
      .notInferred("Unable to use inferred mapping to move external reference into store.")),
    SchemaChange(
      31, "A13: an attribute becomes an element of a composite",
      from: Sample.people(Attribute("v", .string)),
      to: Sample.people(
        Attribute("c", .composite, elements: [Attribute("v", .string, default: "d")])),
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZV = 'lost'"],
      .rebuild(rebuilt, .person("ZV", "1|d", "2|d", "3|d", "4|d", "5|d"))),
    SchemaChange(
      31, "A13: an element of a composite becomes an attribute",
      from: Sample.people(Attribute("c", .composite, elements: [Attribute("v", .string)])),
      to: Sample.people(Attribute("v", .string)),
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZV = 'lost'"],
      .rebuild(rebuilt, .person("ZV", "1|NULL", "2|NULL", "3|NULL", "4|NULL", "5|NULL"))),
    SchemaChange(
      31, "4.3: an attribute becomes a composite", from: Sample.people(Attribute("v", .string)),
      to: Sample.people(Attribute("v", .composite, elements: [Attribute("e", .string)])),
      mappings: nil, rows: Sample.rows() + ["UPDATE ZPERSON SET ZV = 'kept'"],
      .incompatibleTypes),
    SchemaChange(
      31, "4.3: a composite becomes an attribute",
      from: Sample.people(Attribute("v", .composite, elements: [Attribute("e", .string)])),
      to: Sample.people(Attribute("v", .string)), mappings: nil,
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZE = 'kept'"], .incompatibleTypes),
    SchemaChange(
      32, "P4: an attribute becomes a relationship",
      from: Sample.people(Attribute("v", .integer64)),
      to: [Sample.person(relationships: [Relationship("v", to: "Bystander")])],
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZV = 1"],
      .rebuild(rebuilt, .person("ZV", "1|NULL", "2|NULL", "3|NULL", "4|NULL", "5|NULL"))),
    SchemaChange(
      32, "P4: a relationship becomes an attribute",
      from: [Sample.person(relationships: [Relationship("v", to: "Bystander")])],
      to: Sample.people(Attribute("v", .integer64)),
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZV = 1"],
      .rebuild(rebuilt, .person("ZV", "1|NULL", "2|NULL", "3|NULL", "4|NULL", "5|NULL"))),
  ]
}
