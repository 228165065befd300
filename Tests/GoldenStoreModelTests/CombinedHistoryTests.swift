import GoldenStoreModel
import Testing

/// Histories of stores that several models share.
struct CombinedHistoryTests {
  private static func book(_ attributes: String...) -> [Entity] {
    [Entity("Book") { for name in attributes { Attribute(name, .string) } }]
  }

  private static let books = ModelHistory(
    "Books", seeds: [.objects(entity: "Book", count: 5)]
  ) {
    Model("Books", versionIdentifiers: [""]) { book("title") }
    Model("Books 2", versionIdentifiers: ["2"]) { book("title", "language") }
  }

  private static let readers = ModelHistory(
    "Readers", seeds: [.objects(entity: "Reader", count: 3)]
  ) {
    Model("Readers", versionIdentifiers: [""]) { Entity("Reader") { Attribute("name", .string) } }
  }

  private static func history(
    _ combinations: ModelCombination..., members: [ModelHistory] = [books, readers],
    stages: [MigrationStage] = []
  ) -> ModelHistory {
    ModelHistory("Both", combining: members, as: combinations, stages: stages)
  }

  private static let both = history(
    ModelCombination("1", ["Books": "Books"]),
    ModelCombination("2", ["Books": "Books 2", "Readers": "Readers"]))

  private func hashes(_ models: Model...) throws -> [EntityHash] {
    try models.flatMap { try VersionHash.entityHashes(of: $0.validated()) }
  }

  @Test func aVersionIsTheUnionOfItsMembers() throws {
    let models = try Self.both.validated()
    #expect(models.map(\.name) == ["1", "2"])
    #expect(models[0].model.entities == Self.books.versions[0].entities)
    #expect(
      models[1].model.entities == Self.books.versions[1].entities
        + Self.readers.versions[0].entities)
    #expect(models[1].model.versionIdentifiers == ["2", ""])
    #expect(
      try VersionHash.entityHashes(of: models[1])
        == hashes(Self.books.versions[1], Self.readers.versions[0]))
    #expect(Self.both.seeds == Self.books.seeds + Self.readers.seeds)
  }

  private static let staged = ModelHistory(
    name: "Books", versions: books.versions,
    stages: [.custom(from: "Books", to: "Books 2", didMigrate: { _ in })])

  static let wrong: [(ModelHistory, String)] = [
    (
      history(ModelCombination("1", ["Books": "Books 3"])),
      "combination '1' of 'Books' names version 'Books 3', which it does not declare; did you mean "
        + "'Books 2'?"
    ),
    (
      history(ModelCombination("1", ["Books": "Books", "Reader": "Readers"])),
      "combination '1' names 'Reader', which is no member; did you mean 'Readers'?"
    ),
    (
      history(ModelCombination("1", ["Readers": "Readers", "Readers": "Readers"])),
      "combination '1' names 'Readers' twice"
    ),
    (
      history(ModelCombination("1", ["Books": "Books"]), members: [books, books]),
      "two of its members are called 'Books'"
    ),
    (
      history(ModelCombination("1", ["Books": "Books"]), members: [staged]),
      "member 'Books' has custom stages; declare the stages of the shared store, which lead from "
        + "combination to combination"
    ),
  ]

  @Test(arguments: wrong.indices) func whatIsWrongIsNamed(_ index: Int) throws {
    let (history, sentence) = Self.wrong[index]
    let error = try #require(throws: ModelError.self) { try history.validated() }
    guard case .invalidHistory("Both", let problems) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(problems.map(\.description).contains(sentence), "\(problems)")
  }

  @Test func stagesOfTheSharedStoreStandForThoseOfItsMembers() throws {
    let history = Self.history(
      ModelCombination("1", ["Books": "Books"]), ModelCombination("2", ["Books": "Books 2"]),
      members: [Self.staged],
      stages: [.custom(from: "1", to: "2", didMigrate: { _ in })])
    #expect(try history.validated().count == 2)
  }

  @Test func anEntityOfTwoMembersIsDeclaredTwice() throws {
    let other = ModelHistory("Others") { Model("Others") { Self.book("title") } }
    let history = Self.history(
      ModelCombination("1", ["Books": "Books", "Others": "Others"]), members: [Self.books, other])
    #expect(throws: ModelError.self) { try history.validated() }
  }

  @Test func whatNoVersionCombinesIsNamed() throws {
    let books = Self.books.versions
    let readers = Self.readers.versions[0]
    #expect(
      try Self.both.strangeCombination(of: hashes(books[1]))
        == "it holds 'Books 2' alone, which 'Both' never did")
    #expect(
      try Self.both.strangeCombination(of: hashes(books[0], readers))
        == "it holds 'Books' and 'Readers', which 'Both' never held together")
  }

  @Test func whatIsOfNoMemberIsNoCombination() throws {
    let stranger = Model("Pens") { Entity("Pen") }
    let edited = Model("Books") { Self.book("title", "pages") }
    #expect(try Self.both.strangeCombination(of: hashes(stranger)) == nil)
    #expect(try Self.both.strangeCombination(of: hashes(Self.books.versions[0], stranger)) == nil)
    #expect(try Self.both.strangeCombination(of: hashes(edited)) == nil)
    #expect(Self.both.strangeCombination(of: []) == nil)
    #expect(try Self.books.strangeCombination(of: hashes(Self.books.versions[0])) == nil)
  }
}
