import GoldenStoreModel

/// Entities that every row of the table of schema changes begins with, and their rows: NULL,
/// duplicates, and the ends of what each type can hold.
enum Sample {
  /// An entity that no change is about.
  static let bystander = Entity("Bystander") {
    Attribute("label", .string)
    FetchIndex("byLabel", "label")
  }

  static let bystanderRows = [
    "INSERT INTO ZBYSTANDER (Z_PK, Z_ENT, Z_OPT, ZLABEL) SELECT 1, Z_ENT, 8, 'here' FROM Z_PRIMARYKEY WHERE Z_NAME = 'Bystander'",
    "INSERT INTO ZBYSTANDER (Z_PK, Z_ENT, Z_OPT, ZLABEL) SELECT 2, Z_ENT, 9, NULL FROM Z_PRIMARYKEY WHERE Z_NAME = 'Bystander'",
  ]

  /// An attribute of every type; none of these changes in any row of the table.
  static let attributes: [Attribute] = [
    Attribute("i16", .integer16), Attribute("i32", .integer32), Attribute("i64", .integer64),
    Attribute("num", .decimal), Attribute("dbl", .double), Attribute("flt", .float),
    Attribute("flag", .boolean), Attribute("txt", .string), Attribute("day", .date),
    Attribute("blob", .binary), Attribute("uid", .uuid), Attribute("link", .uri),
    Attribute("trf", .transformable),
    Attribute("ext", .binary, allowsExternalBinaryDataStorage: true),
  ]

  static let columns = [
    "ZI16", "ZI32", "ZI64", "ZNUM", "ZDBL", "ZFLT", "ZFLAG", "ZTXT", "ZDAY", "ZBLOB", "ZUID",
    "ZLINK", "ZTRF", "ZEXT",
  ]

  /// An entity with an attribute of every type, and more.
  static func person(
    _ name: String = "Person", _ attributes: [Attribute] = [],
    relationships: [Relationship] = [], _ change: (inout Entity) -> Void = { _ in }
  ) -> Entity {
    var entity = Entity(name)
    entity.attributes = Sample.attributes + attributes
    entity.relationships = relationships
    change(&entity)
    return entity
  }

  /// `Person` alone with more attributes.
  static func people(_ attributes: Attribute...) -> [Entity] { [person("Person", attributes)] }

  /// Five rows: NULL, the least, the greatest, the greatest once more, and odd ones. A NaN is
  /// NULL to SQLite, so no cell can hold one.
  static func rows(of entity: String = "Person", in table: String = "ZPERSON") -> [String] {
    let list = columns.joined(separator: ", ")
    func insert(_ key: Int, _ lockVersion: Int, _ cells: String) -> String {
      """
      INSERT INTO \(table) (Z_PK, Z_ENT, Z_OPT, \(list)) SELECT \(key), Z_ENT, \(lockVersion), \
      \(cells) FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)'
      """
    }
    let greatest = """
      32767, 2147483647, 9223372036854775807, 9007199254740992, 1.7976931348623157e308, \
      3.4028234663852886e38, 1, printf('%.70000c', 'x'), 64092211200, \
      CAST(printf('%.70000c', 'b') AS BLOB), x'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', \
      'https://a.example/ü?q=1#f', x'FF', x'01FF'
      """
    return [
      insert(1, 1, columns.map { _ in "NULL" }.joined(separator: ", ")),
      insert(
        2, 7,
        """
        -32768, -2147483648, -9223372036854775807 - 1, -0.5, -1.7976931348623157e308, \
        1.401298464324817e-45, 0, '', -978307200.5, x'', \
        x'00000000000000000000000000000000', '', x'', x'01'
        """),
      insert(3, 2, greatest), insert(4, 9223372036854775807, greatest),
      insert(
        5, 3,
        """
        0, 0, 0, 0, 9e999, -9e999, 1, char(101, 769, 0, 128169), -63114076800.25, x'00', \
        x'0102030405060708090A0B0C0D0E0F10', 'x:', x'00', x'0100'
        """),
    ]
  }

  // MARK: Pets

  /// `Person` and `Pet`, each with its end of a relationship.
  static func owners(_ person: [Relationship], _ pet: [Relationship]) -> [Entity] {
    var other = Entity("Pet") { Attribute("name", .string) }
    other.relationships = pet
    return [Sample.person(relationships: person), other]
  }

  /// Four pets beside the people; further statements give them owners.
  static func ownerRows(_ more: String...) -> [String] {
    rows() + [
      "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 21, 'a'), (2, 3, 22, ''), (3, 3, 23, NULL), (4, 3, 24, 'a')"
    ] + more
  }
}
