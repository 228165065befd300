import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

struct WorkedExampleTests {
  /// Migrates a copy and then the store itself, which gives the same contents.
  private func withMigrated(
    _ history: ModelHistory, rows: [String], isFresh: Bool = true,
    _ body: (StoreContents) throws -> Void
  ) throws {
    try StagedStore.with(history, rows: rows) { store in
      let before = try bytes(of: store.files.main)
      let result = try store.migrate()
      let after = try bytes(of: store.files.main)
      #expect(before == after, "the source is only read")
      #expect(result.steps.map(\.kind) == [.custom])
      #expect(result.path == (isFresh ? .custom : .cheap))
      let contents = try store.contents(of: result.output, at: 1)
      try body(contents)
      if isFresh { try requireFresh(result.output, store, at: 1) }
      try store.migrateInPlace()
      let own = try store.contents(of: store.files, at: 1)
      #expect(own == contents)
      #expect(try store.fileNames() == ["Result.sqlite", "Store.sqlite"])
      let again = try store.migrateInPlace()
      #expect(again.steps.isEmpty)
    }
  }

  @Test func twoAttributesBecomeOne() throws {
    try withMigrated(
      WorkedExamples.people,
      rows: [
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZFIRST, ZLAST) VALUES (2, 1, 4, 'Ada', 'Byron')",
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZFIRST) VALUES (3, 1, 1, 'Bo')",
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) VALUES (7, 1, 1)",
        "INSERT INTO Z_1FRIENDS (Z_1FRIENDS, REFLEXIVE) VALUES (2, 7), (3, 2)",
      ]
    ) { contents in
      let people = contents.objects(of: "Person")
      #expect(people.map(\.primaryKey) == [2, 3, 7])
      #expect(people.map { $0.value(of: "name") } == ["Ada Byron", "Bo", ""])
      #expect(
        people.map { $0.targets(of: "friends")?.map(\.primaryKey) } == [[3, 7], [2], [2]])
    }
  }

  @Test func oneEntityBecomesTwo() throws {
    try withMigrated(
      WorkedExamples.addresses,
      rows: [
        """
        INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSTREET, ZCITY)
        VALUES (1, 1, 1, 'Ada', 'Elm 1', 'Ulm'), (4, 1, 1, 'Bo', NULL, NULL),
        (9, 1, 1, 'Cy', NULL, 'Bonn')
        """
      ]
    ) { contents in
      let people = contents.objects(of: "Person")
      #expect(people.map { $0.value(of: "name") } == ["Ada", "Bo", "Cy"])
      let homes = people.map { $0.targets(of: "address")?.first.flatMap(contents.object) }
      #expect(homes.map { $0?.value(of: "street") } == ["Elm 1", nil, .null])
      #expect(homes.map { $0?.value(of: "city") } == ["Ulm", nil, "Bonn"])
      #expect(contents.objects(of: "Address").count == 2)
      for address in contents.objects(of: "Address") {
        let resident = address.targets(of: "resident")?.first.flatMap(contents.object)
        #expect(resident?.targets(of: "address") == [address.reference])
      }
    }
  }

  @Test func duplicatesGoBeforeANameBecomesUnique() throws {
    try withMigrated(
      WorkedExamples.trips,
      rows: [
        """
        INSERT INTO ZTRIP (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'Alps'), (2, 2, 1, NULL),
        (3, 2, 1, 'Nile'), (4, 2, 1, 'Alps'), (5, 2, 1, NULL), (6, 2, 1, 'Alps')
        """,
        """
        INSERT INTO ZSTOP (Z_PK, Z_ENT, Z_OPT, ZTRIP) VALUES (1, 1, 1, 4), (2, 1, 1, 1),
        (3, 1, 1, 6), (4, 1, 1, 3), (5, 1, 1, NULL)
        """,
      ], isFresh: false
    ) { contents in
      let trips = contents.objects(of: "Trip")
      #expect(trips.map(\.primaryKey) == [1, 2, 3, 5])
      #expect(trips.map { $0.value(of: "name") } == ["Alps", .null, "Nile", .null])
      #expect(
        trips.map { $0.targets(of: "stops")?.map(\.primaryKey) } == [[1, 2, 3], [], [4], []])
      #expect(contents.objects(of: "Stop").count == 5)
    }
  }

  @Test func duplicatesWithoutTheHandlerAreRefused() throws {
    var history = WorkedExamples.trips
    history.stages = []
    let rows = ["INSERT INTO ZTRIP (Z_ENT, Z_OPT, ZNAME) VALUES (2, 1, 'A'), (2, 1, 'A')"]
    try StagedStore.with(history, rows: rows) { store in
      #expect(throws: MigrationError.self) { try store.migrate() }
    }
  }

  @Test func textBecomesADate() throws {
    let rows = [
      "INSERT INTO ZEVENT (Z_PK, Z_ENT, Z_OPT, ZDAY) VALUES (1, 1, 1, '2001-01-02')",
      "INSERT INTO ZEVENT (Z_PK, Z_ENT, Z_OPT, ZDAY) VALUES (2, 1, 1, NULL)",
      "INSERT INTO ZEVENT (Z_PK, Z_ENT, Z_OPT, ZDAY) VALUES (3, 1, 1, '2000-12-31')",
    ]
    try withMigrated(WorkedExamples.events, rows: rows) { contents in
      #expect(
        contents.objects(of: "Event").map { $0.value(of: "day") }
          == [.date(86_400), .null, .date(-86_400)])
    }
  }

  @Test func textThatIsNoDateEndsTheMigrationWithItsOwnError() throws {
    let rows = ["INSERT INTO ZEVENT (Z_PK, Z_ENT, Z_OPT, ZDAY) VALUES (1, 1, 1, 'soon')"]
    try StagedStore.with(WorkedExamples.events, rows: rows) { store in
      let before = try bytes(of: store.files.main)
      do {
        try store.migrate()
        Issue.record("'soon' became a date")
      } catch {
        #expect(!(error is MigrationError), "\(error)")
      }
      #expect(throws: (any Error).self) { try store.migrateInPlace() }
      #expect(try store.contents(of: store.files, at: 0).objects(of: "Event").count == 1)
      #expect(try store.fileNames().filter { $0.contains("migration") || $0 == "Result" } == [])
      #expect(before["main"] != nil)
    }
  }

  @Test func aRelationshipGetsAMeaningfulOrder() throws {
    try withMigrated(
      WorkedExamples.itineraries,
      rows: [
        "INSERT INTO ZTRIP (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1)",
        """
        INSERT INTO ZSTOP (Z_PK, Z_ENT, Z_OPT, ZTRIP, ZARRIVAL) VALUES (1, 1, 1, 2, 30.0),
        (2, 1, 1, 1, 5.0), (3, 1, 1, 2, 10.0), (4, 1, 1, 2, NULL), (5, 1, 1, 2, 20.0)
        """,
      ]
    ) { contents in
      #expect(
        contents.objects(of: "Trip").map { $0.targets(of: "stops")?.map(\.primaryKey) }
          == [[2], [3, 5, 1, 4], []])
      #expect(
        contents.objects(of: "Stop").map { $0.targets(of: "trip")?.map(\.primaryKey) }
          == [[2], [1], [2], [2], [2]])
    }
  }

  @Test func theArticleShowsTheExamplesThatRun() throws {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func text(_ path: String) throws -> String {
      let url = package.appendingPathComponent(path)
      return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
    let examples = try text("Tests/GoldenStoreMigrationTests/Stages/WorkedExamples.swift")
    let article = try text(
      "Sources/GoldenStoreMigration/GoldenStoreMigration.docc/CustomStages.md")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    #expect(blocks.count == 5)
    for block in blocks { #expect(examples.contains(block), "\(block)") }
  }
}
