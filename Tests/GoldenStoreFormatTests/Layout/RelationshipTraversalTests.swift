import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// Details of the walk over relationships that no store of the corpus shows. What is expected was
/// computed with a program in another language, written from the text of the facts; both agreed
/// on 3000 random models.
struct RelationshipTraversalTests {
  @Test("the key table grows from 4 to 8 buckets when the fourth key comes")
  func growth() throws {
    let layout = try layout {
      Entity("Car") {
        Attribute("delta", .integer16)
        Relationship("modeA", to: "Car", inverse: "kind", .toMany, isOrdered: true)
        Relationship("kind", to: "Car", inverse: "modeA", .toMany)
        Relationship("gammaA", to: "Car", .toMany)
      }
    }
    #expect(layout.joinTables.map(\.columns) == [["Z_1MODEA", "Z_1KIND", "Z_FOK_1MODEA"]])
  }

  @Test("the columns of to-ones are keys beside their names")
  func columnKeys() throws {
    let layout = try layout {
      Entity("Group") {
        Relationship("children", to: "Group", inverse: "parentD")
        Relationship("parentD", to: "Group", inverse: "children", .toMany, isOrdered: true)
        Relationship("list", to: "Group", inverse: "group")
        Relationship("group", to: "Group", inverse: "list", .toMany, isOrdered: true)
      }
    }
    #expect(columns(of: layout) == ["ZCHILDREN", "ZLIST", "Z_FOK_LIST", "Z_FOK_CHILDREN"])
  }

  @Test("a virtual to-one adds its keys to the destination before that is visited")
  func virtualKeys() throws {
    let layout = try layout {
      Entity("Folder") { Relationship("tags", to: "Group", .toMany) }
      Entity("Group") {
        Relationship("favorites", to: "Group", inverse: "gamma", .toMany)
        Relationship("gamma", to: "Group", inverse: "favorites", .toMany, isOrdered: true)
      }
    }
    #expect(
      layout.joinTables.map(\.columns) == [["Z_2FAVORITES", "Z_2GAMMA", "Z_FOK_2GAMMA"]])
    #expect(layout.joinTables.map(\.name) == ["Z_2GAMMA"])
  }

  @Test("an order key gets its column when the declaring entity is visited, not a subentity")
  func orderKeyColumn() throws {
    let layout = try layout {
      Entity("Group") {
        Relationship("kind", to: "Group", inverse: "children")
        Relationship("children", to: "Group", inverse: "kind", .toMany, isOrdered: true)
      }
      Entity("Entry", superentity: "Group") {
        Relationship("favoritesA", to: "Group", .toMany, isOrdered: true)
      }
    }
    #expect(
      columns(of: layout) == [
        "ZKIND", "Z1_KIND", "Z2FAVORITESA", "Z_FOK_2FAVORITESA", "Z_FOK_KIND",
      ])
  }

  @Test("an order key adds its key to the subentities that are visited later")
  func orderKeyKeys() throws {
    let long = String(repeating: "z", count: 100) + "qF"
    let layout = try layout {
      Entity("Folder") {
        Attribute("deltaB", .integer16)
        Relationship("tags", to: "Folder", inverse: "alpha", .toMany, isOrdered: true)
        Relationship("alpha", to: "Folder", inverse: "tags")
      }
      Entity("Group", superentity: "Folder") {
        Attribute("parent", .integer16)
        Attribute("beta", .integer16)
        Relationship(long, to: "Group", inverse: "list", .toMany)
        Relationship("list", to: "Group", inverse: long, .toMany)
        Relationship("owner", to: "Entry", inverse: "items", .toMany)
        Relationship("items", to: "Group", inverse: "favorites")
        Relationship("favorites", to: "Group", inverse: "items")
      }
      Entity("Entry") {
        Relationship("items", to: "Group", inverse: "owner", .toMany, isOrdered: true)
      }
    }
    #expect(layout.joinTables.map(\.name) == ["Z_1ITEMS", "Z_3LIST"])
    #expect(layout.joinTables.last?.columns == ["Z_3\(long.uppercased())", "Z_3LIST"])
    #expect(
      columns(of: layout) == [
        "ZDELTAB", "ZALPHA", "Z2_ALPHA", "ZBETA", "ZPARENT", "ZFAVORITES", "ZITEMS",
        "Z_FOK_ALPHA",
      ])
  }

  /// The columns of the last root's table, without the fixed ones.
  private func columns(of layout: StoreLayout) -> [String] {
    layout.tables.last.map { $0.columns.dropFirst(3).map(\.name) } ?? []
  }
}
