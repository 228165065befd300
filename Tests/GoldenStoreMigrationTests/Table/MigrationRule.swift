/// A rule of Core Data's migrations: what the tests of this target are named after, and what the
/// facts of StoreFormat.md are made of.
///
/// C says when a store is compatible, E and P what inference joins, 4.3 and 4.4 what types may
/// become, A, L and T what happens to attributes, relationships and hierarchies, N and V to numbers
/// and values; 5.5, 5.7 and 5.8 are the statements for relationships, the counts at the end and the
/// reasons of refusals; Y is persistent history, K CloudKit mirroring. K2, K3 and K6 are no rules of
/// migrations.
struct MigrationRule {
  /// How sure it is that Core Data does so.
  enum Confidence: String {
    case high, medium, low
  }

  let id: String
  let confidence: Confidence
  /// The fact in StoreFormat.md that says it.
  let fact: Int
  let statement: String

  private init(_ id: String, _ confidence: Confidence, _ fact: Int, _ statement: String) {
    self.id = id
    self.confidence = confidence
    self.fact = fact
    self.statement = statement
  }

  static let all =
    compatibility + matching + properties + relationships + hierarchy + statements + history

  private static let compatibility: [MigrationRule] = [
    .init("C1", .high, 170, "hashes without a known version of hashing make a store incompatible"),
    .init("C2", .high, 170, "names and hashes of all entities are compared"),
    .init("C3", .high, 170, "the whole model is compared, whatever the configuration"),
    .init("C4", .high, 170, "an entity too many or too few is incompatible"),
    .init("C5", .high, 170, "a coordinator opens a store without hashes unchecked"),
    .init("C6", .high, 170, "an option of the coordinator leaves the check out"),
    .init("C7", .high, 170, "the configuration 'Default' may be missing"),
    .init("C8", .high, 170, "an older way of hashing is tried before a store is incompatible"),
    .init("C9", .high, 170, "an incompatible store is migrated where that is asked for"),
    .init("C10", .high, 170, "a compatible store can be migrated by a private option"),
    .init("C11", .medium, 170, "a store that cannot be written is not migrated in place"),
  ]

  private static let matching: [MigrationRule] = [
    .init("E1", .high, 100, "entities are matched by renaming identifier alone"),
    .init("E2", .high, 100, "two entities of a model with one identifier are refused"),
    .init("E3", .high, 100, "copy, transform, add and remove, with their names and numbers"),
    .init("E4", .high, 100, "a renamed entity is a transform"),
    .init("E5", .high, 100, "another entity of the same name is the same entity"),
    .init("E6", .high, 100, "abstract entities and other parents are no matter for matching"),
    .init("E7", .high, 107, "some transforms leave the schema as it is"),
    .init("P1", .high, 101, "properties are matched by the source's identifiers"),
    .init("P2", .high, 101, "two properties of the source with one identifier are refused"),
    .init("P3", .high, 101, "two properties of the destination may have one origin"),
    .init("P4", .high, 102, "a property of another kind is new"),
    .init("P5", .high, 102, "transient properties come and go"),
    .init("P6", .high, 101, "what nothing refers to is removed without a word"),
    .init("P7", .high, 101, "the identifier has to be the first name"),
    .init("P8", .high, 113, "swapped names cross by their identifiers"),
    .init("P9", .high, 101, "entity and property may be renamed at once"),
    .init("P10", .high, 103, "derived attributes have no identifier"),
    .init("4.3", .high, 104, "which type may become which"),
    .init("4.4", .high, 107, "which changes of type leave the column as it is"),
  ]

  private static let properties: [MigrationRule] = [
    .init("A1", .high, 112, "a new attribute with default: every row has it"),
    .init("A2", .high, 112, "a new optional attribute without default: NULL"),
    .init("A3", .high, 106, "a new required attribute without default is counted"),
    .init("A4", .high, 112, "becoming required with default: NULLs get it"),
    .init("A5", .high, 106, "becoming required without default is counted"),
    .init("A6", .high, 112, "becoming optional, or another default: values stay"),
    .init("A7", .high, 145, "inline values that get external storage are marked"),
    .init("A8", .high, 105, "external storage never becomes inline"),
    .init("A9", .high, 104, "other impossible properties have reasons of their own"),
    .init("A10", .high, 112, "a new optional relationship is empty"),
    .init("A11", .high, 106, "a mandatory relationship is counted"),
    .init("A12", .high, 141, "a new derived attribute is computed"),
    .init("A13", .high, 108, "elements of composites are attributes of their own"),
  ]

  private static let relationships: [MigrationRule] = [
    .init("L1", .high, 105, "a to-many never becomes a to-one"),
    .init("L2", .high, 116, "a to-one becomes a to-many"),
    .init("L3", .high, 116, "a one-to-many becomes a many-to-many"),
    .init("L4", .high, 105, "a many-to-many never becomes a one-to-many"),
    .init("L5", .high, 116, "a one-to-one becomes a one-to-many"),
    .init("L6", .high, 116, "an unordered to-many becomes ordered"),
    .init("L7", .high, 110, "an ordered to-many becomes unordered"),
    .init("L8", .high, 144, "another destination is not checked"),
    .init("L9", .high, 144, "another inverse is not checked"),
    .init("L10", .high, 106, "other minima and maxima are not enforced"),
    .init("L11", .high, 109, "another delete rule changes nothing"),
    .init("L12", .high, 110, "a relationship renamed with identifier keeps its targets"),
    .init("L13", .high, 110, "a relationship renamed without identifier loses them"),
    .init("L14", .high, 110, "a removed relationship takes its column or table along"),
  ]

  private static let hierarchy: [MigrationRule] = [
    .init("T1", .medium, 142, "abstract or not: rows stay"),
    .init("T2", .high, 142, "a new child has a number and no rows"),
    .init("T3", .medium, 142, "a new parent over one root takes over its table"),
    .init("T4", .high, 119, "two roots never become one"),
    .init("T5", .medium, 142, "a child becomes a root with its rows"),
    .init("T6", .medium, 142, "an attribute moves up"),
    .init("T7", .medium, 142, "an attribute moves down"),
    .init("T8", .medium, 142, "a removed middle entity leaves its children to its parent"),
    .init("T9", .low, 170, "a name of a removed child that is used elsewhere"),
  ]

  private static let statements: [MigrationRule] = [
    .init("N1", .high, 117, "keys, lock versions and the store's UUID stay"),
    .init("N2", .high, 115, "entities have the destination's numbers"),
    .init("N3", .high, 143, "a new entity column is filled"),
    .init("N4", .high, 115, "the key table is made anew where entities come or go"),
    .init("N5", .high, 115, "the highest key stays though no row is left"),
    .init("N6", .high, 115, "subentities have no highest key"),
    .init("V1", .medium, 104, "numbers are copied as they are"),
    .init("V2", .high, 104, "numbers become Booleans as they are"),
    .init("V3", .high, 112, "defaults never replace a NULL that may stay"),
    .init("V4", .high, 117, "texts, blobs and names of files are copied byte by byte"),
    .init("V5", .high, 109, "limits are not checked"),
    .init("5.5.1", .high, 116, "a new many-to-many has a table"),
    .init("5.5.2", .high, 115, "numbers in the names of join tables follow"),
    .init("5.5.3", .high, 116, "keys become pairs"),
    .init("5.5.4", .medium, 116, "a new order gives one rank to all of an owner"),
    .init("5.5.5", .high, 110, "a removed many-to-many takes its table along"),
    .init("5.5.6", .high, 142, "a removed root takes its table along"),
    .init("5.5.7", .high, 142, "a removed child takes its rows along"),
    .init("5.5.8", .high, 142, "no delete rule runs"),
    .init("5.5.9", .high, 144, "keys that lead nowhere are carried"),
    .init("5.5.10", .high, 105, "no statement makes a to-one of a to-many"),
    .init("5.7.1", .high, 118, "a mandatory attribute is counted"),
    .init("5.7.2", .high, 118, "a mandatory to-one is counted"),
    .init("5.7.3", .high, 118, "a to-many with a minimum is counted"),
    .init("5.8.1", .medium, 140, "a violated uniqueness constraint"),
    .init("5.8.2", .high, 140, "statements that cannot be generated"),
    .init("5.8.3", .high, 140, "an unsupported type of mapping"),
    .init("5.8.4", .high, 140, "an entity without description"),
    .init("5.8.5", .high, 140, "source and destination in one place"),
    .init("5.8.6", .high, 140, "files of external values that cannot be deleted"),
    .init("5.8.7", .high, 140, "renames in a store that CloudKit mirrors"),
  ]

  private static let history: [MigrationRule] = [
    .init("Y1", .high, 182, "a removed entity takes history along"),
    .init("Y2", .high, 183, "numbers, masks and kept values follow their entities"),
    .init("Y3", .high, 185, "a history that cannot be carried over is dropped"),
    .init("Y4", .medium, 181, "a migration writes no transaction"),
    .init("K1", .high, 187, "nothing is renamed in a mirrored store"),
    .init("K4", .high, 188, "records follow the numbers of their entities, or collide"),
    .init("K5", .high, 189, "a mirrored store asks for all zones; other tables stay"),
  ]
}

/// Rows of the table of schema changes of which Core Data's behaviour is not sure.
enum SchemaChangeRow {
  /// The row and the fact that says so; every other row is of high confidence.
  static let medium: [(row: Int, fact: Int)] = [
    (11, 113), (18, 104), (26, 145), (29, 141), (30, 141), (31, 108), (36, 140), (37, 110),
    (50, 144), (51, 144), (53, 106), (61, 142), (63, 142), (65, 142), (66, 142), (67, 142),
    (68, 142), (70, 170),
  ]
}
