import Foundation
import GoldenStore
import GoldenStoreFormat

/// Objects of the Bookmarks shape, computed from their number: folders of a hundred children,
/// and every tenth object a favourite of its folder.
///
/// `reference.c` writes the same rows; both follow the rules stated at each member.
struct BookmarkSource: ObjectSource {
  static let model = Model("Bench") {
    Entity("BookmarkEntity") {
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("isPendingDeletion", .boolean, default: false)
      Attribute("lastChildrenPayloadReceivedFromSync", .string)
      Attribute("modifiedAt", .date)
      Attribute("title", .string)
      Attribute("url", .string)
      Attribute("uuid", .string, isOptional: false)
      Relationship(
        "children", to: "BookmarkEntity", inverse: "parent", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship("favoriteFolders", to: "BookmarkEntity", inverse: "favorites", .toMany)
      Relationship(
        "favorites", to: "BookmarkEntity", inverse: "favoriteFolders", .toMany, isOrdered: true)
      Relationship("parent", to: "BookmarkEntity", inverse: "children")
      FetchIndex("byUUID", "uuid", "isPendingDeletion")
    }
  }

  /// For each number of digits: what stands before them in a UUID whose end is the key.
  private static let uuidStarts = (0...12).map {
    "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - $0)
  }

  let shape = ObjectShape(
    entity: "BookmarkEntity",
    attributes: [
      "isFolder", "isPendingDeletion", "lastChildrenPayloadReceivedFromSync", "modifiedAt",
      "title", "url", "uuid",
    ],
    relationships: ["children", "favoriteFolders", "favorites", "parent"])
  /// The number of objects; the keys are 1 to this.
  let count: Int64

  /// Each hundred-and-first object is a folder, and the parent of the hundred that follow.
  static func isFolder(_ key: Int64) -> Bool { key % 101 == 1 }

  func folder(of key: Int64) -> Int64 { key - (key - 1) % 101 }

  func members(of folder: Int64, step: Int64) -> [ObjectReference] {
    stride(from: folder + step, through: min(folder + 100, count), by: Int64.Stride(step)).map {
      ObjectReference(entity: "BookmarkEntity", primaryKey: $0)
    }
  }

  func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
    for key in 1...count { try body(object(key)) }
  }

  func forEachObject(
    of entity: String, relationships: [Int],
    _ body: (_ primaryKey: Int64, _ targets: [[ObjectReference]]) throws -> Void
  ) throws {
    // Only folders have children and favourites.
    let step: Int64 = relationships.allSatisfy { $0 == 0 || $0 == 2 } ? 101 : 1
    for key in stride(from: 1, through: count, by: Int64.Stride(step)) {
      try body(key, relationships.map { targets(of: key, in: $0) })
    }
  }

  /// The targets in one relationship, by its place in the shape.
  private func targets(of key: Int64, in relationship: Int) -> [ObjectReference] {
    let isFolder = Self.isFolder(key)
    let folder = folder(of: key)
    switch relationship {
    case 0: return isFolder ? members(of: key, step: 1) : []
    case 1: return !isFolder && (key - folder) % 10 == 0 ? [reference(folder)] : []
    case 2: return isFolder ? members(of: key, step: 10) : []
    default: return isFolder ? [] : [reference(folder)]
    }
  }

  private func reference(_ key: Int64) -> ObjectReference {
    ObjectReference(entity: "BookmarkEntity", primaryKey: key)
  }

  private func object(_ key: Int64) -> StoredObject {
    let isFolder = Self.isFolder(key)
    let digits = String(key)
    return StoredObject(
      shape: shape, primaryKey: key,
      values: [
        .boolean(isFolder), .boolean(false), .null, .date(700_000_000.5 + Double(key)),
        .string("A page about number " + digits),
        isFolder ? .null : .string("https://example.com/pages/" + digits),
        .string(Self.uuidStarts[digits.utf8.count] + digits),
      ],
      targets: [
        targets(of: key, in: 0), targets(of: key, in: 1), targets(of: key, in: 2),
        targets(of: key, in: 3),
      ])
  }
}
