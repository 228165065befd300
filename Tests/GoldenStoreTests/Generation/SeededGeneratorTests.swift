import Foundation
import GoldenStore
import Testing

struct SeededGeneratorTests {
  /// Goldens depend on these numbers: other ones mean a new generator version.
  @Test func numbersNeverChange() {
    var generator = SeededGenerator(seed: 1, "a", "b")
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(
      numbers == [
        14_506_480_461_019_497_459, 4_183_644_093_804_489_531, 17_501_263_085_908_590_004,
      ])
  }

  @Test func everyPartOfThePathMatters() {
    var streams = [
      SeededGenerator(seed: 1, "a", "b"), SeededGenerator(seed: 2, "a", "b"),
      SeededGenerator(seed: 1, "ab"), SeededGenerator(seed: 1, "a", "b", ""),
      SeededGenerator(seed: 1, "b", "a"), SeededGenerator(seed: 1, "a", "b").branch(0),
      SeededGenerator(seed: 1, "a", "b").branch(1),
    ]
    let first = streams.indices.map { streams[$0].next() }
    #expect(Set(first).count == first.count)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1_000, Int.max])
  func boundedNumbersStayBelowTheirBound(_ bound: Int) {
    var generator = SeededGenerator(seed: 3, "bound")
    #expect((0..<200).allSatisfy { _ in (0..<bound).contains(generator.below(bound)) })
  }

  @Test func smallBoundsAreHitEvenly() {
    var generator = SeededGenerator(seed: 4, "even")
    var counts = [0, 0, 0, 0, 0]
    for _ in 0..<5_000 { counts[generator.below(5)] += 1 }
    #expect(counts.allSatisfy { (850...1_150).contains($0) })
  }

  @Test func rangesReachBothEnds() {
    var generator = SeededGenerator(seed: 5, "range")
    let numbers = Set((0..<200).map { _ in generator.integer(in: -2...2) })
    #expect(numbers == [-2, -1, 0, 1, 2])
    _ = generator.integer(in: Int.min...Int.max)
  }

  @Test func shufflingKeepsEveryElement() {
    var generator = SeededGenerator(seed: 6, "shuffle")
    var numbers = Array(0..<50)
    generator.shuffle(&numbers)
    #expect(numbers != Array(0..<50))
    #expect(numbers.sorted() == Array(0..<50))
  }

  @Test func identifiersAreOfVersionFour() {
    var generator = SeededGenerator(seed: 7, "uuid")
    let text = Array(generator.uuid().uuidString)
    #expect(text[14] == "4")
    #expect("89AB".contains(text[19]))
  }
}
