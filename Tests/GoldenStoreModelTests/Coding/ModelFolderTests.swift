import Foundation
import GoldenStoreModel
import TestSupport
import Testing

struct ModelFolderTests {
  private static let contents = Data(ModelFixture.entity("").utf8)

  private static func current(_ name: String) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>\(name)</string></dict></plist>
      """.utf8)
  }

  private static let files: KeyValuePairs = [
    "M.xcdatamodeld/M 10.xcdatamodel/contents": contents,
    "M.xcdatamodeld/M 2.xcdatamodel/contents": contents,
    "M.xcdatamodeld/M.xcdatamodel/contents": contents,
    "M.xcdatamodeld/M 2b.xcdatamodel/contents": contents,
    "M.xcdatamodeld/.xccurrentversion": current("M 2.xcdatamodel"),
    "M.xcdatamodeld/README": Data(),
  ]

  private func read(
    _ files: KeyValuePairs<String, Data> = ModelFolderTests.files,
    _ name: String = "M.xcdatamodeld", order: [String]? = nil
  ) throws -> ModelFile {
    try ModelFixture.withFiles(files) { folder in
      try XCDataModelReader.read(folder.appendingPathComponent(name).path, order: order)
    }
  }

  @Test func versionsAreInNameOrderWithNumbersAsNumbers() throws {
    let history = try read().history
    #expect(history.name == "M")
    #expect(history.versions.map(\.name) == ["M", "M 2", "M 2b", "M 10"])
    #expect(history.currentVersion == "M 2")
  }

  @Test(arguments: [
    ["Model", "Model 2", "Model 10"], ["1.0.0", "1.0.2", "1.0.10", "1.1.0"],
    ["A", "A v2", "A v10", "B"], ["M 002", "M 3", "M 18446744073709551616"],
  ])
  func nameOrderIsTheSameFromEveryStart(_ names: [String]) throws {
    let files = names.reversed().map { ("M.xcdatamodeld/\($0).xcdatamodel/contents", $0) }
    try withTemporaryDirectory { folder in
      for (path, _) in files {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Self.contents.write(to: file)
      }
      let path = folder.appendingPathComponent("M.xcdatamodeld").path
      #expect(try XCDataModelReader.read(path).history.versions.map(\.name) == names)
    }
  }

  @Test func callerCanGiveTheOrder() throws {
    let order = ["M 10", "M 2b", "M", "M 2"]
    #expect(try read(order: order).history.versions.map(\.name) == order)
  }

  private static let badOrders: [(order: [String], sentence: String)] = [
    (
      ["M", "M 3", "M 2", "M 10"],
      """
      has no version 'M 3' to put in order; did you mean 'M 2'?; it holds 'M', 'M 2', 'M 2b' \
      and 'M 10'
      """
    ),
    (["M", "M", "M 2", "M 10"], "cannot have version 'M' twice in its order"),
    (["M", "M 2"], "needs an order of all its versions; 'M 2b' and 'M 10' are missing"),
  ]

  @Test(arguments: badOrders)
  func orderMustListEveryVersionOnce(_ order: [String], _ sentence: String) throws {
    let error = #expect(throws: ModelError.self) { try read(order: order) }
    #expect(error?.description.hasSuffix("M.xcdatamodeld' " + sentence) == true, "\(error as Any)")
  }

  @Test func withoutCurrentVersionTheLastOneIsTakenWithANote() throws {
    let file = try read([
      "M.xcdatamodeld/M 2.xcdatamodel/contents": Self.contents,
      "M.xcdatamodeld/M.xcdatamodel/contents": Self.contents,
    ])
    #expect(file.history.currentVersion == "M 2")
    #expect(
      file.notes.map(\.description) == [
        """
        M.xcdatamodeld: note: took the last version, 'M 2', as the current one, because there is \
        no '.xccurrentversion'
        """
      ])
  }

  @Test func onlyVersionIsCurrentWithoutANote() throws {
    let file = try read(["M.xcdatamodeld/M.xcdatamodel/contents": Self.contents])
    #expect(file.history.currentVersion == "M")
    #expect(file.notes.isEmpty)
  }

  @Test func bareFileIsAModelUnderAnyName() throws {
    let files: KeyValuePairs = [
      "a.xml": Self.contents, "Model 3 (draft)": Self.contents, "contents": Self.contents,
      "V.xcdatamodel/contents": Self.contents,
    ]
    for (path, name) in [
      ("a.xml", "a"), ("Model 3 (draft)", "Model 3 (draft)"), ("contents", "contents"),
      ("V.xcdatamodel/contents", "V"), ("V.xcdatamodel", "V"),
    ] {
      #expect(try read(files, path).history.versions.map(\.name) == [name])
    }
  }

  private static let unusable:
    [(files: KeyValuePairs<String, Data>, name: String, sentence: String)] = [
      (
        ["M.xcdatamodeld/a.txt": Data()], "M.xcdatamodeld",
        "holds no version: expected folders named '*.xcdatamodel'"
      ),
      (
        ["M.xcdatamodeld/A.xcdatamodel/layout": Data()], "M.xcdatamodeld",
        "'A.xcdatamodel' holds no model: file 'contents' is missing"
      ),
      (
        ["A.xcdatamodel/elements": Data("bplist00".utf8)], "A.xcdatamodel",
        """
        'A.xcdatamodel' is in the format before Xcode 4.2, a file 'elements', which is not \
        supported; open and save it with a newer Xcode
        """
      ),
      (
        ["A.mom": Data("bplist00".utf8)], "A.mom",
        """
        'A.mom' is a binary property list, such as a compiled model; expected the XML of an \
        '.xcdatamodel'
        """
      ),
      (
        ["A/contents": contents], "A",
        "is a folder; expected an '.xcdatamodeld', an '.xcdatamodel' or its 'contents' file"
      ),
      (["A": contents], "B", "does not exist"),
      (
        [
          "M.xcdatamodeld/M.xcdatamodel/contents": contents,
          "M.xcdatamodeld/.xccurrentversion": current("N.xcdatamodel"),
        ], "M.xcdatamodeld",
        """
        'M.xcdatamodeld' has 'N' as its current version, which it does not hold; did you mean 'M'?; \
        it holds 'M'
        """
      ),
      (
        [
          "M.xcdatamodeld/M.xcdatamodel/contents": contents,
          "M.xcdatamodeld/.xccurrentversion": Data("<plist>".utf8),
        ], "M.xcdatamodeld",
        """
        'M.xcdatamodeld/.xccurrentversion' names no current version: expected a property list with \
        '_XCCurrentVersionName', found 7 other bytes
        """
      ),
    ]

  @Test(arguments: unusable)
  func unusableFolderIsRefusedInASentence(
    _ files: KeyValuePairs<String, Data>, _ name: String, _ sentence: String
  ) throws {
    let error = #expect(throws: ModelError.self) { try read(files, name) }
    #expect(error?.description.hasSuffix(sentence) == true, "\(error as Any)")
  }
}
