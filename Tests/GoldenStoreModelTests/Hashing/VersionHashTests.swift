import Foundation
import GoldenStoreModel
import Testing

struct VersionHashTests {
  /// A model, one of its entities, and the hash that a separate program computed from the rules.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let entity: String
    let hash: String
    let model: Model

    init(
      _ name: String, _ entity: String, _ hash: String, @ModelBuilder _ entities: () -> [Entity]
    ) {
      testDescription = name
      self.entity = entity
      self.hash = hash
      model = Model("M", entities)
    }
  }

  @Test(arguments: cases) func entityHashFollowsTheRules(_ testCase: Case) throws {
    let hashes = try VersionHash.entityHashes(of: testCase.model.validated())
    #expect(
      hashes.first { $0.entity == testCase.entity }?.hash.hexadecimal == testCase.hash)
  }

  @Test func casesCoverEveryAttributeType() {
    let types = Set(Self.cases.flatMap(\.model.entities).flatMap(\.attributes).map(\.type))
    #expect(types == Set(AttributeType.allCases))
    #expect(Self.cases.count == 39)
  }

  @Test func whatDoesNotCountLeavesTheHashAlone() throws {
    let plain = Model("M") {
      Entity("E") {
        Attribute("a", .string)
        Relationship("r", to: "E", .toMany)
      }
    }
    let decorated = Model("Other", versionIdentifiers: ["7"]) {
      Entity("E", className: "Thing", renamingIdentifier: "F", userInfo: [.init("k", "v")]) {
        FetchedProperty("f", fetchRequest: [])
        FetchIndex("byA", .descending("a"), where: "a != nil")
        Relationship(
          "r", to: "E", .toMany, deleteRule: .cascade, renamingIdentifier: "s",
          userInfo: [.init("k", "v")])
        Attribute(
          "a", .string, default: "x", allowsCloudEncryption: true, isIndexedBySpotlight: true,
          renamingIdentifier: "b", versionHashModifier: "", valueClassName: "C",
          validation: AttributeValidation(minimum: "1"))
        Attribute("t", .string, isTransient: true)
      }
    }
    #expect(
      try VersionHash.entityHashes(of: plain.validated())
        == VersionHash.entityHashes(of: decorated.validated()))
  }

  @Test func entitiesAreSortedByCodeUnitsWhateverTheirOrder() throws {
    let model = Model("M") {
      Entity("é")
      Entity("b")
      Entity("Z")
      Entity("B")
    }
    let hashes = try VersionHash.entityHashes(of: model.validated())
    #expect(hashes.map(\.entity) == ["B", "Z", "b", "é"])
    #expect(VersionHash.checksum(of: hashes.reversed()) == VersionHash.checksum(of: hashes))
    #expect(VersionHash.digest(of: hashes.reversed()) == VersionHash.digest(of: hashes))
    #expect(try VersionHash.checksum(of: model.validated()) == VersionHash.checksum(of: hashes))
    #expect(try VersionHash.digest(of: model.validated()) == VersionHash.digest(of: hashes))
  }

  @Test func modelWithoutEntitiesHasTheHashesOfNothing() throws {
    let model = try Model("M").validated()
    #expect(
      try VersionHash.checksum(of: model) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
  }

  @Test(arguments: [
    ("pages.@count", "count:(pages)"), ("pages.@sum", "sum:(pages)"),
    ("pages.words.@total", "sum:(pages.words)"), ("a.@min", "min:(a)"),
    ("count:( pages )", "count:(pages)"), ("canonical:(title)", "canonical:(title)"),
    ("lowercase:(canonical:(title))", "lowercase:(canonical:(title))"), ("now()", "now()"),
    ("account.server", "account.server"),
  ])
  func derivationsThatPrintAlikeHashAlike(_ written: String, _ printed: String) throws {
    #expect(try hash(derivedBy: written) == hash(derivedBy: printed))
    #expect(try hash(derivedBy: written) != hash(derivedBy: "other"))
  }

  @Test(arguments: [
    "", "a + b", "a..b", ".a", "pages.@median", "@count", "count(pages)", "count:()",
    "pages.@count.a", "a:(b", "(a)", String(repeating: "a:(", count: 1_000) + "b",
    String(repeating: "a:(", count: 100_000) + "b" + String(repeating: ")", count: 100_000),
  ])
  func otherDerivationsAreRefused(_ expression: String) throws {
    #expect(
      throws: ModelError.unsupportedDerivation(
        entity: "E", attribute: "a", expression: expression)
    ) { try hash(derivedBy: expression) }
  }

  private func hash(derivedBy expression: String) throws -> [EntityHash] {
    let model = Model("M") {
      Entity("E") { Attribute("a", .integer64, derivation: Derivation(expression)) }
    }
    return try VersionHash.entityHashes(of: model.validated())
  }

  @Test func excerptsOfTwoHashesNeverLookEqual() {
    let digits = String(repeating: "0123456789abcdef", count: 4)
    let near = digits.dropLast() + "0"
    #expect(HashValue.excerpts(digits, "f" + digits.dropFirst()) == ("01234567…", "f1234567…"))
    #expect(HashValue.excerpts(digits, String(near)) == (digits, String(near)))
  }

  @Test func hashValueReadsWhatItPrints() throws {
    let digits = String(repeating: "0123456789abcdef", count: 4)
    let hash = try #require(HashValue(hexadecimal: digits.uppercased()))
    #expect(hash.hexadecimal == digits)
    #expect(HashValue(bytes: hash.data) == hash)
    #expect(HashValue(bytes: hash.data.dropLast()) == nil)
    #expect(HashValue(hexadecimal: String(digits.dropLast())) == nil)
    #expect(HashValue(hexadecimal: "g" + digits.dropFirst()) == nil)
    let coded = try JSONEncoder().encode([hash])
    #expect(String(decoding: coded, as: UTF8.self) == "[\"\(digits)\"]")
    #expect(try JSONDecoder().decode([HashValue].self, from: coded) == [hash])
  }
}
