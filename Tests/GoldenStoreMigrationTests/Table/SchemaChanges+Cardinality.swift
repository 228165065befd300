import GoldenStoreMigration
import GoldenStoreModel

/// Rows 44 to 51: relationships hold more or fewer targets, in an order or without, and lead
/// elsewhere or back in another way.
extension SchemaChange {
  private static let onePet = Relationship("pets", to: "Pet", inverse: "owner")
  private static let loneOwner = Relationship("owner", to: "Person")
  private static let personAlone = ["Copy_Bystander", "Transform_Person", "Copy_Pet"]
  private static let ownersOfPets = "SELECT Z_PK, ZOWNER FROM ZPET ORDER BY Z_PK"
  private static let pairs = "SELECT Z_2OWNERS, Z_3PETS FROM Z_2PETS ORDER BY 1, 2"

  private static let couples = Sample.ownerRows(
    "UPDATE ZPERSON SET ZPETS = 3 WHERE Z_PK = 5", "UPDATE ZPET SET ZOWNER = 5 WHERE Z_PK = 3",
    "UPDATE ZPERSON SET ZPETS = 1 WHERE Z_PK = 2", "UPDATE ZPET SET ZOWNER = 2 WHERE Z_PK = 1")

  static let moreTargets: [SchemaChange] = [
    SchemaChange(
      44, "L2, L5: one-to-one to one-to-many", from: owners(onePet, owner), to: owners(pets, owner),
      mappings: personAlone, rows: couples,
      .rebuild(
        ["ZPERSON": .anew], Outcome.Read(ownersOfPets, "1|2", "2|NULL", "3|5", "4|NULL"))),
    SchemaChange(
      44, "L2: to-one without inverse to one-to-many",
      from: owners(Relationship("pets", to: "Pet")), to: owners(pets, owner), changed: both,
      mappings: bothTransformed,
      rows: Sample.ownerRows(
        "UPDATE ZPERSON SET ZPETS = 3 WHERE Z_PK = 5", "UPDATE ZPERSON SET ZPETS = 1 WHERE Z_PK = 2"
      ),
      .rebuild(
        ["ZPERSON": .anew, "ZPET": .kept],
        Outcome.Read(ownersOfPets, "1|2", "2|NULL", "3|5", "4|NULL"))),
    SchemaChange(
      44, "L2, 5.5.3: one-to-one to many-to-many", from: owners(onePet, owner),
      to: owners(manyPets, owners), changed: both, mappings: bothTransformed, rows: couples,
      .rebuild(
        ["ZPERSON": .anew, "ZPET": .anew, "Z_2PETS": .anew], Outcome.Read(pairs, "2|1", "5|3"))),
    SchemaChange(
      44, "L2, L9: to-one to to-many, both without inverse",
      from: owners(Relationship("pets", to: "Pet")),
      to: owners(Relationship("pets", to: "Pet", .toMany)), mappings: personAlone,
      rows: Sample.ownerRows(),
      .notMigrated(
        134_110,
        "Unsupported relationship migration: A to-one's inverse to-many source must be a to-many")),
    SchemaChange(
      46, "L3, 5.5.3: one-to-many to many-to-many", from: owners(pets, owner),
      to: owners(manyPets, owners), changed: both, mappings: bothTransformed,
      rows: owned,
      .rebuild(
        ["ZPET": .anew, "Z_2PETS": .anew], Outcome.Read(pairs, "2|4", "5|1", "5|2"))),
  ]

  static let fewerTargets: [SchemaChange] = [
    SchemaChange(
      45, "L1, 5.5.10: one-to-many to one-to-one", from: owners(pets, owner),
      to: owners(onePet, owner),
      mappings: nil, rows: owned, .toManyToToOne),
    SchemaChange(
      45, "L1, 5.5.10: to-many without inverse to to-one",
      from: owners(Relationship("pets", to: "Pet", .toMany)),
      to: owners(Relationship("pets", to: "Pet")), mappings: nil, rows: Sample.ownerRows(),
      .toManyToToOne),
    SchemaChange(
      45, "L1, 5.5.10: ordered to-many to to-one",
      from: owners(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany, isOrdered: true), owner),
      to: owners(onePet, owner), mappings: nil, rows: owned, .toManyToToOne),
    SchemaChange(
      47, "L4: many-to-many to one-to-many", from: owners(manyPets, owners),
      to: owners(pets, owner), changed: both, mappings: nil, rows: shared, .toManyToToOne),
  ]

  private static func ordered(_ relationship: Relationship) -> Relationship {
    var relationship = relationship
    relationship.isOrdered = true
    return relationship
  }

  static let orders: [SchemaChange] = [
    SchemaChange(
      48, "L6, 5.5.4: unordered to ordered one-to-many", from: owners(pets, owner),
      to: owners(ordered(pets), owner), mappings: personAlone, rows: owned,
      .cheap(
        ["ZPET": .kept],
        Outcome.Read(
          "SELECT Z_PK, ZOWNER, Z_FOK_OWNER FROM ZPET ORDER BY 1", "1|5|5", "2|5|5",
          "3|NULL|NULL", "4|2|2"))),
    SchemaChange(
      48, "L6: unordered to ordered many-to-many", from: owners(manyPets, owners),
      to: owners(ordered(manyPets), owners), mappings: personAlone, rows: shared,
      .rebuild(["Z_2PETS": .anew], Outcome.Read(pairs, "2|1", "2|4", "5|1", "5|4"))),
    SchemaChange(
      49, "L7: ordered to unordered one-to-many", from: owners(ordered(pets), owner),
      to: owners(pets, owner), mappings: personAlone,
      rows: owned + ["UPDATE ZPET SET Z_FOK_OWNER = 5000 - Z_PK WHERE ZOWNER NOT NULL"],
      .rebuild(["ZPET": .anew], Outcome.Read(ownersOfPets, "1|5", "2|5", "3|NULL", "4|2"))),
    SchemaChange(
      49, "L7: ordered to unordered many-to-many", from: owners(ordered(manyPets), owners),
      to: owners(manyPets, owners), mappings: personAlone,
      rows: shared + ["UPDATE Z_2PETS SET Z_FOK_3PETS = 5000 - Z_3PETS"],
      .rebuild(["Z_2PETS": .anew], Outcome.Read(pairs, "2|1", "2|4", "5|1", "5|4"))),
  ]

  private static func toys(_ person: Relationship, _ pet: [Relationship], _ toy: [Relationship])
    -> [Entity]
  {
    var entity = Entity("Toy") { Attribute("name", .string) }
    entity.relationships = toy
    return Sample.owners([person], pet) + [entity]
  }

  private static let toyRows = [
    "INSERT INTO ZTOY (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 4, 31, 't'), (4, 4, 32, 'u')"
  ]
  private static let thing = ["Copy_Bystander", "Transform_Person", "Copy_Pet", "Copy_Toy"]

  static let otherEnds: [SchemaChange] = [
    SchemaChange(
      50, "L8: a to-one leads to another entity",
      from: toys(Relationship("has", to: "Pet"), [], []),
      to: toys(Relationship("has", to: "Toy"), [], []), mappings: thing,
      rows: Sample.ownerRows("UPDATE ZPERSON SET ZHAS = Z_PK WHERE Z_PK > 1") + toyRows,
      .rebuild(
        ["ZPERSON": .anew],
        .person("ZHAS", "1|NULL", "2|2", "3|3", "4|4", "5|5"))),
    SchemaChange(
      50, "L8: a one-to-many leads to another entity",
      from: toys(pets, [owner], []),
      to: toys(
        Relationship("pets", to: "Toy", inverse: "owner", .toMany), [], [owner]),
      changed: ["Person", "Pet", "Toy"],
      mappings: ["Copy_Bystander", "Transform_Person", "Transform_Pet", "Transform_Toy"],
      rows: owned + toyRows,
      .rebuild(
        ["ZPET": .anew, "ZTOY": .kept],
        Outcome.Read("SELECT Z_PK, ZOWNER FROM ZTOY", "3|NULL", "4|NULL"))),
    SchemaChange(
      50, "L8: a many-to-many leads to another entity",
      from: toys(manyPets, [owners], []),
      to: toys(
        Relationship("pets", to: "Toy", inverse: "owners", .toMany), [],
        [Relationship("owners", to: "Person", inverse: "pets", .toMany)]),
      changed: ["Person", "Pet", "Toy"],
      mappings: ["Copy_Bystander", "Transform_Person", "Transform_Pet", "Transform_Toy"],
      rows: shared + toyRows,
      .rebuild(
        ["ZPET": .anew, "Z_2PETS": .kept],
        Outcome.Read(
          "SELECT Z_2OWNERS, Z_4PETS FROM Z_2PETS ORDER BY 1, 2", "2|1", "2|4", "5|1", "5|4"))),
    SchemaChange(
      51, "L9: a to-many gets an inverse",
      from: owners(Relationship("pets", to: "Pet", .toMany)), to: owners(pets, owner),
      changed: both, mappings: bothTransformed,
      rows: Sample.ownerRows(
        "UPDATE ZPET SET Z2PETS = CASE Z_PK WHEN 1 THEN 5 WHEN 2 THEN 5 WHEN 4 THEN 2 END"),
      .rebuild(["ZPET": .anew], Outcome.Read(ownersOfPets, "1|5", "2|5", "3|NULL", "4|2"))),
    SchemaChange(
      51, "L9: a to-many loses its inverse", from: owners(pets, owner),
      to: owners(Relationship("pets", to: "Pet", .toMany)), changed: both,
      mappings: bothTransformed, rows: owned,
      .rebuild(
        ["ZPET": .anew],
        Outcome.Read("SELECT Z_PK, Z2PETS FROM ZPET ORDER BY 1", "1|5", "2|5", "3|NULL", "4|2"))),
    SchemaChange(
      51, "L9: a to-one gets an inverse", from: owners(nil, loneOwner), to: owners(pets, owner),
      changed: both, mappings: bothTransformed, rows: owned,
      .cheap([:], Outcome.Read(ownersOfPets, "1|5", "2|5", "3|NULL", "4|2"))),
    SchemaChange(
      51, "L9: a to-one loses its inverse", from: owners(pets, owner), to: owners(nil, loneOwner),
      changed: both, mappings: bothTransformed, rows: owned,
      .rebuild(
        ["ZPERSON": .anew], Outcome.Read(ownersOfPets, "1|5", "2|5", "3|NULL", "4|2"))),
    SchemaChange(
      51, "L9: two to-ones exchange their inverses", from: crossing("x", "y"),
      to: crossing("y", "x"), changed: both, mappings: bothTransformed,
      rows: Sample.ownerRows(
        "UPDATE ZPET SET ZX = 5 WHERE Z_PK < 3", "UPDATE ZPET SET ZY = 2 WHERE Z_PK > 1"),
      .cheap(
        [:],
        Outcome.Read(
          "SELECT Z_PK, ZX, ZY FROM ZPET ORDER BY 1", "1|5|NULL", "2|5|2", "3|NULL|2", "4|NULL|2"))
    ),
  ]

  private static func crossing(_ first: String, _ second: String) -> [Entity] {
    Sample.owners(
      [
        Relationship("a", to: "Pet", inverse: first, .toMany),
        Relationship("b", to: "Pet", inverse: second, .toMany),
      ],
      [
        Relationship(first, to: "Person", inverse: "a"),
        Relationship(second, to: "Person", inverse: "b"),
      ])
  }
}
