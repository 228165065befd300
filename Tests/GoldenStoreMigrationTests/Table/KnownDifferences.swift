import GoldenStoreModel

/// What the table of schema changes says migrates, and this package refuses: the only such list.
/// It is asserted to the word, so that it goes red when one of them is mended.
extension SchemaChange {
  static let knownDifferences: [SchemaChange] = [
    SchemaChange(
      44, "L2: to-one to to-many, both without inverse",
      from: owners(Relationship("pets", to: "Pet")),
      to: owners(Relationship("pets", to: "Pet", .toMany)),
      mappings: ["Copy_Bystander", "Transform_Person", "Copy_Pet"], rows: Sample.ownerRows(),
      .notSupported(
        "to-one relationship 'Person.pets' becoming a to-many without inverse")),
    SchemaChange(
      50, "L8: a many-to-many leads to another entity",
      from: owners(manyPets, owners) + [Entity("Toy") { Attribute("name", .string) }],
      to: owners(Relationship("pets", to: "Toy", inverse: "owners", .toMany)) + [
        Entity("Toy") {
          Attribute("name", .string)
          Relationship("owners", to: "Person", inverse: "pets", .toMany)
        }
      ], changed: ["Person", "Pet", "Toy"],
      mappings: ["Copy_Bystander", "Transform_Person", "Transform_Pet", "Transform_Toy"],
      rows: shared,
      .notSupported(
        "relationship 'Person.pets' with another destination, 'Toy' instead of 'Pet',")),
    SchemaChange(
      51, "L9: a to-many gets an inverse", from: owners(Relationship("pets", to: "Pet", .toMany)),
      to: owners(pets, owner), changed: both, mappings: bothTransformed,
      rows: Sample.ownerRows(),
      .notSupported("to-many relationship 'Person.pets' getting an inverse")),
    SchemaChange(
      51, "L9: a to-many loses its inverse", from: owners(pets, owner),
      to: owners(Relationship("pets", to: "Pet", .toMany)), changed: both,
      mappings: bothTransformed, rows: owned,
      .notSupported("to-many relationship 'Person.pets' losing an inverse")),
  ]
}
