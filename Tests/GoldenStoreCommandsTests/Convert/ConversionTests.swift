import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// What is written as Swift is what was read: the text of every model of the corpus is read back
/// by a second reader of the language, and is as `swift format` leaves it.
struct ConversionTests {
  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func everyModelOfTheCorpusIsReadBackAsItWas() throws {
    let models = try RealModels.all.get()
    var equal: [ConvertedModel.Kind: Int] = [:]
    for model in models {
      let found = try HistoryReading.history(of: model.text)
      #expect(found == model.expected, "\(model.id)")
      #expect(try ConvertedModel.json(found) == ConvertedModel.json(model.expected), "\(model.id)")
      equal[model.kind, default: 0] += 1
    }
    #expect(
      equal == [
        .folder: 394, .contents: 489, .handwritten: 1, .compiled: 26, .compiledFolder: 12,
        .store: 61, .shape: 12,
      ])
    #expect(models.count { $0.history.versions.count > 1 } == 61)
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func theFormatterLeavesEveryFileAsItIs() throws {
    let models = try RealModels.distinct() + [PeculiarModel.converted]
    try Formatter.expectUnchanged(models.map(\.text))
    #expect(models.count > 200)
  }

  @Test func everythingThatAModelCanSayIsReadBack() throws {
    let model = PeculiarModel.converted
    let found = try HistoryReading.history(of: model.text)
    #expect(try ConvertedModel.json(found) == ConvertedModel.json(model.expected))
    #expect(found.oldestSupportedVersion == "Version \"2\"")
    #expect(found.currentVersion == "Version \"2\"")
    _ = try model.history.validated()
  }

  /// A new property of the vocabulary must occur here, so that it is written and read back.
  @Test func everyPropertyOfTheVocabularyOccurs() {
    let models = PeculiarModel.history.versions
    let entities = models.flatMap(\.entities)
    let attributes = entities.flatMap(\.attributes)
    expectVariety(models)
    expectVariety(entities)
    expectVariety(attributes)
    expectVariety(entities.flatMap(\.relationships))
    expectVariety(entities.flatMap(\.fetchedProperties))
    expectVariety(entities.flatMap(\.fetchIndexes))
    expectVariety(entities.flatMap(\.fetchIndexes).flatMap(\.elements))
    expectVariety(attributes.compactMap(\.validation))
    expectVariety(attributes.compactMap(\.derivation))
    #expect(Set(attributes.map(\.type)) == Set(AttributeType.allCases))
    #expect(Set(entities.flatMap(\.relationships).map(\.deleteRule)) == Set(DeleteRule.allCases))
  }

  /// Expects that each stored property has several values.
  private func expectVariety<Part>(_ parts: [Part]) {
    var values: [String: Set<String>] = [:]
    for part in parts {
      for child in Mirror(reflecting: part).children {
        values[child.label ?? "", default: []].insert("\(child.value)")
      }
    }
    for (name, found) in values {
      #expect(found.count > 1, "\(Part.self).\(name) is always \(found)")
    }
    #expect(!values.isEmpty)
  }

  @Test func equalFormsOfAnEntityAreOneConstant() throws {
    let text = PeculiarModel.converted.text
    // 'Plain' is the same in all three versions, 'Changed' is not in the last.
    #expect(text.count(of: "Entity(\"Plain\")") == 1)
    #expect(text.contains("private let plainEntity = Entity("))
    #expect(text.contains("private let changedEntity1 = Entity("))
    #expect(text.contains("private let changedEntity3 = Entity("))
    #expect(text.count(of: "\n  plainEntity\n") == 3)
    #expect(text.count(of: "\n  changedEntity1\n") == 2)
  }

  #if arch(x86_64)
    /// Compilers for this processor round twice, from a text to 64 bits and from those to 53.
    @Test func doublesSurviveACompilerThatRoundsTwice() throws {
      var random = SeededGenerator(seed: 1, "doubles")
      var doubles: [Double] = []
      while doubles.count < 50_000 {
        let digits = random.integer(in: 1...9_999_999_999_999)
        let exponent = random.integer(in: -310...290)
        let value = try #require(Double("\(digits)e\(exponent)"))
        if value.isNormal { doubles.append(value) }
      }
      let twice = { (text: String) in Float80(text).map { Double($0) } }
      #expect(doubles.contains { twice("\($0)") != $0 })
      var entity = Entity("Doubles")
      entity.attributes = doubles.map { Attribute("a", .double, default: .double($0)) }
      let history = ModelHistory("Doubles") { Model("V1") { entity } }
      let text = ConvertedModel(.contents, id: "Doubles", history).text
      let literals = try SwiftToken.tokens(of: text).compactMap { token in
        if case .number(let literal) = token { literal } else { nil }
      }
      #expect(literals.count == doubles.count)
      for (literal, value) in zip(literals, doubles) {
        #expect(Double(literal) == value && twice(literal) == value, "\(literal)")
      }
    }
  #endif

  @Test func namesOfConstantsAreSwiftNames() throws {
    let file = try SwiftNode.file(PeculiarModel.converted.text)
    let names = file.constants.map(\.name)
    for name in [
      "theClassEntity", "the1PersonEntity", "theEntity", "urlCacheEntity", "urlCacheEntity2",
      "straEEntity", "quoteBackSlashEntity", "plain2Entity", "modelVersion1", "modelVersion2",
      "modelVersion3",
    ] {
      #expect(names.contains(name), "\(name) is not in \(names)")
    }
    #expect(names.allSatisfy { $0.count <= 60 })
  }
}

extension String {
  /// How often another text occurs.
  func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}

/// The folder of this package.
enum PackageFolder {
  static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// `swift format` with the settings of the package.
enum Formatter {
  /// Expects that the formatter finds nothing to complain about and nothing to change.
  static func expectUnchanged(_ texts: [String]) throws {
    let folder = try TemporaryDirectory()
    let path = URL(fileURLWithPath: folder.path)
    for (number, text) in texts.enumerated() {
      try Data(text.utf8).write(to: path.appendingPathComponent("File\(number).swift"))
    }
    let settings = PackageFolder.url.appendingPathComponent(".swift-format").path
    let run = { (arguments: [String]) in
      try BuiltExecutable.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["swift", "format"] + arguments + ["--configuration", settings, "--recursive", folder.path])
    }
    let lint = try run(["lint", "--strict"])
    #expect(lint.code == 0, "\(lint.errors.prefix(2_000))")
    #expect(lint.errors.isEmpty && lint.output.isEmpty)
    #expect(try run(["format", "--in-place"]).code == 0)
    for (number, text) in texts.enumerated() {
      let found = try String(
        contentsOf: path.appendingPathComponent("File\(number).swift"), encoding: .utf8)
      #expect(found == text)
    }
  }
}
