import GoldenStoreFormat
import Testing

/// The hash tables whose order decides the owners of join tables. The numbers were computed with
/// a program in another language, from the text of the facts.
struct NameTablesTests {
  /// A name, its hash, and the hash mixed for table L.
  struct Sample: Sendable {
    let name: String
    let hash: UInt32
    let mixed: UInt32
  }

  @Test(
    "short names hash to the known numbers in both tables",
    arguments: [
      Sample(name: "", hash: 0, mixed: 3_686_067_727),
      Sample(name: "a", hash: 1062, mixed: 408_203_952),
      Sample(name: "_ent", hash: 2_053_296_458, mixed: 3_555_739_345),
      Sample(name: "favorites", hash: 2_162_238_172, mixed: 3_241_315_493),
      Sample(name: "favoriteFolders", hash: 3_419_874_366, mixed: 1_072_190_590),
    ])
  func shortNames(_ sample: Sample) {
    #expect(NameHash.inKeyTable(sample.name) == sample.hash)
    #expect(NameHash.inVisitTable(sample.name) == sample.hash)
    #expect(NameHash.mixed(sample.hash) == sample.mixed)
  }

  @Test("a long name hashes to the known numbers, which differ between the tables")
  func longName() {
    let name = String(repeating: "abcdefghij", count: 12)
    #expect(NameHash.inKeyTable(name) == 3_959_066_248)
    #expect(NameHash.inVisitTable(name) == 47_326_208)
  }

  @Test("from 24 units on, table T counts the first 8 and the last 16 only")
  func partsInVisitTable() {
    let first = "abcdefgh" + "1" + String(repeating: "x", count: 16)
    let second = "abcdefgh" + "2" + String(repeating: "x", count: 16)
    #expect(NameHash.inVisitTable(first) == NameHash.inVisitTable(second))
    #expect(NameHash.inKeyTable(first) != NameHash.inKeyTable(second))
    #expect(NameHash.inVisitTable("abcdefgh1xxxx") != NameHash.inVisitTable("abcdefgh2xxxx"))
  }

  @Test("from 97 units on, table L counts 32 units of begin, middle and end only")
  func partsInKeyTable() {
    let begin = String(repeating: "b", count: 64)
    let end = String(repeating: "e", count: 32)
    #expect(NameHash.inKeyTable(begin + "1" + end) == NameHash.inKeyTable(begin + "2" + end))
    let short = String(end.dropLast())
    #expect(NameHash.inKeyTable(begin + "1" + short) != NameHash.inKeyTable(begin + "2" + short))
  }

  @Test("a key is kept once, whatever the number of buckets")
  func keysAreUnique() {
    var table = KeyTable()
    let names = (1...100).map { "name\($0)" }
    for name in names + names { table.insert(name) }
    #expect(table.keys.sorted() == names.sorted())
  }

  @Test("a visit walks each key once, and knows no order for more than 3571 keys")
  func visitOrder() throws {
    let names = (1...3571).map { "name\($0)" }
    let order = try #require(VisitTable.ordered(names))
    #expect(order.sorted() == names.sorted())
    #expect(order != names)
    #expect(VisitTable.ordered(names + ["one more"]) == nil)
  }
}
