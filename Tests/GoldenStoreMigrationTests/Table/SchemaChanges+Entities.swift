import GoldenStoreMigration
import GoldenStoreModel

/// Rows 55 to 68 and 72: entities come, go, get other names and other parents.
extension SchemaChange {
  private static let everyone = [
    "1|1", "2|7", "3|2", "4|9223372036854775807", "5|3",
  ]
  private static let keyTable = "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1"
  private static let apple = Entity("Apple") { Attribute("x", .string) }
  private static let pet = Entity("Pet") { Attribute("name", .string) }

  static let entities: [SchemaChange] = [
    SchemaChange(
      55, "E3, N2, N4: add an entity", from: Sample.people(), to: Sample.people() + [apple],
      changed: ["Apple"], mappings: ["Add_Apple", "Copy_Bystander", "Copy_Person"],
      rows: Sample.rows() + ["UPDATE Z_PRIMARYKEY SET Z_MAX = 12 WHERE Z_ENT = 2"],
      .cheap(
        ["ZAPPLE": .anew, "Z_PRIMARYKEY": .anew],
        .person("Z_ENT", "1|3", "2|3", "3|3", "4|3", "5|3"),
        Outcome.Read("SELECT Z_PK, Z_ENT FROM ZBYSTANDER", "1|2", "2|2"),
        Outcome.Read(keyTable, "1|Apple|0|0", "2|Bystander|0|2", "3|Person|0|12"))),
    SchemaChange(
      56, "E3, N4, 5.5.6: remove an entity", from: Sample.people() + [apple], to: Sample.people(),
      changed: ["Apple"], mappings: ["Copy_Bystander", "Copy_Person", "Remove_Apple"],
      rows: Sample.rows() + ["INSERT INTO ZAPPLE (Z_PK, Z_ENT, Z_OPT) VALUES (6, 1, 41)"],
      .cheap(
        ["ZAPPLE": .gone, "Z_PRIMARYKEY": .anew], lost: ["6|41"],
        .person("Z_ENT", "1|2", "2|2", "3|2", "4|2", "5|2"),
        Outcome.Read(keyTable, "1|Bystander|0|2", "2|Person|0|5"))),
    SchemaChange(
      56, "5.5.7: remove a child without properties of its own", from: family("Kid"),
      to: Sample.people(), changed: ["Kid"],
      mappings: ["Copy_Bystander", "Copy_Person", "Remove_Kid"],
      rows: Sample.rows() + ["UPDATE ZPERSON SET Z_ENT = 3 WHERE Z_PK IN (3, 5)"],
      .cheap(
        ["Z_PRIMARYKEY": .anew], lost: ["3|2", "5|3"],
        Outcome.Read("SELECT Z_PK, Z_ENT FROM ZPERSON", "1|2", "2|2", "4|2"),
        Outcome.Read(keyTable, "1|Bystander|0|2", "2|Person|0|5"))),
    SchemaChange(
      56, "5.5.7: remove a child with a property of its own", from: family("Kid", toy),
      to: Sample.people(), changed: ["Kid"],
      mappings: ["Copy_Bystander", "Copy_Person", "Remove_Kid"], rows: kids,
      .rebuild(
        ["ZPERSON": .anew, "Z_PRIMARYKEY": .anew], lost: ["3|2", "5|3"],
        Outcome.Read("SELECT Z_PK, Z_ENT FROM ZPERSON", "1|2", "2|2", "4|2"))),
    SchemaChange(
      57, "E1, E4, N4: rename an entity with identifier", from: Sample.people(),
      to: [Sample.person("Human") { $0.renamingIdentifier = "Person" }],
      changed: ["Human", "Person"], rows: Sample.rows(),
      .cheap(
        ["ZHUMAN": .renamed(from: "ZPERSON")],
        Outcome.Read("SELECT Z_PK, Z_ENT FROM ZHUMAN", "1|2", "2|2", "3|2", "4|2", "5|2"),
        Outcome.Read(keyTable, "1|Bystander|0|2", "2|Person|0|5"))),
    SchemaChange(
      58, "E1, E3: rename an entity without identifier", from: Sample.people(),
      to: [Sample.person("Human")], changed: ["Human", "Person"],
      mappings: ["Copy_Bystander", "Add_Human", "Remove_Person"], rows: Sample.rows(),
      .cheap(
        ["ZHUMAN": .anew, "ZPERSON": .gone, "Z_PRIMARYKEY": .anew], lost: everyone,
        Outcome.Read("SELECT count(*) FROM ZHUMAN", "0"),
        Outcome.Read(keyTable, "1|Bystander|0|2", "2|Human|0|0"))),
    SchemaChange(
      59, "P9: rename an entity and its attribute with identifiers",
      from: Sample.people(Attribute("x", .string)),
      to: [
        Sample.person("Human", [Attribute("y", .string, renamingIdentifier: "x")]) {
          $0.renamingIdentifier = "Person"
        }
      ], changed: ["Human", "Person"],
      rows: Sample.rows() + ["UPDATE ZPERSON SET ZX = 'x' || Z_PK WHERE Z_PK > 3"],
      .cheap(
        ["ZHUMAN": .renamed(from: "ZPERSON")],
        Outcome.Read(
          "SELECT Z_PK, ZY FROM ZHUMAN", "1|NULL", "2|NULL", "3|NULL", "4|x4", "5|x5"))),
    SchemaChange(
      60, "E2: two entities of the destination with one identifier", from: Sample.people(),
      to: Sample.people() + [Entity("Human", renamingIdentifier: "Person") { toy }],
      changed: ["Human"], mappings: nil, rows: Sample.rows(),
      .notInferred("Each destination entity must have a unique renaming identifier")),
    SchemaChange(
      60, "E2: two entities of the source with one identifier",
      from: Sample.people() + [Entity("Human", renamingIdentifier: "Person") { toy }],
      to: Sample.people(), changed: ["Human"], mappings: nil, rows: Sample.rows(),
      .notInferred("Each source entity must have a unique renaming identifier")),
    SchemaChange(
      72, "E5: another entity of a removed one's name", from: Sample.people() + [pet],
      to: Sample.people() + [Entity("Pet") { Attribute("size", .integer16) }],
      changed: ["Pet"], mappings: ["Copy_Bystander", "Copy_Person", "Transform_Pet"],
      rows: Sample.ownerRows(),
      .rebuild(
        ["ZPET": .anew],
        Outcome.Read("SELECT Z_PK, ZSIZE FROM ZPET", "1|NULL", "2|NULL", "3|NULL", "4|NULL"))),
    SchemaChange(
      72, "E5: another entity of a removed one's name, with an identifier of its own",
      from: Sample.people() + [pet],
      to: Sample.people() + [
        Entity("Pet", renamingIdentifier: "Animal") { Attribute("size", .integer16) }
      ],
      changed: ["Pet"], mappings: ["Copy_Bystander", "Copy_Person", "Add_Animal", "Remove_Pet"],
      rows: Sample.ownerRows(),
      .cheap(
        ["ZPET": .anew, "Z_PRIMARYKEY": .anew], lost: ["1|21", "2|22", "3|23", "4|24"],
        Outcome.Read("SELECT count(*) FROM ZPET", "0"))),
  ]

  // MARK: Hierarchies

  private static let toy = Attribute("toy", .string)

  /// `Person` with a child.
  private static func family(
    _ child: String, _ attributes: Attribute..., parent: [Attribute] = []
  ) -> [Entity] {
    var entity = Entity(child, superentity: "Person")
    entity.attributes = attributes
    return [Sample.person("Person", parent), entity]
  }

  /// Two of the people are children with toys.
  private static let kids =
    Sample.rows() + [
      "UPDATE ZPERSON SET Z_ENT = 3, ZTOY = 'toy' || Z_PK WHERE Z_PK IN (3, 5)"
    ]

  private static let mergedRoots = Outcome.notMigrated(
    134_190,
    "Cannot merge multiple root entity source tables into one destination entity root table")

  static let parents: [SchemaChange] = [
    SchemaChange(
      61, "E6, T1: a concrete entity becomes abstract", from: family("Kid"),
      to: {
        var entities = family("Kid")
        entities[0].isAbstract = true
        return entities
      }(), changed: ["Kid", "Person"],
      mappings: ["Copy_Bystander", "Transform_Kid", "Transform_Person"],
      rows: Sample.rows() + ["UPDATE ZPERSON SET Z_ENT = 3"],
      .cheap([:], .person("Z_ENT", "1|3", "2|3", "3|3", "4|3", "5|3"))),
    SchemaChange(
      61, "E6, T1: an abstract entity becomes concrete",
      from: {
        var entities = family("Kid")
        entities[0].isAbstract = true
        return entities
      }(), to: family("Kid"), changed: ["Kid", "Person"],
      mappings: ["Copy_Bystander", "Transform_Kid", "Transform_Person"],
      rows: Sample.rows() + ["UPDATE ZPERSON SET Z_ENT = 3"],
      .cheap([:], .person("Z_ENT", "1|3", "2|3", "3|3", "4|3", "5|3"))),
    SchemaChange(
      62, "T2, N6: add a child", from: Sample.people(),
      to: family("Kid", Attribute("toy", .string, default: "d")), changed: ["Kid"],
      mappings: ["Copy_Bystander", "Add_Kid", "Copy_Person"], rows: Sample.rows(),
      .cheap(
        ["ZPERSON": .kept, "Z_PRIMARYKEY": .anew],
        .person("Z_ENT, ZTOY", "1|2|NULL", "2|2|NULL", "3|2|NULL", "4|2|NULL", "5|2|NULL"),
        Outcome.Read(keyTable, "1|Bystander|0|2", "2|Person|0|5", "3|Kid|2|0"))),
    SchemaChange(
      63, "T3: a new parent over one root", from: Sample.people(),
      to: [
        Entity("Being") { Attribute("soul", .string, default: "d") },
        Sample.person { $0.superentity = "Being" },
      ], changed: ["Being", "Person"],
      mappings: ["Add_Being", "Copy_Bystander", "Transform_Person"], rows: Sample.rows(),
      .cheap(
        ["ZBEING": .renamed(from: "ZPERSON"), "Z_PRIMARYKEY": .anew],
        Outcome.Read(
          "SELECT Z_PK, Z_ENT, ZSOUL FROM ZBEING", "1|2|d", "2|2|d", "3|2|d", "4|2|d", "5|2|d"),
        Outcome.Read(keyTable, "1|Being|0|5", "2|Person|1|0", "3|Bystander|0|2"))),
    SchemaChange(
      64, "T4: a new parent over two roots", from: Sample.people() + [pet],
      to: [
        Entity("Being") { Attribute("soul", .string) },
        Sample.person { $0.superentity = "Being" },
        Entity("Pet", superentity: "Being") { Attribute("name", .string) },
      ], changed: ["Being", "Person", "Pet"],
      mappings: ["Add_Being", "Copy_Bystander", "Transform_Person", "Transform_Pet"],
      rows: Sample.ownerRows(), mergedRoots),
    SchemaChange(
      64, "T4: a root under another root", from: Sample.people() + [pet],
      to: Sample.people() + [Entity("Pet", superentity: "Person") { Attribute("name", .string) }],
      changed: ["Pet"], mappings: ["Copy_Bystander", "Copy_Person", "Transform_Pet"],
      rows: Sample.ownerRows(), mergedRoots),
    SchemaChange(
      65, "T5: a child becomes a root", from: family("Kid", toy),
      to: Sample.people() + [Sample.person("Kid", [toy])], changed: ["Kid"],
      mappings: ["Copy_Bystander", "Transform_Kid", "Copy_Person"], rows: kids,
      .rebuild(
        ["ZKID": .anew, "ZPERSON": .anew, "Z_PRIMARYKEY": .anew],
        Outcome.Read("SELECT Z_PK, Z_ENT FROM ZPERSON ORDER BY 1", "1|3", "2|3", "4|3"),
        Outcome.Read("SELECT Z_PK, Z_ENT, ZTOY FROM ZKID ORDER BY 1", "3|2|toy3", "5|2|toy5"),
        Outcome.Read(keyTable, "1|Bystander|0|2", "2|Kid|0|5", "3|Person|0|5"))),
    SchemaChange(
      66, "E6, N2: a child moves to another branch",
      from: Sample.people() + [
        Entity("Adult", superentity: "Person"), Entity("Kid", superentity: "Person"),
        Entity("Baby", superentity: "Kid") { toy },
      ],
      to: Sample.people() + [
        Entity("Adult", superentity: "Person"), Entity("Kid", superentity: "Person"),
        Entity("Baby", superentity: "Adult") { toy },
      ], changed: ["Baby"],
      mappings: ["Copy_Adult", "Transform_Baby", "Copy_Bystander", "Copy_Kid", "Copy_Person"],
      rows: Sample.rows() + [
        "UPDATE ZPERSON SET Z_ENT = Z_PK + 1 WHERE Z_PK < 5",
        "UPDATE ZPERSON SET ZTOY = 'ball' WHERE Z_PK = 4",
      ],
      .cheap(
        ["Z_PRIMARYKEY": .anew],
        .person("Z_ENT, ZTOY", "1|2|NULL", "2|3|NULL", "3|5|NULL", "4|4|ball", "5|2|NULL"),
        Outcome.Read(
          keyTable, "1|Bystander|0|2", "2|Person|0|5", "3|Adult|2|0", "4|Baby|3|0", "5|Kid|2|0"))),
    SchemaChange(
      67, "T6: an attribute moves up", from: family("Kid", toy),
      to: family("Kid", parent: [Attribute("toy", .string, default: "d")]),
      changed: ["Kid", "Person"],
      mappings: ["Copy_Bystander", "Transform_Kid", "Transform_Person"], rows: kids,
      .cheap([:], .person("ZTOY", "1|d", "2|d", "3|toy3", "4|d", "5|toy5"))),
    SchemaChange(
      67, "T6: a required attribute without default moves up", from: family("Kid", toy),
      to: family("Kid", parent: [Attribute("toy", .string, isOptional: false)]),
      changed: ["Kid", "Person"],
      mappings: ["Copy_Bystander", "Transform_Kid", "Transform_Person"], rows: kids,
      .missingValue, empty: .cheap()),
    SchemaChange(
      68, "T7: an attribute moves down", from: family("Kid", parent: [toy]),
      to: family("Kid", toy), changed: ["Kid", "Person"],
      mappings: ["Copy_Bystander", "Transform_Kid", "Transform_Person"],
      rows: Sample.rows() + [
        "UPDATE ZPERSON SET ZTOY = 'toy' || Z_PK",
        "UPDATE ZPERSON SET Z_ENT = 3 WHERE Z_PK IN (3, 5)",
      ],
      .rebuild(
        ["ZPERSON": .anew], .person("ZTOY", "1|NULL", "2|NULL", "3|toy3", "4|NULL", "5|toy5"))),
  ]
}
