import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// Aliases, shapes and waivers: what is declared must be so, and what is so must be declared.
struct DeclarationTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  /// V3 as V2, but for an index, which no hash covers.
  private var neutral: ModelHistory {
    var history = Shelf.history
    history.versions[2] = Shelf.second
    history.versions[2].name = "V3"
    history.versions[2].entities[0].fetchIndexes = [
      FetchIndex("byName", FetchIndexElement("name"))
    ]
    return history
  }

  // MARK: Aliases

  @Test func equalHashesMustBeDeclared() throws {
    let catalog = try shelf.catalog(neutral)
    _ = try catalog.record(.missing)
    #expect(
      try shelf.failures(catalog) == [
        "goldens of 'Shelf': version 'V3' has the hashes of version 'V2', so that Core Data takes "
          + "the stores of one for those of the other, and the history does not declare it an "
          + "alias; add VersionAlias(\"V3\", of: \"V2\") to the history, or change what the new "
          + "version was made for"
      ])
    var history = neutral
    history.aliases = [VersionAlias("V3", of: "V2")]
    #expect(try shelf.failures(shelf.catalog(history)) == [])
  }

  @Test func aliasesOfOneVersionAreAliasesOfEachOther() throws {
    var history = neutral
    var last = history.versions[2]
    last.name = "V4"
    history.versions.append(last)
    history.aliases = [VersionAlias("V3", of: "V2"), VersionAlias("V4", of: "V2")]
    _ = try shelf.recorded(history)
  }

  @Test func declaredAliasMustHaveTheHashes() throws {
    var history = Shelf.history
    history.aliases = [VersionAlias("V3", of: "V2")]
    let catalog = try shelf.catalog(history)
    _ = try catalog.record(.missing)
    #expect(
      try shelf.failures(catalog) == [
        "goldens of 'Shelf': version 'V3' is declared an alias of 'V2', but has other hashes for "
          + "entity 'Book'; delete the declaration from the history"
      ])
  }

  // MARK: Shapes

  /// V2 as it was first shipped: with another attribute.
  private let shape = VersionShape("beta", of: "V2") {
    Entity("Book") {
      Attribute("name", .string, isOptional: false, renamingIdentifier: "title")
      Attribute("pages", .integer64)
    }
  }

  private func history(_ shapes: VersionShape...) -> ModelHistory {
    var history = Shelf.history
    history.shapes = shapes
    return history
  }

  @Test func aShapeHasAGoldenAndPinsOfItsOwn() throws {
    let catalog = try shelf.recorded(history(shape))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: catalog.folder).sorted() == [
        "01-V1", "02-V2", "02-V2~beta", "03-V3", "pins.txt",
      ])
    let manifest = try Manifest(
      contentsOf: catalog.folder.appendingPathComponent("02-V2~beta/manifest.json"))
    #expect(manifest.version == "V2~beta")
    #expect(manifest.schema.entities == shape.model.entities)
    let hashes = try VersionHash.entityHashes(of: shape.model.validated())
    #expect(manifest.entities.map(\.hash) == hashes.map(\.hash))
    #expect(
      try shelf.pinLines(catalog).contains("pin\tV2~beta\tBook\t\(hashes[0].hash.hexadecimal)"))
    let check = try catalog.check(requiresTracking: false)
    #expect(check.versions == CatalogCheck.Count(expected: 3, checked: 3))
    #expect(check.shapes == CatalogCheck.Count(expected: 1, checked: 1))
    #expect(check.adoptedStores == CatalogCheck.Count())
    let store = StoreFiles(
      main: catalog.folder.appendingPathComponent("02-V2~beta/Shelf.sqlite"))
    #expect(try StoreInspection(of: store).metadata.entityHashes == hashes)
    // It is sealed with its version.
    #expect(try catalog.seal(at: 1).sealed == ["V2~beta", "V2"])
  }

  @Test func aShapeThatIsNoLongerDeclaredIsUnlisted() throws {
    _ = try shelf.recorded(history(shape))
    let failures = try shelf.failures(shelf.catalog())
    #expect(failures.contains { $0.contains("'02-V2~beta' belongs to no version") })
    #expect(failures.contains { $0.contains("names the state of version 'V2~beta'") })
  }

  @Test func aMissingOrDamagedGoldenOfAShapeFails() throws {
    let catalog = try shelf.recorded(history(shape))
    let folder = catalog.folder.appendingPathComponent("02-V2~beta")
    try FileManager.default.removeItem(atPath: folder.appendingPathComponent("Shelf.sqlite-wal"))
    #expect(
      try shelf.failures(catalog).contains {
        $0.hasPrefix("golden 'V2~beta' of 'Shelf': 'Shelf.sqlite' is in WAL mode and holds 0 of 16")
      })
    try FileManager.default.removeItem(atPath: folder)
    #expect(
      try shelf.failures(catalog).contains {
        $0.contains("golden 'V2~beta' of 'Shelf': the golden is missing")
      })
  }

  @Test func aShapeMustDifferFromItsVersionAndFromEveryOther() throws {
    let same = VersionShape("same", of: "V2", model: Shelf.second)
    let other = VersionShape("other", of: "V3", model: Shelf.first)
    let catalog = try shelf.catalog(history(same, other))
    _ = try catalog.record(.missing)
    #expect(
      try shelf.failures(catalog) == [
        "goldens of 'Shelf': shape 'V2~same' has the schema that its version has anyway; correct "
          + "the shape, or delete it from the history",
        "goldens of 'Shelf': shape 'V3~other' has the hashes of version 'V1', which is not its "
          + "own; correct the shape, or delete it from the history",
      ])
  }

  // MARK: Waivers

  @Test func aGapIsWaivedByNameWhereItIsThere() throws {
    var history = Shelf.history
    history.seeds = [.objects(entity: "Book", count: 1)]
    let error = #expect(throws: GoldenError.self) { try shelf.catalog(history).record(.missing) }
    guard case .incompleteCoverage(_, _, let gaps) = error else {
      Issue.record("expected gaps")
      return
    }
    #expect(gaps.contains("'Book.pages' has no example of NULL"))
    // Every version names the attribute differently, the renaming key is one.
    func waivers(_ examples: [String: [String]]) -> [GoldenWaiver] {
      examples.keys.sorted().flatMap { property in
        (examples[property] ?? []).map {
          .example(entity: "Book", property: property, $0, reason: "a test")
        }
      }
    }
    var examples = try missing(history)
    history.waivers = waivers(examples)
    let catalog = try shelf.recorded(history)
    examples["pages"]?.removeAll { $0 == "NULL" }
    history.waivers = waivers(examples)
    let failures = try shelf.failures(Catalog(history, folder: catalog.folder))
    #expect(failures.count == 3)
    #expect(failures.allSatisfy { $0.contains("1 gap: 'Book.pages' has no example of NULL") })
  }

  /// The examples that one object leaves out, by renaming key.
  private func missing(_ history: ModelHistory) throws -> [String: [String]] {
    var missing: [String: [String]] = [:]
    for position in history.versions.indices {
      let generator = try StoreGenerator(history, position: position)
      let coverage = try Coverage(of: generator, model: generator.model)
      for gap in coverage.missing {
        let property = gap.property == "name" ? "title" : gap.property ?? ""
        if missing[property]?.contains(gap.example) != true {
          missing[property, default: []].append(gap.example)
        }
      }
    }
    return missing
  }

  @Test(arguments: [
    (
      GoldenWaiver.example(entity: "Book", property: "pages", "NULL", reason: "not needed"),
      "waiver of an example of NULL for 'Book.pages'"
    ),
    (
      .example(entity: "Bok", property: "pages", "NULL", reason: "misspelt"),
      "waiver of an example of NULL for 'Bok.pages'"
    ),
    (
      .contentLimit(golden: "V2", bytes: 100_000, reason: "not needed"),
      "waiver that gives golden 'V2' 100000 bytes of content"
    ),
    (
      .contentLimit(golden: "V9", bytes: 100_000, reason: "misspelt"),
      "waiver that gives golden 'V9' 100000 bytes of content"
    ),
  ])
  func aWaiverThatNothingNeedsFails(_ waiver: GoldenWaiver, _ name: String) throws {
    _ = try shelf.recorded()
    var history = Shelf.history
    history.waivers = [waiver]
    #expect(
      try shelf.failures(shelf.catalog(history)) == [
        "goldens of 'Shelf': the \(name) waives nothing: no golden needs it, or it names what is "
          + "not there; delete the declaration from the history"
      ])
  }

  @Test func theContentLimitIsRaisedForOneGolden() throws {
    var history = Shelf.history
    history.seeds = [
      .values(
        entity: "Book", attribute: "title", [.string(String(repeating: "long ", count: 8_000))])
    ]
    let error = #expect(throws: GoldenError.self) { try shelf.catalog(history).record(.missing) }
    #expect(error?.description.contains("more than the 65536 of a golden") == true)
    history.waivers = ["V1", "V2"].map {
      .contentLimit(golden: $0, bytes: 10_000_000, reason: "many books")
    }
    #expect(throws: GoldenError.self) { try shelf.catalog(history).record(.missing) }
    history.waivers.append(.contentLimit(golden: "V3", bytes: 10_000_000, reason: "many books"))
    let catalog = try shelf.recorded(history)
    history.waivers[1] = .contentLimit(golden: "V2", bytes: 70_000, reason: "many books")
    let failures = try shelf.failures(shelf.catalog(history))
    #expect(failures.count == 1)
    #expect(failures.first?.contains("more than the 70000 of a golden") == true)
    _ = catalog
  }

  @Test func anEmptyEntityNeedsAReason() throws {
    var history = Shelf.history
    history.seeds = [.empty(entity: "Book", reason: " ")]
    history.waivers = [.contentLimit(golden: "V1", bytes: 1, reason: "")]
    let error = #expect(throws: ModelError.self) { try history.validated() }
    #expect(
      error?.description.contains("the waiver that gives golden 'V1' 1 bytes of content gives no")
        == true)
    #expect(error?.description.contains("the empty entity 'Book' gives no reason") == true)
  }
}
