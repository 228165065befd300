import Testing

@testable import GoldenStoreCommands

/// Columns and amounts as a person reads them.
struct TextTableTests {
  @Test func columnsAreAlignedAndNoLineEndsInBlanks() {
    var table = TextTable(.leading, .trailing, .leading)
    table.add("Bookmark", "7 rows", "hash a")
    table.add("É", "1,024 rows", "hash bcd")
    table.add("Tag", "0 rows")
    #expect(
      table.lines(indentedBy: 2) == [
        "  Bookmark      7 rows  hash a",
        "  É         1,024 rows  hash bcd",
        "  Tag           0 rows",
      ])
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-4_321, "-4,321"),
    (Int64.min, "-9,223,372,036,854,775,808"),
  ])
  func countsHaveTheirThousandsSeparated(number: Int64, text: String) {
    #expect(Amount.count(number) == text)
  }

  @Test func nounsAgreeWithTheirCount() {
    #expect(Amount.count(1, "row") == "1 row")
    #expect(Amount.count(0, "row") == "0 rows")
    #expect(Amount.count(1_000, "row") == "1,000 rows")
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (1_023, "1,023 bytes"), (1_024, "1.0 KB"),
    (16_512, "16.1 KB"), (32_768, "32.0 KB"), (1_048_575, "1.0 MB"), (1_572_864, "1.5 MB"),
    (1_073_741_824, "1.0 GB"), (5_368_709_120_000, "5,000.0 GB"),
    (Int64.max, "8,589,934,592.0 GB"),
  ])
  func sizesAreInUnitsOf1024(bytes: Int64, text: String) {
    #expect(Amount.size(bytes: bytes) == text)
  }
}
