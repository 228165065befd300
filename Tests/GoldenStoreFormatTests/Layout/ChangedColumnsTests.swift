import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// The order of the bits in the masks of persistent history.
struct ChangedColumnsTests {
  private static let model = Model("V1") {
    Entity("Base", isAbstract: true) {
      Attribute("z", .string)
      Attribute("b", .string)
      Attribute("skipped", .string, isTransient: true)
      Relationship("zone", to: "Zone", inverse: "bases")
    }
    Entity("Leaf", superentity: "Base") {
      Attribute("a", .string)
      // Again what the parent has: it stays where the parent has it.
      Attribute("b", .string, versionHashModifier: "own")
      Attribute("Upper", .string)
      Attribute("sum", .integer64, derivation: Derivation("members.@count"))
      Relationship("area", to: "Base")
      Relationship("members", to: "Member", inverse: "leaf", .toMany, isOrdered: true)
      Relationship("alone", to: "Member", .toMany)
    }
    Entity("Member") {
      Attribute("name", .string)
      Relationship("leaf", to: "Leaf", inverse: "members")
    }
    Entity("Zone") { Relationship("bases", to: "Base", inverse: "zone", .toMany) }
  }

  private func columns(of entity: String) throws -> ChangedColumns {
    let layout = try StoreLayout(Self.model.validated())
    return ChangedColumns(of: try #require(layout.entity(named: entity)), in: layout)
  }

  @Test func fiveGroupsFollowEachOtherEachFromTheRootDown() throws {
    #expect(
      try columns(of: "Leaf").places == [
        .foreignKey(relationship: "zone"), .foreignKey(relationship: "area"),
        .entityColumn(relationship: "area"), .attribute("b"), .attribute("z"),
        .attribute("Upper"), .attribute("a"), .attribute("sum"), .toMany(relationship: "alone"),
        .toMany(relationship: "members"),
      ])
    #expect(try columns(of: "Leaf").byteCount == 2)
    // The key of a to-many without inverse, which is in this table, is no column of the entity.
    #expect(
      try columns(of: "Member").places == [
        .foreignKey(relationship: "leaf"), .orderKey(relationship: "leaf"), .attribute("name"),
      ])
    #expect(try columns(of: "Zone").places == [.toMany(relationship: "bases")])
  }

  @Test func theFirstPlaceIsTheHighestBit() throws {
    let columns = try columns(of: "Leaf")
    #expect(
      columns.bits(of: Data([0x80, 0x40]))
        == [true, false, false, false, false, false, false, false, false, true])
    #expect(
      ChangedColumns.mask(of: [true] + Array(repeating: false, count: 8) + [true])
        == Data([0x80, 0x40]))
  }

  @Test(arguments: [[], [0xFF], [0xFF, 0xC0, 0x00], [0x00, 0x20], [0x00, 0x01]] as [[UInt8]])
  func bytesOfAnotherLengthOrWithFurtherBitsAreNoMask(bytes: [UInt8]) throws {
    #expect(try columns(of: "Leaf").bits(of: Data(bytes)) == nil)
    #expect(try columns(of: "Leaf").bits(of: Data([0xFF, 0xC0])) != nil)
  }
}
