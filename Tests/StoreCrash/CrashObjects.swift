import GoldenStoreFormat
import GoldenStoreModel

/// The objects of the first version, computed from their keys.
struct CrashObjects: ObjectSource {
  static let tags: Int64 = 100
  static let teams: Int64 = 150

  /// The number of persons; the keys are 1 to this.
  let persons: Int64

  static func first(_ key: Int64) -> String { "First \(key % 977)" }
  static func last(_ key: Int64) -> String { "Last \(key &* 7919 % 100_003)" }
  static func age(_ key: Int64) -> Int64 { key % 97 }
  static func born(_ key: Int64) -> Double { 1000.5 + Double(key) }
  static func team(_ key: Int64) -> Int64? { key % 50 == 0 ? nil : key % teams + 1 }

  private static let filling = String(repeating: "lorem ipsum ", count: 12)

  static func note(_ key: Int64) -> String? {
    key % 5 == 0 ? nil : filling + String(key)
  }

  /// Two different tags of a person, in ascending order.
  static func tags(of key: Int64) -> [Int64] {
    let first = key % tags
    return [first, (first + 1 + key / tags % (tags - 1)) % tags].map { $0 + 1 }.sorted()
  }

  static func tagName(_ key: Int64) -> String { "tag \(key)" }
  static func teamName(_ key: Int64) -> String { "team \(key)" }

  private static let person = ObjectShape(
    entity: "Person", attributes: ["age", "born", "first", "last", "note"],
    relationships: ["tags", "team"])
  private static let tag = ObjectShape(
    entity: "Tag", attributes: ["name"], relationships: ["people"])
  private static let team = ObjectShape(
    entity: "Team", attributes: ["name"], relationships: ["members"])

  func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
    switch entity {
    case "Person":
      for key in 1...persons { try body(person(key)) }
    case "Tag":
      let members = members(Self.tags) { Self.tags(of: $0) }
      for key in 1...Self.tags {
        try body(named(Self.tag, key, Self.tagName(key), members[Int(key)]))
      }
    default:
      let members = members(Self.teams) { Self.team($0).map { [$0] } ?? [] }
      for key in 1...Self.teams {
        try body(named(Self.team, key, Self.teamName(key), members[Int(key)]))
      }
    }
  }

  private func person(_ key: Int64) -> StoredObject {
    StoredObject(
      shape: Self.person, primaryKey: key,
      values: [
        .integer(Self.age(key)), .date(Self.born(key)), .string(Self.first(key)),
        .string(Self.last(key)), Self.note(key).map { .string($0) } ?? .null,
      ],
      targets: [
        Self.tags(of: key).map { ObjectReference(entity: "Tag", primaryKey: $0) },
        Self.team(key).map { [ObjectReference(entity: "Team", primaryKey: $0)] } ?? [],
      ])
  }

  private func named(
    _ shape: ObjectShape, _ key: Int64, _ name: String, _ members: [ObjectReference]
  ) -> StoredObject {
    StoredObject(shape: shape, primaryKey: key, values: [.string(name)], targets: [members])
  }

  /// The persons that lead to each of some objects, in key order.
  private func members(
    _ count: Int64, _ targets: (Int64) -> [Int64]
  ) -> [[ObjectReference]] {
    var members = [[ObjectReference]](repeating: [], count: Int(count) + 1)
    for key in 1...persons {
      for target in targets(key) {
        members[Int(target)].append(ObjectReference(entity: "Person", primaryKey: key))
      }
    }
    return members
  }
}
