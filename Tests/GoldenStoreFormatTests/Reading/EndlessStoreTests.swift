import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Stores whose own structure leads nowhere, or around in circles.
struct EndlessStoreTests {
  private static func store() throws -> SampleStore {
    var store = try SampleStore(
      Model("V1") {
        Entity("Author") { Relationship("books", to: "Book", inverse: "authors", .toMany) }
        Entity("Book", isAbstract: true) {
          Relationship("authors", to: "Author", inverse: "books", .toMany)
        }
        Entity("Novel", superentity: "Book")
        Entity("Poem", superentity: "Book")
        // Pages to build with.
        for number in 0..<20 { Entity("Filler\(number)") }
      })
    try store.add("Author", 1, targets: ["books": []])
    try store.add("Novel", 1)
    try store.add("Filler9", 1)
    return store
  }

  private static func rootPage(of table: String, _ files: StoreFiles) throws -> Int {
    let connection = try Connection(path: files.main, mode: .readWrite)
    let page = try connection.integer("SELECT rootpage FROM sqlite_master WHERE name = \(table)")
    try connection.close()
    return Int(page)
  }

  /// Makes interior pages of which each names the next one two hundred times: ten pages that hold
  /// more rows than there are atoms.
  private static func makeEndless(_ table: String, _ files: StoreFiles) throws {
    let fillers = try (0..<10).map { try rootPage(of: "ZFILLER\($0)", files) }
    let chain = [try rootPage(of: table, files)] + fillers
    var bytes = try Data(contentsOf: URL(fileURLWithPath: files.main))
    for (page, child) in zip(chain, chain.dropFirst()) {
      let cells = 200
      let size = 5
      var content = Data(count: 4096)
      let start = 4096 - cells * size
      // An interior page of a table: type, free blocks, cells, where they begin, the last child.
      content.replaceSubrange(
        0..<12,
        with: [5, 0, 0, 0, UInt8(cells), UInt8(start >> 8), UInt8(start & 0xFF), 0, 0, 0, 0]
          + [UInt8(child)])
      for cell in 0..<cells {
        let place = start + cell * size
        content[12 + 2 * cell] = UInt8(place >> 8)
        content[13 + 2 * cell] = UInt8(place & 0xFF)
        content.replaceSubrange(place..<place + size, with: [0, 0, 0, UInt8(child), 1])
      }
      bytes.replaceSubrange((page - 1) * 4096..<page * 4096, with: content)
    }
    try bytes.write(to: URL(fileURLWithPath: files.main))
  }

  @Test(arguments: ["ZAUTHOR", "Z_METADATA"])
  func tableWithoutEndIsGivenUp(_ table: String) throws {
    let store = try Self.store()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      // The row in the last page passes for an author.
      let author = try #require(store.layout.entity(named: "Author")?.number)
      try DamagedStoreTests.Damage.sql("UPDATE ZFILLER9 SET Z_ENT = \(author)")(files)
      try Self.makeEndless(table, files)
      for action in [
        { _ = try StoreInspection(of: files) },
        { _ = try StoreReader(files: files, layout: store.layout).contents() },
      ] {
        let error = #expect(throws: StoreError.self) { try action() }
        // Whoever goes from row to row meets one again at once.
        if error?.description
          == "'Sample.sqlite', 'ZAUTHOR' row 1, column 'Z_PK': comes after row 1; the pages of the "
          + "table are damaged"
        {
          continue
        }
        #expect(
          error?.description.hasPrefix(
            "'Sample.sqlite': gave up after 25395200 steps, more than its size allows; it is "
              + "damaged, and its pages probably lead back to themselves, in 'SELECT ") == true,
          "\(error?.description ?? "")")
      }
    }
  }

  /// Numbers of superentities that go around in circles, or lead to no row.
  @Test func superentitiesInCirclesHaveNoTable() throws {
    let store = try Self.store()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      let rows = try StoreInspection(of: files).entities
      #expect(rows.first { $0.name == "Novel" }?.rows == 1)
      let connection = try Connection(path: files.main, mode: .readWrite)
      let numbers = store.layout.entities.reduce(into: [String: Int64]()) {
        $0[$1.name] = Int64($1.number)
      }
      let novel = try #require(numbers["Novel"])
      let book = try #require(numbers["Book"])
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_SUPER = \(novel) WHERE Z_ENT = \(book)")
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_SUPER = 99 WHERE Z_NAME = 'Author'")
      try connection.close()
      let entities = try StoreInspection(of: files).entities
      for name in ["Novel", "Poem", "Book"] {
        #expect(entities.first { $0.name == name }?.rows == .some(nil), "\(name)")
      }
      #expect(entities.first { $0.name == "Author" }?.rows == 1)
    }
  }

  /// A join row whose target's row is gone: which entity it was nothing says.
  @Test func keyThatDanglesIsNamedWhereItsEntityIsUnknown() throws {
    let store = try Self.store()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      let connection = try Connection(path: files.main, mode: .readWrite)
      try connection.execute("INSERT INTO Z_1BOOKS VALUES (1, 77)")
      try connection.close()
      let error = #expect(throws: StoreError.self) {
        try StoreReader(files: files, layout: store.layout).contents()
      }
      #expect(
        error?.description
          == "'Sample.sqlite', 'ZBOOK' row 77, column 'Z_ENT': expected the number of 'Book' or a "
          + "subentity, found NULL")
    }
  }

  /// Where the entity is known, the key is what the file says; comparing a store names it.
  @Test func keyThatDanglesIsReadAsItIs() throws {
    let store = try DamagedStoreTests.store()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      try DamagedStoreTests.Damage.sql("UPDATE ZTHING SET ZNEXT = 77 WHERE Z_PK = 3")(files)
      let things = try StoreReader(files: files, layout: store.layout).contents()
        .objects(of: "Thing")
      #expect(things[2].targets(of: "next") == [ObjectReference(entity: "Thing", primaryKey: 77)])
    }
  }
}
