import GoldenStoreMigration
import GoldenStoreModel

/// Rows 38 to 43 and 52 to 54: relationships come, go and are demanded.
extension SchemaChange {
  static let both = ["Person", "Pet"]
  static let bothTransformed = ["Copy_Bystander", "Transform_Person", "Transform_Pet"]

  /// Two ends between `Person` and `Pet`; a missing one is no relationship.
  static func owners(
    _ person: Relationship? = nil, _ pet: Relationship? = nil
  ) -> [Entity] {
    Sample.owners(person.map { [$0] } ?? [], pet.map { [$0] } ?? [])
  }

  static let pets = Relationship("pets", to: "Pet", inverse: "owner", .toMany)
  static let owner = Relationship("owner", to: "Person", inverse: "pets")
  static let manyPets = Relationship("pets", to: "Pet", inverse: "owners", .toMany)
  static let owners = Relationship(
    "owners", to: "Person", inverse: "pets", .toMany, renamingIdentifier: "owner")

  /// The owner of three pets of four; two pets share one.
  static let owned = Sample.ownerRows(
    "UPDATE ZPET SET ZOWNER = CASE Z_PK WHEN 1 THEN 5 WHEN 2 THEN 5 WHEN 4 THEN 2 END")
  /// Each of two owners has two of the pets.
  static let shared = Sample.ownerRows(
    "INSERT INTO Z_2PETS (Z_2OWNERS, Z_3PETS) VALUES (5, 1), (5, 4), (2, 4), (2, 1)")

  static let newRelationships: [SchemaChange] = [
    SchemaChange(
      38, "A10: add an optional to-one", from: owners(), to: owners(Relationship("pet", to: "Pet")),
      mappings: ["Copy_Bystander", "Transform_Person", "Copy_Pet"], rows: Sample.ownerRows(),
      .cheap(
        ["ZPERSON": .kept], .person("ZPET", "1|NULL", "2|NULL", "3|NULL", "4|NULL", "5|NULL"))),
    SchemaChange(
      39, "A11, 5.7.2: add a mandatory to-one", from: owners(),
      to: owners(Relationship("pet", to: "Pet", isOptional: false)),
      mappings: ["Copy_Bystander", "Transform_Person", "Copy_Pet"], rows: Sample.ownerRows(),
      .missingTarget, empty: .cheap(["ZPERSON": .kept])),
    SchemaChange(
      40, "A10: add a one-to-many", from: owners(), to: owners(pets, owner), changed: both,
      mappings: bothTransformed, rows: Sample.ownerRows(),
      .cheap(
        ["ZPET": .kept], Outcome.Read("SELECT ZOWNER FROM ZPET", "NULL", "NULL", "NULL", "NULL")
      )),
    SchemaChange(
      40, "A11: add a one-to-many that is required without a minimum", from: owners(),
      to: owners(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany, isOptional: false), owner),
      changed: both, mappings: bothTransformed, rows: Sample.ownerRows(),
      .cheap(["ZPET": .kept])),
    SchemaChange(
      40, "A11, 5.7.3: add a one-to-many with a minimum", from: owners(),
      to: owners(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany(min: 1), isOptional: false),
        owner), changed: both, mappings: bothTransformed, rows: Sample.ownerRows(),
      .missingTargets, empty: .cheap(["ZPET": .kept])),
    SchemaChange(
      40, "A10, 5.5.1: add a many-to-many", from: owners(), to: owners(manyPets, owners),
      changed: both,
      mappings: bothTransformed, rows: Sample.ownerRows(),
      .cheap(["Z_2PETS": .anew], Outcome.Read("SELECT count(*) FROM Z_2PETS", "0"))),
    SchemaChange(
      40, "A11, 5.7.3: add a many-to-many with a minimum", from: owners(),
      to: owners(
        Relationship("pets", to: "Pet", inverse: "owners", .toMany(min: 2), isOptional: false),
        owners), changed: both, mappings: bothTransformed, rows: Sample.ownerRows(),
      .missingTargets, empty: .cheap(["Z_2PETS": .anew])),
  ]

  static let oldRelationships: [SchemaChange] = [
    SchemaChange(
      41, "L14: remove a one-to-many", from: owners(pets, owner), to: owners(), changed: both,
      mappings: bothTransformed, rows: owned,
      .rebuild(
        ["ZPERSON": .anew, "ZPET": .anew],
        Outcome.Read("SELECT ZNAME FROM ZPET ORDER BY Z_PK", "a", "", "NULL", "a"))),
    SchemaChange(
      41, "L14, 5.5.5: remove a many-to-many", from: owners(manyPets, owners), to: owners(),
      changed: both,
      mappings: bothTransformed, rows: shared,
      .rebuild(["ZPERSON": .anew, "ZPET": .anew, "Z_2PETS": .gone])),
    SchemaChange(
      42, "L12: rename both ends of a one-to-many with identifiers", from: owners(pets, owner),
      to: owners(
        Relationship("animals", to: "Pet", inverse: "keeper", .toMany, renamingIdentifier: "pets"),
        Relationship("keeper", to: "Person", inverse: "animals", renamingIdentifier: "owner")),
      changed: both, mappings: bothTransformed, rows: owned,
      .cheap(
        ["ZPET": .kept],
        Outcome.Read("SELECT Z_PK, ZKEEPER FROM ZPET ORDER BY 1", "1|5", "2|5", "3|NULL", "4|2"))),
    SchemaChange(
      42, "L12: rename an end of a many-to-many with identifier", from: owners(manyPets, owners),
      to: owners(
        Relationship(
          "animals", to: "Pet", inverse: "owners", .toMany, renamingIdentifier: "pets"),
        Relationship(
          "owners", to: "Person", inverse: "animals", .toMany, renamingIdentifier: "owner")),
      changed: both, mappings: bothTransformed, rows: shared,
      .cheap(
        ["Z_2ANIMALS": .renamed(from: "Z_2PETS")],
        Outcome.Read(
          "SELECT Z_2OWNERS, Z_3ANIMALS FROM Z_2ANIMALS ORDER BY 1, 2", "2|1", "2|4", "5|1", "5|4")
      )),
    SchemaChange(
      43, "L13: rename both ends of a one-to-many without identifiers", from: owners(pets, owner),
      to: owners(
        Relationship("animals", to: "Pet", inverse: "keeper", .toMany),
        Relationship("keeper", to: "Person", inverse: "animals")),
      changed: both, mappings: bothTransformed, rows: owned,
      .rebuild(
        ["ZPERSON": .anew, "ZPET": .anew],
        Outcome.Read("SELECT ZKEEPER FROM ZPET", "NULL", "NULL", "NULL", "NULL"))),
    SchemaChange(
      43, "L13: rename both ends of a many-to-many without identifiers",
      from: owners(manyPets, owners),
      to: owners(
        Relationship("animals", to: "Pet", inverse: "keepers", .toMany),
        Relationship("keepers", to: "Person", inverse: "animals", .toMany)),
      changed: both, mappings: bothTransformed, rows: shared,
      .rebuild(
        ["ZPERSON": .anew, "ZPET": .anew, "Z_2PETS": .gone, "Z_2ANIMALS": .anew],
        Outcome.Read("SELECT count(*) FROM Z_2ANIMALS", "0"))),
  ]

  static let limits: [SchemaChange] = [
    SchemaChange(
      52, "L11: another delete rule", from: owners(pets, owner),
      to: owners(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany, deleteRule: .cascade), owner),
      changed: [], mappings: ["Copy_Bystander", "Copy_Person", "Copy_Pet"], rows: owned, .none),
    SchemaChange(
      53, "L10: a lower maximum than some have", from: owners(pets, owner),
      to: owners(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany(max: 2)), owner),
      mappings: ["Copy_Bystander", "Transform_Person", "Copy_Pet"],
      rows: owned + ["UPDATE ZPET SET ZOWNER = 5"],
      .cheap([:], Outcome.Read("SELECT ZOWNER FROM ZPET", "5", "5", "5", "5"))),
    SchemaChange(
      53, "L10: a greater minimum than some have, still optional", from: owners(pets, owner),
      to: owners(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany(min: 1)), owner),
      mappings: ["Copy_Bystander", "Transform_Person", "Copy_Pet"], rows: owned,
      .cheap([:], Outcome.Read("SELECT ZOWNER FROM ZPET ORDER BY Z_PK", "5", "5", "NULL", "2"))),
    SchemaChange(
      53, "L10: a greater minimum than some have, required all the time",
      from: owners(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany(min: 1), isOptional: false),
        owner),
      to: owners(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany(min: 2), isOptional: false),
        owner),
      mappings: ["Copy_Bystander", "Transform_Person", "Copy_Pet"], rows: owned, .cheap()),
    SchemaChange(
      53, "A11, 5.7.3: a to-many with a minimum becomes required", from: owners(pets, owner),
      to: owners(
        Relationship("pets", to: "Pet", inverse: "owner", .toMany(min: 1), isOptional: false),
        owner),
      mappings: ["Copy_Bystander", "Transform_Person", "Copy_Pet"], rows: owned,
      .missingTargets, empty: .cheap()),
    SchemaChange(
      54, "A11, 5.7.2: a to-one becomes mandatory, some NULL", from: owners(pets, owner),
      to: owners(
        pets, Relationship("owner", to: "Person", inverse: "pets", isOptional: false)),
      changed: ["Pet"], mappings: ["Copy_Bystander", "Copy_Person", "Transform_Pet"],
      rows: owned, .missingTarget, empty: .rebuild(["ZPET": .anew])),
    SchemaChange(
      54, "A11, 5.7.2: a to-one becomes mandatory, no NULL", from: owners(pets, owner),
      to: owners(
        pets, Relationship("owner", to: "Person", inverse: "pets", isOptional: false)),
      changed: ["Pet"], mappings: ["Copy_Bystander", "Copy_Person", "Transform_Pet"],
      rows: owned + ["UPDATE ZPET SET ZOWNER = 1 WHERE Z_PK = 3"],
      .rebuild(
        ["ZPET": .anew],
        Outcome.Read("SELECT ZOWNER FROM ZPET ORDER BY Z_PK", "5", "5", "1", "2"))),
  ]
}
