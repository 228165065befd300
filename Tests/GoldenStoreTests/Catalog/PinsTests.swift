import Foundation
import GoldenStore
import GoldenStoreModel
import Testing

struct PinsTests {
  private func hash(_ digit: Character) throws -> HashValue {
    try #require(HashValue(hexadecimal: String(repeating: digit, count: 64)))
  }

  @Test func linesComeBackAsTheyWere() throws {
    let hashes = [EntityHash(entity: "A b", hash: try hash("1"))]
    var pins = Pins()
    pins.add(version: "V 1", hashes: hashes)
    let text = pins.text
    #expect(text.hasSuffix("state\tV 1\tdraft\npin\tV 1\tA b\t\(try hash("1").hexadecimal)\n"))
    #expect(Pins(text: text) == pins)
    #expect(Pins(text: text).text == text)
  }

  @Test func newVersionsGoToTheEndAndOldLinesStay() throws {
    var pins = Pins()
    pins.add(version: "V1", hashes: [EntityHash(entity: "A", hash: try hash("1"))])
    let before = pins.lines
    pins.add(version: "V2", hashes: [EntityHash(entity: "A", hash: try hash("2"))])
    #expect(Array(pins.lines.prefix(before.count)) == before)
    #expect(pins.lines.count == before.count + 2)
    // Adding never changes a pin.
    pins.add(version: "V1", hashes: [EntityHash(entity: "A", hash: try hash("3"))])
    #expect(pins.hash(of: "A", version: "V1") == (try hash("1")))
  }

  @Test func draftThatWasRecordedAgainKeepsItsPlace() throws {
    var pins = Pins()
    pins.add(
      version: "V1",
      hashes: [
        EntityHash(entity: "A", hash: try hash("1")), EntityHash(entity: "B", hash: try hash("1")),
      ])
    pins.add(version: "V2", hashes: [EntityHash(entity: "A", hash: try hash("2"))])
    pins.replace(version: "V1", hashes: [EntityHash(entity: "A", hash: try hash("3"))])
    #expect(pins.hash(of: "A", version: "V1") == (try hash("3")))
    #expect(pins.hash(of: "B", version: "V1") == nil)
    #expect(pins.lines.last == .pin(version: "V2", entity: "A", hash: try hash("2")))
  }

  @Test(arguments: [
    "pin\tV1\tA", "pin\tV1\tA\tabc", "state\tV1\tfrozen", "pin V1 A 00", "nonsense",
  ])
  func unreadableLinesAreKeptAsSuch(_ line: String) {
    #expect(Pins(text: line + "\n").lines == [.unreadable(line)])
    #expect(Pins(text: line + "\n").text == line + "\n")
  }
}
