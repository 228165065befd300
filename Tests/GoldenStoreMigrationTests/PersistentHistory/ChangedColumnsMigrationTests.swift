import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Y2: numbers, masks and kept values of the history follow the entities. The masks are decoded
/// by lists that were written by hand.
struct ChangedColumnsMigrationTests {
  /// The bits of an entity, in order; its number, and what its properties are called later.
  private struct Listed {
    let number: Int
    let bits: [String]
    let newNumber: Int
    let newBits: [String]
    var renamed: [String: String] = [:]

    /// The names in a mask, the highest bit of the first byte first.
    static func names(_ mask: [UInt8], _ bits: [String]) -> Set<String> {
      Set(bits.indices.filter { mask[$0 >> 3] >> (7 - UInt8($0 & 7)) & 1 == 1 }.map { bits[$0] })
    }

    func carried(_ names: Set<String>) -> Set<String> {
      Set(names.map { renamed[$0] ?? $0 }.filter(newBits.contains))
    }
  }

  private static let listed = [
    Listed(
      number: 1,
      bits: ["owner", "owner's entity", "owner's rank", "count", "note", "title", "tags"],
      newNumber: 2,
      newBits: [
        "creator", "owner", "creator's entity", "owner's entity", "owner's rank", "alpha",
        "count", "zTitle", "tags",
      ], renamed: ["title": "zTitle"]),
    Listed(
      number: 2, bits: ["age", "name", "items", "reports"], newNumber: 3,
      newBits: ["age", "email", "name", "created", "items", "reports"]),
    Listed(
      number: 3,
      bits: ["boss", "boss's entity", "age", "name", "Zip", "badge", "items", "reports"],
      newNumber: 4,
      newBits: [
        "boss", "boss's entity", "age", "email", "name", "Zip", "badge", "created", "items",
        "reports",
      ]),
    Listed(
      number: 4, bits: ["label", "items"], newNumber: 5, newBits: ["label", "items"]),
  ]

  private static func model(_ version: String, isLater: Bool) -> Model {
    Model(version) {
      if isLater { Entity("Aardvark") { Attribute("a", .string) } }
      Entity("Person") {
        Attribute("name", .string)
        Attribute("age", .integer16)
        if isLater { Attribute("email", .string) }
        Relationship("items", to: "Item", inverse: "owner", .toMany, isOrdered: true)
        Relationship("reports", to: "Employee", inverse: "boss", .toMany)
        if isLater { Relationship("created", to: "Item", inverse: "creator", .toMany) }
      }
      Entity("Employee", superentity: "Person") {
        Attribute("badge", .string)
        // Capital letters come first.
        Attribute("Zip", .string)
        Relationship("boss", to: "Person", inverse: "reports")
      }
      Entity("Item") {
        if isLater {
          Attribute("zTitle", .string, renamingIdentifier: "title")
          Attribute("alpha", .date)
          Relationship("creator", to: "Person", inverse: "created")
        } else {
          Attribute("title", .string)
          Attribute("note", .string)
        }
        Attribute("count", .integer32)
        Attribute("shown", .boolean, isTransient: true)
        Relationship("owner", to: "Person", inverse: "items")
        Relationship("tags", to: "Tag", inverse: "items", .toMany)
      }
      Entity("Tag") {
        Attribute("label", .string)
        Relationship("items", to: "Item", inverse: "tags", .toMany)
      }
    }
  }

  /// One update for each possible mask of each entity, an insertion and a deletion of each.
  private static func everyMask() -> (statements: [String], masks: [Int: (Listed, UInt8)]) {
    var statements: [String] = []
    var masks: [Int: (Listed, UInt8)] = [:]
    var key = 0
    for entity in listed {
      for type in [0, 2] {
        key += 1
        statements.append(
          KeptHistory.change(key, entity: entity.number, object: key, transaction: 2, type: type))
      }
      for number in 0..<(1 << entity.bits.count) {
        key += 1
        let mask = UInt8(number << (8 - entity.bits.count))
        masks[key] = (entity, mask)
        statements.append(
          KeptHistory.change(
            key, entity: entity.number, object: key, transaction: 1 + key % 3, type: 1,
            columns: "x'" + String(format: "%02x", mask) + "'"))
      }
    }
    return (statements, masks)
  }

  @Test("Y2: every mask keeps its properties under the new layout")
  func everyMaskKeepsItsPropertiesUnderTheNewLayout() throws {
    let (statements, masks) = Self.everyMask()
    #expect(masks.count == 128 + 16 + 256 + 4)
    try withPair(
      from: Self.model("V1", isLater: false), to: Self.model("V2", isLater: true),
      change: KeptHistory.tables() + KeptHistory.transactions(4) + statements
    ) { pair in
      #expect(pair.result.notes == [])
      var decoded = 0
      for row in pair.after(
        "SELECT Z_PK, ZENTITY, hex(ZCOLUMNS), typeof(ZCOLUMNS) FROM ACHANGE")
      {
        let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard let (entity, mask) = Int(cells[0]).flatMap({ masks[$0] }) else {
          #expect(cells[3] == "null", "\(row)")
          continue
        }
        decoded += 1
        let bytes = stride(from: 0, to: cells[2].count, by: 2).compactMap {
          UInt8(cells[2].dropFirst($0).prefix(2), radix: 16)
        }
        #expect(cells[1] == "\(entity.newNumber)")
        #expect(cells[3] == "blob")
        #expect(bytes.count == (entity.newBits.count + 7) / 8, "\(row)")
        let unused = bytes.count * 8 - entity.newBits.count
        let last = bytes.last ?? 0xFF
        #expect(last & UInt8((1 << unused) - 1) == 0, "\(row)")
        let names = Listed.names([mask], entity.bits)
        #expect(Listed.names(bytes, entity.newBits) == entity.carried(names), "\(row)")
      }
      #expect(decoded == masks.count)
    }
  }

  @Test("Y2, Y4: numbers follow, everything else of the history stays, and nothing is added")
  func everythingElseOfTheHistoryStays() throws {
    let (statements, _) = Self.everyMask()
    try withPair(
      from: Self.model("V1", isLater: false), to: Self.model("V2", isLater: true),
      change: KeptHistory.tables() + KeptHistory.transactions(4) + statements
    ) { pair in
      // Y4: no transaction of the migration's own, no key of one.
      pair.requireUnchanged("SELECT * FROM ATRANSACTION")
      pair.requireUnchanged("SELECT * FROM ATRANSACTIONSTRING")
      pair.requireUnchanged("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
      pair.requireUnchanged(
        "SELECT Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE")
      pair.requireUnchanged(
        "SELECT name, sql FROM sqlite_master WHERE tbl_name LIKE 'A%' ORDER BY rowid")
      #expect(
        pair.after("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY 1")
          == ["1|Aardvark", "2|Item", "3|Person", "4|Employee", "5|Tag"])
      let numbers = "SELECT ZENTITY, count(*) FROM ACHANGE GROUP BY 1 ORDER BY 1"
      #expect(pair.before(numbers) == ["1|130", "2|18", "3|258", "4|6"])
      #expect(pair.after(numbers) == ["2|130", "3|18", "4|258", "5|6"])
    }
  }

  @Test func aChangeThatTouchesNoColumnLeavesTheHistoryAlone() throws {
    func model(_ version: String, _ modifier: String?) -> Model {
      Model(version) {
        Entity("Tag", versionHashModifier: modifier) { Attribute("label", .string) }
      }
    }
    // Nobody has to understand what is in it.
    try withPair(
      from: model("V1", nil), to: model("V2", "again"),
      change: KeptHistory.tables() + KeptHistory.transactions(1) + [
        KeptHistory.change(1, entity: 7, type: 1, columns: "'no mask'"),
        KeptHistory.change(2, entity: 1, type: 1, columns: "x'FFFF'"),
      ]
    ) { pair in
      #expect(pair.result.path == .cheap)
      #expect(pair.result.notes == [])
      pair.requireUnchanged("SELECT * FROM ACHANGE")
      pair.requireUnchanged("SELECT * FROM ATRANSACTION")
    }
  }

  @Test func aToOneThatBecomesAToManyKeepsItsBit() throws {
    func model(_ version: String, _ pets: Relationship) -> Model {
      Model(version) {
        Entity("Owner") {
          Attribute("name", .string)
          pets
        }
        Entity("Pet") { Relationship("owner", to: "Owner", inverse: "pets") }
      }
    }
    // Before: pets, name. After: name, pets.
    try withPair(
      from: model("V1", Relationship("pets", to: "Pet", inverse: "owner")),
      to: model("V2", Relationship("pets", to: "Pet", inverse: "owner", .toMany)),
      change: KeptHistory.tables() + KeptHistory.transactions(1) + [
        KeptHistory.change(1, entity: 1, type: 1, columns: "x'80'"),
        KeptHistory.change(2, entity: 1, type: 1, columns: "x'40'"),
        KeptHistory.change(3, entity: 2, type: 1, columns: "x'80'"),
      ]
    ) { pair in
      #expect(
        pair.after("SELECT Z_PK, hex(ZCOLUMNS) FROM ACHANGE") == ["1|40", "2|80", "3|80"])
    }
  }

  @Test func masksOfCompositesAreRefusedBecauseNoStoreShowsTheirOrder() throws {
    func model(_ version: String, _ extra: Attribute...) -> Model {
      Model(version) {
        Entity("Person") {
          Attribute(
            "address", .composite,
            elements: [Attribute("city", .string), Attribute("zip", .string)])
          for attribute in extra { attribute }
        }
      }
    }
    let (source, destination) = (model("V1"), model("V2", Attribute("name", .string)))
    let kept = KeptHistory.tables() + KeptHistory.transactions(1)
    // Without a mask there is nothing to be undecided about.
    try withPair(
      from: source, to: destination, change: kept + [KeptHistory.change(1, entity: 1)]
    ) { $0.requireUnchanged("SELECT * FROM ACHANGE") }
    let error = #expect(throws: MigrationError.self) {
      try withPair(
        from: source, to: destination,
        change: kept + [KeptHistory.change(1, entity: 1, type: 1, columns: "x'80'")]
      ) { _ in }
    }
    #expect(
      error?.description
        == "cannot migrate 'V1' to 'V2': persistent history of 'Person', which has composite "
        + "attributes, is not supported yet")
  }
}
