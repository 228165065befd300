import GoldenStoreModel
import GoldenStoreSQLite

/// One version of the models, and what a store of it holds, computed from the keys.
struct CrashVersion {
  /// What a version has beside what all have.
  enum Feature {
    /// `first` and `last` are one attribute `name`.
    case joinedName
    /// `age` is called `years`.
    case years
    /// The age has 16 bits.
    case smallAge
    /// A new attribute with a default.
    case nickname
    /// There is no `note`.
    case noNote
    /// A new entity whose number is the first one.
    case aisle
  }

  let name: String
  let features: Set<Feature>

  init(_ name: String, _ features: Set<Feature> = []) {
    self.name = name
    self.features = features
  }

  private var age: String { features.contains(.years) ? "years" : "age" }

  var model: Model {
    Model(name) {
      if features.contains(.aisle) { Entity("Aisle") { Attribute("number", .integer64) } }
      Entity("Person") {
        if features.contains(.joinedName) {
          Attribute("name", .string, isOptional: false)
        } else {
          Attribute("first", .string)
          Attribute("last", .string)
        }
        Attribute(
          age, features.contains(.smallAge) ? .integer16 : .integer32, renamingIdentifier: "age")
        Attribute("born", .date)
        if features.contains(.nickname) { Attribute("nickname", .string, default: "none") }
        if !features.contains(.noNote) { Attribute("note", .string) }
        Relationship("tags", to: "Tag", inverse: "people", .toMany)
        Relationship("team", to: "Team", inverse: "members")
        FetchIndex("byBirth", "born")
      }
      Entity("Tag") {
        Attribute("name", .string)
        Relationship("people", to: "Person", inverse: "tags", .toMany)
      }
      Entity("Team") {
        Attribute("name", .string)
        Relationship("members", to: "Person", inverse: "team", .toMany)
      }
    }
  }

  // MARK: What is in the file

  /// The columns of a person, each with its value for a key.
  var personColumns: [(name: String, value: @Sendable (Int64) -> SQLValue)] {
    let number: Int64 = features.contains(.aisle) ? 2 : 1
    var columns: [(name: String, value: @Sendable (Int64) -> SQLValue)] = [
      ("Z_PK", { .integer($0) }), ("Z_ENT", { _ in .integer(number) }),
      ("Z\(age.uppercased())", { .integer(CrashObjects.age($0)) }),
      ("ZBORN", { .real(CrashObjects.born($0)) }),
      ("ZTEAM", { CrashObjects.team($0).map { .integer($0) } ?? .null }),
    ]
    if features.contains(.joinedName) {
      columns.append(
        ("ZNAME", { .text(CrashObjects.first($0) + " " + CrashObjects.last($0)) }))
    } else {
      columns.append(("ZFIRST", { .text(CrashObjects.first($0)) }))
      columns.append(("ZLAST", { .text(CrashObjects.last($0)) }))
    }
    if features.contains(.nickname) { columns.append(("ZNICKNAME", { _ in .text("none") })) }
    if !features.contains(.noNote) {
      columns.append(("ZNOTE", { CrashObjects.note($0).map { .text($0) } ?? .null }))
    }
    return columns
  }

  /// The join table's name, and those of its columns for a person and a tag.
  var pairTable: (name: String, person: String, tag: String) {
    features.contains(.aisle)
      ? ("Z_2TAGS", "Z_2PEOPLE", "Z_3TAGS") : ("Z_1TAGS", "Z_1PEOPLE", "Z_2TAGS")
  }

  /// The highest keys by entity number.
  func highestKeys(persons: Int64) -> [SQLValue] {
    let keys = [persons, CrashObjects.tags, CrashObjects.teams]
    return ((features.contains(.aisle) ? [0] : []) + keys).map { .integer($0) }
  }
}
