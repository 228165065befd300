import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// What the triggers of a count make of rows that lead to themselves.
struct DerivedCountTests {
  @Test func objectThatIsItsOwnTargetCountsTwice() throws {
    var store = try SampleStore(
      Model("V1") {
        Entity("Folder") {
          Attribute("size", .integer64, derivation: Derivation("children.@count"))
          Relationship("parent", to: "Folder", inverse: "children")
          Relationship("children", to: "Folder", inverse: "parent", .toMany)
        }
      })
    try store.add("Folder", 1, targets: ["parent": [1], "children": [1, 2]])
    try store.add("Folder", 2, targets: ["parent": [1], "children": [3]])
    try store.add("Folder", 3, targets: ["parent": [2]])
    let sizes = try store.roundTrip().objects(of: "Folder").map { $0.value(of: "size") }
    #expect(sizes == [3, 1, 0])
  }
}
