import Foundation
import GoldenStoreModel
import Testing

/// Files that somebody made to hang or break a reader; each must end in a model or an error.
struct HostileModelFileTests {
  @Test func deepNestingIsRefused() {
    let depth = 200_000
    let text =
      String(repeating: "<entity>", count: depth) + String(repeating: "</entity>", count: depth)
    let error = #expect(throws: ModelError.self) { try ModelFixture.read(text) }
    #expect(
      error?.description
        == "V3.xcdatamodel/contents:1:257: error: expected at most 32 nested elements, found more")
  }

  @Test func entityExpansionIsRefused() {
    var text = "<!DOCTYPE model [<!ENTITY e0 \"x\">"
    for level in 1...20 {
      text += "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
    }
    text += "]><model a=\"&e20;\"/>"
    #expect(throws: ModelError.self) { try ModelFixture.read(text) }
  }

  @Test func hugeAttributeIsReadOrRefused() throws {
    let name = String(repeating: "n", count: 1 << 20)
    let file = try ModelFixture.read(ModelFixture.model("<entity name=\"\(name)\"/>"))
    #expect(file.history.versions.first?.entities.first?.name == name)
    let huge = String(repeating: "n", count: 11 << 20)
    // The parser has a limit of its own; either answer is fine, hanging is not.
    _ = try? ModelFixture.read(ModelFixture.model("<entity name=\"\(huge)\"/>"))
  }

  @Test func multiplyingCompositesAreRefused() {
    var body =
      "<entity name=\"E\"><attribute name=\"a\" attributeType=\"Composite\" composite=\"C0\"/></entity>"
    for level in 0..<12 {
      body += "<composite name=\"C\(level)\">"
      for element in 0..<12 {
        body +=
          "<attribute name=\"e\(element)\" attributeType=\"Composite\" composite=\"C\(level + 1)\"/>"
      }
      body += "</composite>"
    }
    body += "<composite name=\"C12\"><attribute name=\"x\" attributeType=\"String\"/></composite>"
    let error = #expect(throws: ModelError.self) {
      try ModelFixture.read(ModelFixture.model(body))
    }
    #expect(error?.description.contains("has more than 1000 elements") == true, "\(error as Any)")
  }

  @Test func longChainOfCompositesIsRefused() {
    var body =
      "<entity name=\"E\"><attribute name=\"a\" attributeType=\"Composite\" composite=\"C0\"/></entity>"
    for level in 0..<10_000 {
      body += "<composite name=\"C\(level)\"><attribute name=\"x\" attributeType=\"Composite\" "
      body += "composite=\"C\(level + 1)\"/></composite>"
    }
    #expect(throws: ModelError.self) { try ModelFixture.read(ModelFixture.model(body)) }
  }

  @Test func manyBadElementsAreReportedUpToALimit() throws {
    let bad = String(repeating: "<zap/>", count: 50_000)
    let error = #expect(throws: ModelError.self) { try ModelFixture.read(ModelFixture.model(bad)) }
    guard case .modelFile(_, let problems) = error else {
      Issue.record("expected the problems of a file, found \(String(describing: error))")
      return
    }
    #expect(problems.count == 20)
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    for bytes in [[0xFF, 0xFE, 0x3C, 0x00], [0x3C, 0x80, 0x3E], [0x3C, 0x61, 0x00, 0x3E]] {
      let error = #expect(throws: ModelError.self) {
        try ModelFixture.read(Data(bytes.map { UInt8($0) }))
      }
      #expect(
        error?.description
          == "V3.xcdatamodel/contents:1:1: error: expected UTF-8 text, found other bytes")
    }
  }

  /// Every prefix of a file, and the file with every byte changed.
  @Test func damageEndsInAnErrorOrAModel() throws {
    let text = Array(
      ModelFixture.entity("<attribute name=\"a\" attributeType=\"Date\"/><!-- c -->").utf8)
    var refused = 0
    for count in text.indices where (try? ModelFixture.read(Data(text[..<count]))) == nil {
      refused += 1
    }
    #expect(refused == text.count)
    for position in stride(from: 0, to: text.count, by: 3) {
      for byte: UInt8 in [0x00, 0x22, 0x26, 0x2F, 0x3C, 0x3E, 0xFF] {
        var damaged = text
        damaged[position] = byte
        _ = try? ModelFixture.read(Data(damaged))
      }
    }
  }
}
