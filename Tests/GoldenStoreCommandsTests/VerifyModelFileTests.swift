import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

/// `verify` of model files, of which nobody has goldens.
struct VerifyModelFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Writes an `.xcdatamodeld` of versions `V1`, `V2` and so on, each the inside of its model.
  private func models(_ versions: String..., file: String = "M.xcdatamodeld") throws -> String {
    let path = folder.path.appendingPathComponent(file)
    for (position, entities) in versions.enumerated() {
      let version = path.appendingPathComponent("V\(position + 1).xcdatamodel")
      try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: true)
      let text = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
        userDefinedModelVersionIdentifier="">\(entities)</model>
        """
      try Data(text.utf8).write(
        to: URL(fileURLWithPath: version.appendingPathComponent("contents")))
    }
    return path
  }

  private func book(_ attributes: String...) -> String {
    "<entity name=\"Book\" representedClassName=\"Book\">\(attributes.joined())</entity>"
  }

  private let title = #"<attribute name="title" optional="YES" attributeType="String"/>"#
  private let pages = #"<attribute name="pages" optional="YES" attributeType="Integer 32"/>"#
  private let year = #"<attribute name="year" optional="YES" attributeType="Integer 16"/>"#
  private let name =
    #"<attribute name="name" optional="YES" attributeType="String" elementID="title"/>"#

  private func verdicts(_ outcome: CommandOutcome) throws -> [String] {
    try outcome.json()["models"]?.elements.first?["pairs"]?.elements.map { pair in
      "\(pair["from"]?.text ?? "") \(pair["to"]?.text ?? ""): \(pair["verdict"]?.text ?? "") "
        + (pair["losses"]?.elements.compactMap(\.text).joined(separator: " ") ?? "")
    } ?? []
  }

  @Test func everyPairGetsItsVerdict() async throws {
    let path = try models(book(title), book(name, pages), book(name))
    let outcome = try await runCommand("verify", path, "--json")
    #expect(outcome.exitCode == 0)
    #expect(
      try verdicts(outcome) == [
        "V1 V2: keepsEverything ", "V1 V3: keepsEverything ", "V2 V3: loses Book.pages",
      ])
    let model = try outcome.json()["models"]?.elements.first
    #expect(model?["versions"]?.number == 3)
    #expect(model?["pairsExpected"]?.number == 3)
    #expect(model?["pairsRun"]?.number == 3)
    #expect((model?["valuesCompared"]?.number ?? 0) > 0)
    #expect(model?["failures"] == .array([]))
    let text = try await runCommand("verify", path)
    #expect(text.output.contains("'V1' → 'V2': migrates and keeps everything\n"))
    #expect(text.output.contains("'V2' → 'V3': migrates and loses 'Book.pages'\n"))
    #expect(text.output.hasSuffix(": 1 pair with losses\n"))
    #expect(try await runCommand("verify", path, "--strict").exitCode == 1)
    #expect(try await runCommand("verify", path, "--strict", "--to", "V2").exitCode == 0)
  }

  @Test func aForgottenIdentifierIsALoss() async throws {
    let path = try models(
      book(title), book(#"<attribute name="name" optional="YES" attributeType="String"/>"#))
    let outcome = try await runCommand("verify", path, "--json")
    #expect(try verdicts(outcome) == ["V1 V2: loses Book.title"])
  }

  @Test func anEntityThatGoesIsALoss() async throws {
    let path = try models(
      book(title) + #"<entity name="Pen"/>"#, book(title), file: "P.xcdatamodeld")
    #expect(
      try verdicts(try await runCommand("verify", path, "--json")) == ["V1 V2: loses Pen"])
  }

  @Test func whatIsRefusedSaysWhy() async throws {
    let path = try models(
      book(title), book(#"<attribute name="title" attributeType="Integer 16"/>"#))
    let outcome = try await runCommand("verify", path)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.output.hasPrefix(
        """
        'V1' → 'V2': refused
          cannot infer a mapping from 'V1' to 'V2': attribute 'Book.title' changes from string to \
        integer16; add a custom stage

        """), "\(outcome.output)")
    let json = try await runCommand("verify", path, "--json").json()
    #expect(json["models"]?.elements.first?["failures"]?.elements.count == 1)
  }

  /// Only objects show it: nothing in the models forbids the change.
  @Test func aValueThatIsMissingIsFound() async throws {
    let path = try models(
      book(title), book(#"<attribute name="title" attributeType="String"/>"#))
    let outcome = try await runCommand("verify", path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("attribute 'Book.title' is required now"), "\(outcome.output)")
  }

  @Test func equalHashesAreNeutral() async throws {
    let path = try models(
      book(title), #"<entity name="Book" representedClassName="Other">\#(title)</entity>"#,
      book(title, pages))
    let outcome = try await runCommand("verify", path, "--json")
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    #expect(
      try verdicts(outcome) == [
        "V1 V2: hashNeutral ", "V1 V3: keepsEverything ", "V2 V3: keepsEverything ",
      ])
  }

  /// Directly the value is kept, hop by hop it goes and an empty one comes.
  @Test func waysThatEndDifferentlyAreTold() async throws {
    let path = try models(book(title, pages), book(title), book(title, pages, year))
    let outcome = try await runCommand("verify", path, "--json")
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    #expect(
      try verdicts(outcome) == [
        "V1 V2: loses Book.pages", "V1 V3: dependsOnRoute ", "V2 V3: keepsEverything ",
      ])
    #expect(try await runCommand("verify", path, "--strict", "--from", "V2").exitCode == 0)
    #expect(try await runCommand("verify", path, "--strict").exitCode == 1)
  }

  @Test func oneVersionIsOpenedAndCompared() async throws {
    let path = try models(book(title))
    let outcome = try await runCommand("verify", path)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("verified 1 version, 0 of 0 pairs, 16 objects"))
  }

  @Test func aModelWithoutEntitiesVerifiesNothing() async throws {
    let outcome = try await runCommand("verify", try models(""))
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.sentence
        == "there is nothing to verify in 'M': version 'V1' declares no entity")
  }

  @Test func theNumberOfObjectsIsTaken() async throws {
    let path = try models(book(title))
    let outcome = try await runCommand("verify", path, "--rows", "70")
    #expect(outcome.output.contains("70 objects"), "\(outcome.output)")
    // Too few for an example of everything: said, and no failure.
    let few = try await runCommand("verify", path, "--rows", "1")
    #expect(few.exitCode == 0)
    #expect(few.output.contains("note: not covered: version 'V1': 'Book.title' has no example"))
  }

  @Test func joinedModelsWithLongPathsAreOneModel() async throws {
    let long = String(repeating: "deep", count: 20)
    let pens = #"<entity name="Pen"><attribute name="ink" attributeType="Double"/></entity>"#
    let first = try models(book(title), file: "\(long)/First.xcdatamodeld")
    let second = try models(pens, file: "\(long)/Second.xcdatamodeld")
    let outcome = try await runCommand("verify", first + "+" + second)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("verified 1 version, 0 of 0 pairs, 32 objects"))
  }

  @Test func nothingIsLeftBehind() async throws {
    let path = try models(book(title), book(title, pages))
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    _ = try await runCommand("verify", path)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
  }

  /// The version in between has other hashes, so that a store gets there and back.
  @Test func aVersionThatComesBackIsNeutral() async throws {
    let path = try models(book(title, pages), book(title), book(title, pages))
    #expect(
      try verdicts(try await runCommand("verify", path, "--json")) == [
        "V1 V2: loses Book.pages", "V1 V3: hashNeutral ", "V2 V3: keepsEverything ",
      ])
  }

  // MARK: Real model files

  private static let realModels: [String] = {
    let paths = [Corpus.models.path, Corpus.url(of: "models").path].flatMap { root in
      (FileManager.default.enumerator(atPath: root)?.allObjects ?? []).compactMap { $0 as? String }
        .filter { $0.hasSuffix(".xcdatamodeld") }.map { root.appendingPathComponent($0) }
    }
    return paths.filter { path in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasSuffix(".xcdatamodel") }.count > 1
    }.sorted()
  }()

  /// The models that take seconds each; `tools/verify-corpus` verifies them too, and all pairs.
  private static let large = ["ECConnectorModel", "ATDataModel", "Moody", "SampleModel"]

  /// How many pairs of neighbours of the others have which verdict.
  private static let realVerdicts = [
    "keepsEverything": 66, "loses": 21, "refused": 13, "hashNeutral": 1,
  ]

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
  func realModelFilesHaveAVerdictOnEveryPair() async throws {
    #expect(Self.realModels.count == 54)
    let small = Self.realModels.filter { path in !Self.large.contains { path.contains($0) } }
    #expect(small.count == 44)
    var counts: [String: Int] = [:]
    for path in small {
      let outcome = try await runCommand("verify", path, "--json", "--tier", "quick")
      let pairs = try outcome.json()["models"]?.elements.first?["pairs"]?.elements ?? []
      #expect(!pairs.isEmpty, "\(path): \(outcome.errors)")
      for pair in pairs { counts[pair["verdict"]?.text ?? "none", default: 0] += 1 }
    }
    #expect(counts == Self.realVerdicts)
  }
}
