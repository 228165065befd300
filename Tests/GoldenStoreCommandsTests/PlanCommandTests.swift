import GoldenStoreModel
import Testing

/// What `plan` says of every migration of a history.
struct PlanCommandTests {
  private static let shop = ModelHistory("Shop") {
    Model("V1") {
      Entity("Product") {
        Attribute("name", .string)
        Attribute("size", .string)
      }
      Entity("Tag") { Attribute("label", .string) }
    }
    Model("V2") {
      Entity("Product") {
        Attribute("title", .string, renamingIdentifier: "name")
        Attribute("size", .string)
      }
      Entity("Tag") { Attribute("label", .string) }
    }
    Model("V3") {
      Entity("Product") {
        Attribute("title", .string, renamingIdentifier: "name")
        Attribute("size", .integer16)
      }
      Entity("Tag") { Attribute("label", .string) }
    }
  }

  @Test func everyPairIsPlannedWithItsMappingPathAndRefusal() async throws {
    let outcome = try await runCommand("plan", "Shop", "--json", histories: [Self.shop])
    #expect(outcome.exitCode == 0)
    let json = try outcome.json()
    #expect(json.keys == ["pairs"])
    let pairs = json["pairs"]?.elements ?? []
    #expect(pairs.map { $0["from"]?.text } == ["V1", "V1", "V2"])
    #expect(pairs.map { $0["to"]?.text } == ["V2", "V3", "V3"])
    #expect(pairs.map { $0["inferred"] } == [.boolean(true), .boolean(false), .boolean(false)])
    #expect(pairs.map { $0["path"] } == [.text("cheap"), .null, .null])
    let entities = pairs.first?["entities"]?.elements ?? []
    #expect(entities.map { $0["kind"]?.text } == ["transform", "copy"])
    #expect(
      entities.map(\.keys) == [
        ["destination", "kind", "source"], ["destination", "kind", "source"],
      ])
    #expect(pairs.first?["error"] == .null)
    #expect(pairs.last?["error"]?["code"]?.number == 134_140)
    #expect(pairs.last?["error"]?["underlying"]?["code"]?.number == 134_190)
  }

  @Test func textNamesWhatChangesAndWhatIsRefused() async throws {
    let outcome = try await runCommand("plan", "Shop", histories: [Self.shop])
    #expect(
      outcome.output.hasPrefix(
        """
        'V1' → 'V2': cheap
          IEM_Transform_Product
            title ← name
          1 entity is copied
        'V1' → 'V3': refused
          cannot infer a mapping from 'V1' to 'V3': \
        attribute 'Product.size' changes from string to integer16
        """), "\(outcome.output)")
    #expect(outcome.output.contains("\n  Core Data: NSCocoaErrorDomain 134140 "))
    #expect(outcome.output.hasSuffix("3 migrations, 2 refused\n"))
  }

  @Test func strictMakesARefusalAFailure() async throws {
    let all = try await runCommand("plan", "Shop", "--strict", histories: [Self.shop])
    #expect(all.exitCode == 1)
    let fine = try await runCommand(
      "plan", "Shop", "--strict", "--from", "V1", "--to", "2", histories: [Self.shop])
    #expect(fine.exitCode == 0)
    #expect(fine.output.hasSuffix("1 migration, 0 refused\n"))
  }

  @Test func stepwisePlansShowEveryHop() async throws {
    let outcome = try await runCommand(
      "plan", "SyncMetadata", "--from", "1", "--to", "4", "--stepwise", "--json")
    let steps = try outcome.json()["pairs"]?.elements.first?["steps"]?.elements
    #expect(steps?.count == 3)
    let direct = try await runCommand(
      "plan", "SyncMetadata", "--from", "1", "--to", "4", "--json")
    #expect(try direct.json()["pairs"]?.elements.first?["steps"]?.elements.count == 1)
  }

  @Test(arguments: [
    (
      ["plan", "PrivacyStats"], 1,
      "model 'PrivacyStats' has one version only, so there is no migration to plan"
    ),
    (
      ["plan", "SyncMetadata", "--from", "4", "--to", "1"], 2,
      "'SyncMetadata 4' is not before 'SyncMetadata', and a migration never goes back"
    ),
    (
      ["plan", "SyncMetadata", "--to", "1"], 1,
      "model 'SyncMetadata' has no two versions like that, so there is no migration to plan"
    ),
  ])
  func nothingToPlanIsNoSuccess(arguments: [String], code: Int32, sentence: String) async throws {
    let outcome = try await runCommand(arguments)
    #expect(outcome.exitCode == code)
    #expect(outcome.sentence == sentence)
    #expect(outcome.output.isEmpty)
  }
}
