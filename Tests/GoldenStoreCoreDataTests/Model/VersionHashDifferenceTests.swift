import Foundation
import GoldenStoreCoreData
import GoldenStoreModel
import TestSupport
import Testing

struct VersionHashDifferenceTests {
  /// Hashes of one byte, which is enough to tell them apart.
  private static func hashes(
    _ hash: UInt8, under superentity: String? = nil, _ properties: [String: UInt8] = [:]
  ) -> EntityHashes {
    EntityHashes(
      hash: Data([hash]), superentity: superentity, properties: properties.mapValues { Data([$0]) })
  }

  private static func sentences(
    _ expected: [String: EntityHashes], _ found: [String: EntityHashes]
  ) -> [String] {
    EntityHashes.differences(expected: expected, found: found).map(\.description)
  }

  @Test func equalHashesDoNotDiffer() {
    let all = ["A": Self.hashes(1, ["x": 2]), "B": Self.hashes(3, under: "A", ["x": 2, "y": 4])]
    #expect(Self.sentences(all, all) == [])
    // What is no part of an entity's hash does not make it another.
    #expect(Self.sentences(all, all.merging(["A": Self.hashes(1)]) { $1 }) == [])
  }

  @Test func differingPropertiesAreToldInBothHashes() {
    #expect(
      Self.sentences(
        ["A": Self.hashes(1, ["x": 2, "y": 0x0F, "gone": 9, "same": 5])],
        ["A": Self.hashes(2, ["x": 3, "y": 0x10, "more": 8, "same": 5])]) == [
          "property 'A.gone' has version hash none in Core Data, expected 09",
          "property 'A.more' has version hash 08 in Core Data, expected none",
          "property 'A.x' has version hash 03 in Core Data, expected 02",
          "property 'A.y' has version hash 10 in Core Data, expected 0f",
        ])
  }

  @Test func anEntityOfWhichNoPropertyDiffersIsToldItself() {
    #expect(
      Self.sentences(["A": Self.hashes(1, ["x": 2])], ["A": Self.hashes(0xAB, ["x": 2])]) == [
        "entity 'A' has version hash ab in Core Data, expected 01; its properties agree"
      ])
  }

  @Test func missingEntitiesAreTold() {
    #expect(
      Self.sentences(["A": Self.hashes(1)], ["B": Self.hashes(2)]) == [
        "entity 'A' has version hash none in Core Data, expected 01",
        "entity 'B' has version hash 02 in Core Data, expected none",
      ])
  }

  @Test func whatASubentityInheritsIsToldOnce() {
    let expected = [
      "A": Self.hashes(1, ["x": 2]),
      "B": Self.hashes(3, under: "A", ["x": 2, "y": 4]),
      "C": Self.hashes(5, under: "B", ["x": 2, "y": 4]),
    ]
    // The ancestor's property alone.
    #expect(
      Self.sentences(
        expected,
        [
          "A": Self.hashes(11, ["x": 12]), "B": Self.hashes(13, under: "A", ["x": 12, "y": 4]),
          "C": Self.hashes(15, under: "B", ["x": 12, "y": 4]),
        ]) == ["property 'A.x' has version hash 0c in Core Data, expected 02"])
    // The ancestor's own part.
    #expect(
      Self.sentences(
        expected,
        [
          "A": Self.hashes(11, ["x": 2]), "B": Self.hashes(13, under: "A", ["x": 2, "y": 4]),
          "C": Self.hashes(15, under: "B", ["x": 2, "y": 4]),
        ]) == ["entity 'A' has version hash 0b in Core Data, expected 01; its properties agree"])
    // A property that the subentity alone has otherwise.
    #expect(
      Self.sentences(
        expected,
        [
          "A": Self.hashes(1, ["x": 2]), "B": Self.hashes(13, under: "A", ["x": 7, "y": 4]),
          "C": Self.hashes(15, under: "B", ["x": 7, "y": 4]),
        ]) == ["property 'B.x' has version hash 07 in Core Data, expected 02"])
    // A property that the subentity declares again, which Core Data takes for the ancestor's.
    #expect(
      Self.sentences(
        ["A": Self.hashes(1, ["x": 2]), "B": Self.hashes(3, under: "A", ["x": 6])],
        ["A": Self.hashes(11, ["x": 12]), "B": Self.hashes(13, under: "A", ["x": 12])]) == [
          "property 'A.x' has version hash 0c in Core Data, expected 02",
          "property 'B.x' has version hash 0c in Core Data, expected 06",
        ])
    // Another superentity.
    #expect(
      Self.sentences(
        ["A": Self.hashes(1), "B": Self.hashes(3, under: "A")],
        ["A": Self.hashes(1), "B": Self.hashes(4)]) == [
          "entity 'B' has version hash 04 in Core Data, expected 03; its properties agree"
        ])
  }

  /// The vectors were computed from the rules by a few lines of another language (`hashlib`).
  @Test func propertyHashesFollowTheRules() throws {
    let model = try Model("M") {
      Entity("A") {
        Attribute("name", .string, isOptional: false, versionHashModifier: "m")
        Attribute("passing", .string, isTransient: true)
        Attribute("photo", .binary, allowsExternalBinaryDataStorage: true)
        Relationship("pets", to: "B", inverse: "owner", .toMany(min: 1, max: 3), isOrdered: true)
        FetchedProperty("found", fetchRequest: [])
      }
      Entity("B", superentity: "A") {
        Attribute("count", .integer32, derivation: Derivation("pets.@count"))
        Relationship("owner", to: "A", inverse: "pets")
      }
    }.validated()
    let all = try EntityHashes.all(of: model)
    func hexadecimal(_ entity: String) -> [String: String] {
      (all[entity]?.properties ?? [:]).mapValues { data in
        data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      }
    }
    let inherited = [
      "name": "5305f0badf65ef123df49c456dc8877274f313155731c16570b99f46bb348ede",
      "photo": "60f200c81238248b51a6405b33f8a327dec1999ec898f8a19cab0a45073bd82a",
      "pets": "976c2366b5d9c5d10f6ac0608b1e944d69708369c3fe1c7f7f2694ab435371a7",
    ]
    #expect(hexadecimal("A") == inherited)
    #expect(
      hexadecimal("B")
        == inherited.merging([
          "count": "b80a31bb0ff52c23673c05b23571c96b524bfa066b825b8eaa051d94be778a34",
          "owner": "2230d3013f14ae798190461e0030f4db852876b8e4a35094831fd4ef9260e50f",
        ]) { $1 })
    #expect(all["B"]?.superentity == "A")
    for hash in try VersionHash.entityHashes(of: model) {
      #expect(all[hash.entity]?.hash == hash.hash.data)
    }
  }
}
