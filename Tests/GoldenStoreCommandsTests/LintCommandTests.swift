import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// The command `lint`: what it prints, what it returns, and what it compares with.
struct LintCommandTests {
  private static func shop(size: AttributeType = .integer16, _ name: String = "Shop")
    -> ModelHistory
  {
    ModelHistory(name) {
      Model("V1") {
        Entity("Product") {
          Attribute("name", .string)
          Attribute("size", size)
        }
        Entity("Tag") { Attribute("label", .string) }
      }
      Model("V2") {
        Entity("Product") {
          Attribute("name", .string, default: .string("new"))
          Attribute("size", .string)
        }
      }
    }
  }

  @Test func jsonHasEveryFindingWithItsPlace() async throws {
    let outcome = try await runCommand("lint", "Shop", "--json", histories: [Self.shop()])
    #expect(outcome.exitCode == 1)
    let json = try outcome.json()
    #expect(json.keys == ["findings", "waived"])
    let findings = json["findings"]?.elements ?? []
    #expect(
      findings.map { $0["rule"]?.text } == [
        "impossibleTypeChange", "hashNeutralDefault", "removedEntity",
      ])
    #expect(findings.map { $0["severity"]?.text } == ["error", "note", "warning"])
    #expect(findings.map { $0["entity"] } == [.text("Product"), .text("Product"), .text("Tag")])
    #expect(findings.map { $0["property"] } == [.text("size"), .text("name"), .null])
    for finding in findings {
      #expect(
        finding.keys == [
          "advice", "entity", "from", "message", "property", "rule", "severity", "to", "why",
        ])
      #expect(finding["from"] == .text("V1") && finding["to"] == .text("V2"))
    }
    #expect(json["waived"]?.elements == [])
  }

  @Test func textSaysWhatWhereWhyAndWhatToDo() async throws {
    let outcome = try await runCommand("lint", "Shop", histories: [Self.shop()])
    #expect(
      outcome.output.hasPrefix(
        """
        error: impossibleTypeChange: 'V1' → 'V2', 'Product.size': attribute 'Product.size' changes \
        from integer16 to string; add a custom stage
          why: no mapping can be inferred, so that no store can be opened
          do: add an attribute of the new type, or a custom stage that converts the values

        """), "\(outcome.output)")
    #expect(
      outcome.output.hasSuffix("Shop, 2 versions: 1 error, 1 warning, 1 note; 0 waived\n"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func faultOfOneVersionHasNoSource() async throws {
    let loose = ModelHistory("Loose") {
      Model("V1") {
        Entity("Tag") { Relationship("parent", to: "Tag") }
      }
    }
    let outcome = try await runCommand("lint", "Loose", "--json", histories: [loose])
    #expect(outcome.exitCode == 0)
    let finding = try outcome.json()["findings"]?.elements.first
    #expect(finding?["from"] == .null)
    #expect(finding?["to"] == .text("V1"))
  }

  @Test func waivedErrorIsNone() async throws {
    let outcome = try await runCommand(
      "lint", "Shop", "--waive", "impossibleTypeChange:Product.size", "--waive=removedEntity",
      "--json", histories: [Self.shop()])
    #expect(outcome.exitCode == 0)
    let json = try outcome.json()
    #expect(json["findings"]?.elements.map { $0["rule"]?.text } == ["hashNeutralDefault"])
    #expect(json["waived"]?.elements.count == 2)
  }

  @Test func waiverThatNothingNeedsFails() async throws {
    let outcome = try await runCommand(
      "lint", "Shop", "--waive", "impossibleTypeChange", "--waive", "removedEntity:Product",
      "--waive", "equalHashes", histories: [Self.shop()])
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.sentence
        == "nothing needs the waivers 'removedEntity:Product' and 'equalHashes'; leave out what "
        + "waives nothing")
    #expect(outcome.output.hasSuffix("1 waived\n"))
  }

  @Test(arguments: [
    ("removedProprety", "; did you mean 'removedProperty'?"), ("removedProperty:", ""),
    ("nonsense", ""),
  ])
  func unknownRuleIsWrongUsage(_ text: String, _ hint: String) async throws {
    let outcome = try await runCommand("lint", "Shop", "--waive", text, histories: [Self.shop()])
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.sentence
        == "'\(text)' names no rule; expected RULE, RULE:Entity or RULE:Entity.property\(hint)")
  }

  @Test func cloudKitRulesCountWhereTheyAreAskedFor() async throws {
    let outcome = try await runCommand("lint", "Shop", "--cloudkit", histories: [Self.shop()])
    #expect(outcome.output.contains("error: cloudKitTypeChange: 'V1' → 'V2', 'Product.size'"))
    let plain = try await runCommand("lint", "Shop", histories: [Self.shop()])
    #expect(!plain.output.contains("cloudKit"))
  }

  @Test func anotherHistoryIsComparedByTheNamesOfVersions() async throws {
    let histories = [Self.shop(), Self.shop(size: .integer32, "Shipped")]
    let outcome = try await runCommand(
      "lint", "Shop", "--against", "Shipped", "--waive", "impossibleTypeChange",
      histories: histories)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.output.contains(
        "error: changedVersion: 'Shipped' → 'V1', 'Product.size': 'Product.size': type changed "
          + "from integer32 to integer16\n"))
  }

  @Test func storeIsOfAVersionOrOfNone() async throws {
    try await withFolder { folder in
      let made = try await runCommand(
        "generate", "Shop", "--version", "V1", "--out", folder.path, histories: [Self.shop()])
      #expect(made.exitCode == 0)
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      let store = folder.appendingPathComponent(
        try #require(names.first { $0.hasSuffix(".sqlite") })
      ).path
      let waiver = ["--waive", "impossibleTypeChange"]
      let same = try await runCommand(
        ["lint", "Shop", "--against", store] + waiver, histories: [Self.shop()])
      #expect(same.exitCode == 0)
      #expect(!same.output.contains("changedVersion"))
      let other = try await runCommand(
        ["lint", "Shop", "--against", store] + waiver, histories: [Self.shop(size: .integer64)])
      #expect(other.exitCode == 1)
      #expect(other.output.contains("error: changedVersion: '\(store)' → 'V1', 'Product.size'"))
    }
  }

  private static func contents(_ attributes: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Book">\(attributes)</entity>
    </model>
    """
  }

  @Test func modelFileIsComparedWithARevision() async throws {
    try await withFolder { folder in
      let model = folder.appendingPathComponent("Library.xcdatamodeld")
      let version = model.appendingPathComponent("Library.xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      let file = version.appendingPathComponent("contents")
      let title = #"<attribute name="title" optional="YES" attributeType="String"/>"#
      try Self.contents(title).write(to: file, atomically: true, encoding: .utf8)
      for arguments in [["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]] {
        #expect(try GitCommand.run(arguments, in: folder.path) == 0)
      }
      let same = try await runCommand("lint", model.path, "--against-revision", "HEAD")
      #expect(same.exitCode == 0)
      #expect(
        same.output.hasSuffix("Library, 1 version: 0 errors, 0 warnings, 0 notes; 0 waived\n"))

      let required = #"<attribute name="title" attributeType="String"/>"#
      try Self.contents(required).write(to: file, atomically: true, encoding: .utf8)
      let edited = try await runCommand("lint", model.path, "--against-revision", "HEAD")
      #expect(edited.exitCode == 1)
      #expect(
        edited.output.contains(
          "error: changedVersion: '\(model.path) at HEAD' → 'Library', 'Book.title': "
            + "'Book.title': optionality changed from optional to required\n"))

      let missing = try await runCommand("lint", model.path, "--against-revision", "nowhere")
      #expect(missing.exitCode == 3)
      #expect(
        missing.sentence.hasPrefix("git has no '\(model.path)' at revision 'nowhere': fatal: "))
      let option = try await runCommand("lint", model.path, "--against-revision=--help")
      #expect(option.exitCode == 3)
    }
  }

  @Test func fileThatTheRevisionLacksIsNamed() async throws {
    try await withFolder { folder in
      for arguments in [["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "one"]] {
        #expect(try GitCommand.run(arguments, in: folder.path) == 0)
      }
      let file = folder.appendingPathComponent("contents")
      try Self.contents("").write(to: file, atomically: true, encoding: .utf8)
      let outcome = try await runCommand("lint", file.path, "--against-revision", "HEAD")
      #expect(outcome.exitCode == 3)
      #expect(
        outcome.sentence
          == "git has no '\(file.path)' at revision 'HEAD': the revision lacks it")
    }
  }

  @Test func builtInHistoryHasNoRevision() async throws {
    let outcome = try await runCommand(
      "lint", "Shop", "--against-revision", "HEAD", histories: [Self.shop()])
    #expect(outcome.exitCode == 2)
    #expect(outcome.sentence.hasPrefix("option '--against-revision' has no use here: 'Shop' "))
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = try TemporaryDirectory()
    try await body(URL(fileURLWithPath: folder.path, isDirectory: true))
  }
}
