import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// Values and objects that a team gives for its seeded data.
struct SeedRuleTests {
  private static func history(_ seeds: SeedRule...) -> ModelHistory {
    ModelHistory("Clubs", seeds: seeds) {
      Model("V1") { club }
      Model("V2") {
        Entity("Club") {
          Attribute("title", .string, renamingIdentifier: "name")
          Attribute("founded", .date)
          Attribute("size", .integer16, isOptional: false, default: 7)
          Relationship("members", to: "Person", inverse: "clubs", .toMany, isOrdered: true)
        }
        Entity("Person") {
          Attribute("name", .string)
          Relationship("clubs", to: "Club", inverse: "members", .toMany)
          Relationship("partner", to: "Person", inverse: "partner")
        }
      }
    }
  }

  private static let club = Entity("Club") {
    Attribute("name", .string)
    Attribute("founded", .date)
  }

  private static let fixtures: [SeedRule] = [
    .fixture(
      entity: "Club", key: "chess", values: ["name": "Chess", "founded": .date(5)],
      targets: ["members": ["bob", "ada"]]),
    .fixture(
      entity: "Person", key: "ada", values: ["name": "Ada"], targets: ["partner": ["bob"]]),
    .fixture(entity: "Person", key: "bob", values: ["name": "Bob"]),
    .fixture(entity: "Club", key: "old", values: ["name": "Old"], until: "V1"),
  ]

  private func contents(
    _ seeds: [SeedRule], at position: Int
  ) throws -> (StoreGenerator, StoreContents) {
    var history = Self.history()
    history.seeds = seeds
    let generator = try StoreGenerator(history, position: position)
    return (generator, try generator.contents())
  }

  @Test("requirement 7: hand-written objects stand beside generated ones, in every version")
  func fixturesAreAdded() throws {
    let (_, plain) = try contents([], at: 1)
    let (generator, second) = try contents(Self.fixtures, at: 1)
    for entity in ["Club", "Person"] {
      // What is generated stays as it is.
      #expect(second.objects(of: entity).prefix(16) == plain.objects(of: entity).prefix(16))
    }
    let clubs = second.objects(of: "Club").dropFirst(16)
    #expect(clubs.map { $0.value(of: "title") } == ["Chess"])
    #expect(clubs.map { $0.value(of: "founded") } == [.date(5)])
    #expect(clubs.map { $0.value(of: "size") } == [7])
    let people = Array(second.objects(of: "Person").dropFirst(16))
    #expect(people.map { $0.value(of: "name") } == ["Ada", "Bob"])
    let chess = try #require(clubs.first)
    #expect(chess.targets(of: "members") == [people[1].reference, people[0].reference])
    #expect(people.map { $0.targets(of: "clubs") } == [[chess.reference], [chess.reference]])
    #expect(people[0].targets(of: "partner") == [people[1].reference])
    #expect(people[1].targets(of: "partner") == [people[0].reference])
    #expect(generator.count(of: "Person") == 18)

    let (first, older) = try contents(Self.fixtures, at: 0)
    let names = older.objects(of: "Club").dropFirst(16).map { $0.value(of: "name") }
    #expect(names == ["Chess", "Old"])
    // A seed key is the same in every version, whatever the entity's key is there.
    let key = try #require(older.objects(of: "Club").dropFirst(16).first?.reference)
    #expect(first.seedKey(of: key) == generator.seedKey(of: chess.reference))
    #expect(first.seedKey(of: key) == SeedKey(entity: "Club", name: "chess"))
  }

  @Test("requirements 7, 17: goldens with fixtures are recorded, checked and migrated")
  func fixturesArePartOfTheGoldens() async throws {
    var history = Self.history()
    history.seeds = Self.fixtures
    history.seeds.removeLast()
    let goldens = try RecordedGoldens(history)
    #expect(try goldens.catalog.check(requiresTracking: false).failures.map(\.description) == [])
    let result = try await MatrixRunner(
      catalog: goldens.catalog, matrix: VersionMatrix(history)
    ).run()
    #expect(result.failures.map(\.description) == [])
    let dump = try String(
      contentsOfFile: goldens.catalog.golden(at: 1).folder.appendingPathComponent("dump.txt"),
      encoding: .utf8)
    #expect(dump.contains("\"Chess\""))
    // A fixture that changes makes another golden.
    let changed = try goldens.catalog {
      $0.seeds[1] = .fixture(entity: "Person", key: "ada", values: ["name": "Ida"])
    }
    #expect(!(try changed.check(requiresTracking: false).isGreen))
  }

  private static let badFixtures: [([SeedRule], String)] = [
    (
      [.fixture(entity: "Club", key: "a", values: ["nam": "x"])],
      "no version has an attribute 'Club.nam'"
    ),
    (
      [.fixture(entity: "Club", key: "a", values: ["name": 7])],
      "no version has an attribute 'Club.name' for 7"
    ),
    (
      [.fixture(entity: "Club", key: "a", values: [:], targets: ["member": []])],
      "no version has a relationship 'Club.member'"
    ),
    (
      [.fixture(entity: "Club", key: "a", values: [:], targets: ["members": ["b"]])],
      "'members' names the fixture 'b', which there is not"
    ),
    (
      [
        .fixture(entity: "Club", key: "a", values: [:]),
        .fixture(entity: "Club", key: "a", values: [:]),
      ], "two fixtures have this key"
    ),
    (
      [.fixture(entity: "Club", key: "a", values: [:], until: "V9")],
      "it is held until version 'V9', which the history does not declare"
    ),
    (
      [
        .fixture(entity: "Person", key: "a", values: [:], targets: ["partner": ["b", "c"]]),
        .fixture(entity: "Person", key: "b", values: [:]),
        .fixture(entity: "Person", key: "c", values: [:]),
      ], "to-one relationship 'Person.partner' leads to"
    ),
  ]

  @Test("a fixture that no store can hold says why", arguments: badFixtures.indices)
  func badFixturesAreRefused(_ index: Int) throws {
    let (seeds, reason) = Self.badFixtures[index]
    do {
      _ = try contents(seeds, at: 1)
      Issue.record("accepted: \(reason)")
    } catch {
      #expect("\(error)".contains("cannot make the fixture 'a': \(reason)"), "\(error)")
    }
  }

  @Test("a fixture without a target that it needs is refused")
  func requiredTargets() throws {
    var history = Library.history
    history.seeds.append(.fixture(entity: "Book", key: "lone", values: ["title": "Lone"]))
    #expect(throws: GoldenError.self) { try StoreGenerator(history, position: 0) }
    history.seeds.removeLast()
    history.seeds += [
      .fixture(
        entity: "Book", key: "lone", values: ["title": "Lone"], targets: ["author": ["me"]]),
      .fixture(
        entity: "Author", key: "me",
        values: [
          "name": "Me",
          "identifier": .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9))),
        ]),
    ]
    let contents = try StoreGenerator(history, position: 1).contents()
    let book = try #require(contents.objects(of: "Book").last)
    let writer = try #require(contents.objects(of: "Writer").last)
    #expect(book.targets(of: "author") == [writer.reference])
    #expect(writer.targets(of: "works") == [book.reference])
    #expect(writer.value(of: "fullName") == "Me")
    // An attribute that must have a value, and gets none, has a generated one.
    #expect(book.value(of: "views") == 0)
  }

  // MARK: Computed values

  @Test("requirement 7: a closure gives an attribute's values, in every version the same")
  func computedValues() throws {
    let rule = SeedRule.computed(entity: "Club", attribute: "name") { index in
      index == 2 ? .null : .string("Club \(index)")
    }
    for (position, name) in [(0, "name"), (1, "title")] {
      let (_, found) = try contents([rule], at: position)
      let names = found.objects(of: "Club").compactMap { $0.value(of: name) }
      #expect(names.prefix(4) == ["Club 0", "Club 1", .null, "Club 3"])
      #expect(names.count == 16)
    }
  }

  @Test("requirement 7: values that depend on more than the index are refused")
  func computedValuesAreAskedTwice() throws {
    let random = SeedRule.computed(entity: "Club", attribute: "founded") { _ in
      .date(Date().timeIntervalSinceReferenceDate + Double.random(in: 0...1))
    }
    do {
      _ = try contents([random], at: 0)
      Issue.record("accepted")
    } catch {
      #expect("\(error)".contains("it is another one when asked again"), "\(error)")
    }
    let wrong = SeedRule.computed(entity: "Club", attribute: "founded") { _ in "today" }
    #expect(throws: GoldenError.self) { try contents([wrong], at: 0) }
    let missing = SeedRule.computed(entity: "Club", attribute: "size") { _ in .null }
    #expect(throws: GoldenError.self) { try contents([missing], at: 1) }
    let unknown = SeedRule.computed(entity: "Club", attribute: "siz") { _ in 1 }
    #expect(throws: GoldenError.self) { try contents([unknown], at: 1) }
  }

  @Test("requirement 7: a closure that covers less than the schema asks for is seen")
  func computedValuesAreCovered() throws {
    let rule = SeedRule.computed(entity: "Club", attribute: "name") { .string("Club \($0)") }
    let (generator, _) = try contents([rule], at: 0)
    let gaps = try Coverage(of: generator, model: generator.model).gaps
    #expect(gaps.contains("'Club.name' has no example of NULL"))
    #expect(gaps.contains("'Club.name' has no example of an empty value"))
  }

  @Test("requirement 7: a relationship that is its own inverse leads back from every target")
  func ownInverses() throws {
    let history = ModelHistory("Friends") {
      Model("V1") {
        Entity("A") {
          Relationship("friends", to: "A", inverse: "friends", .toMany, isOrdered: true)
          Relationship("partner", to: "A", inverse: "partner")
        }
      }
    }
    let generator = try StoreGenerator(history, position: 0)
    let contents = try generator.contents()
    var edges = 0
    for object in contents.objects(of: "A") {
      for name in ["friends", "partner"] {
        for target in try #require(object.targets(of: name)) {
          edges += 1
          #expect(contents.object(target)?.targets(of: name)?.contains(object.reference) == true)
        }
      }
    }
    #expect(edges > 20)
    #expect(try Coverage(of: generator, model: generator.model).gaps == [])
  }

  // MARK: What there is of every type

  @Test("requirement 7: texts of every kind of script and length class")
  func textsOfEveryKind() throws {
    let texts = try StoreGenerator(Library.history, position: 1).contents().objects(of: "Book")
      .compactMap { $0.value(of: "shelf")?.stringValue }
    func holds(_ range: ClosedRange<UInt32>) -> Bool {
      texts.contains { $0.unicodeScalars.contains { range.contains($0.value) } }
    }
    let scripts: [(String, ClosedRange<UInt32>)] = [
      ("combining marks", 0x300...0x36F),
      ("Greek", 0x370...0x3FF), ("Cyrillic", 0x400...0x4FF), ("Hebrew", 0x590...0x5FF),
      ("Arabic", 0x600...0x6FF), ("Devanagari", 0x900...0x97F),
      ("ideographs", 0x4E00...0x9FFF), ("Hangul", 0xAC00...0xD7AF),
      ("beyond the basic plane", 0x1F000...0x1FAFF), ("joiners", 0x200D...0x200F),
      ("controls", 0x9...0xA),
    ]
    for (name, range) in scripts {
      #expect(holds(range), "\(name)")
    }
    let lengths = Set(texts.map(\.utf8.count))
    for range in [0...0, 1...64, 65...255, 256...4_096] {
      #expect(lengths.contains { range.contains($0) }, "\(range)")
    }
  }
}

/// Requirement 7: one logical set of data, told in every version.
struct SameDataTests {
  private static let pairs = (BrowserModels.all + [Library.history]).flatMap { history in
    history.pairs.map { Pair(history: history, pair: $0) }
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    let history: ModelHistory
    let pair: VersionPair

    var testDescription: String { "\(pair.history) \(pair)" }
  }

  /// What two versions agree about must be the same in a migrated store and in a native one.
  @Test(
    "requirement 7: a migrated store and a native one of the same version tell the same data",
    arguments: pairs)
  func migratedAndNative(_ pair: Pair) throws {
    let (source, destination) = (pair.pair.source, pair.pair.destination)
    let first = try StoreGenerator(pair.history, position: source)
    let second = try StoreGenerator(pair.history, position: destination)
    let migrated = try GoldenStore.Expectation(
      of: try first.contents(), from: first.model, to: second.model
    ).contents
    let native = try second.contents()
    var compared = 0
    for entity in second.model.entitiesByName where !entity.isAbstract {
      let former = first.model.entitiesByName.first { $0.renamingKey == entity.renamingKey }
      guard let former else { continue }
      let attributes = second.model.persistedAttributes(of: entity).filter { attribute in
        attribute.derivation == nil
          && first.model.persistedAttributes(of: former).contains {
            $0.renamingKey == attribute.renamingKey && $0.type == attribute.type
              && $0.isOptional == attribute.isOptional && $0.derivation == nil
              && $0.allowsExternalBinaryDataStorage == attribute.allowsExternalBinaryDataStorage
          }
      }
      func byKey(
        _ contents: StoreContents, _ generator: StoreGenerator, _ name: String
      ) throws -> [SeedKey: StoredObject] {
        var found: [SeedKey: StoredObject] = [:]
        for object in contents.objects(of: entity.name) {
          let own = ObjectReference(entity: name, primaryKey: object.primaryKey)
          found[try #require(generator.seedKey(of: own))] = object
        }
        return found
      }
      let old = try byKey(migrated, first, former.name)
      let new = try byKey(native, second, entity.name)
      for (key, object) in new {
        guard let other = old[key] else { continue }
        for attribute in attributes {
          compared += 1
          #expect(
            object.value(of: attribute.name) == other.value(of: attribute.name),
            "\(entity.name).\(attribute.name) of \(key)")
        }
      }
    }
    #expect(compared > 0)
  }
}
