import GoldenStoreModel

/// What the table of schema changes allows, and this package refuses because no rule says what
/// becomes of the objects: the only such list. It is asserted to the word, so that it goes red when
/// one of them is mended.
extension SchemaChange {
  static let knownDifferences: [SchemaChange] = [
    SchemaChange(
      44, "L2: to-one without inverse to one-to-many, several owners of one target",
      from: owners(Relationship("pets", to: "Pet")), to: owners(pets, owner), changed: both,
      mappings: bothTransformed,
      rows: Sample.ownerRows("UPDATE ZPERSON SET ZPETS = 3 WHERE Z_PK > 1"),
      .undecided(
        "relationship 'Person.pets' becomes a one-to-many, in which a target has one owner, but 1 of its targets have several; add a custom stage that chooses the owner"
      ), empty: .rebuild(["ZPERSON": .anew, "ZPET": .kept])),
    SchemaChange(
      50, "L8: a to-many without inverse leads to another entity",
      from: owners(Relationship("pets", to: "Pet", .toMany)),
      to: owners(Relationship("pets", to: "Bystander", .toMany)),
      mappings: ["Copy_Bystander", "Transform_Person", "Copy_Pet"], rows: Sample.ownerRows(),
      .undecided(
        "relationship 'Person.pets' had no inverse and changes its destination from 'Pet' to 'Bystander', whose rows have no keys of it; give it another renaming identifier to begin anew, or add a custom stage"
      )),
    SchemaChange(
      51, "L9: a many-to-many loses its inverse", from: owners(manyPets, owners),
      to: owners(Relationship("pets", to: "Pet", .toMany)), changed: both,
      mappings: bothTransformed, rows: shared,
      .undecided(
        "many-to-many relationship 'Person.pets' loses its inverse, without which a target has one owner; keep an inverse, or add a custom stage that chooses the owner"
      )),
    SchemaChange(
      51, "L9: a relationship that was its own inverse gets another one",
      from: [
        Sample.person(relationships: [
          Relationship("friends", to: "Person", inverse: "friends", .toMany)
        ])
      ],
      to: [
        Sample.person(relationships: [
          Relationship("friends", to: "Person", inverse: "friendOf", .toMany),
          Relationship("friendOf", to: "Person", inverse: "friends", .toMany),
        ])
      ], rows: Sample.rows(),
      .undecided(
        "relationship 'Person.friends' was its own inverse and gets another one, but its pairs have no direction; add a custom stage that sets both"
      )),
  ]
}
