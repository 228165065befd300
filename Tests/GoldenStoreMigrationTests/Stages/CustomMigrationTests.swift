import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Custom stages with entity mappings: what is carried, and under which keys.
struct CustomMigrationTests {
  // MARK: What inference carries

  /// Every shape of a relationship, to an entity with a subentity; the second version renames.
  private static func shapes(_ version: Int) -> Model {
    let isNew = version == 2
    let alpha = isNew ? "Alpha" : "A"
    return Model("V\(version)") {
      Entity(alpha, renamingIdentifier: isNew ? "A" : nil) {
        Attribute(isNew ? "title" : "name", .string, renamingIdentifier: isNew ? "name" : nil)
        Attribute("size", isNew ? .integer64 : .integer16)
        Relationship("one", to: "B", inverse: "oneBack")
        Relationship(
          isNew ? "lots" : "many", to: "B", inverse: "manyBack", .toMany,
          renamingIdentifier: isNew ? "many" : nil)
        Relationship("ranked", to: "B", inverse: "rankedBack", .toMany, isOrdered: true)
        Relationship("pairs", to: "B", inverse: "pairsBack", .toMany)
        Relationship("ranks", to: "B", inverse: "ranksBack", .toMany, isOrdered: true)
        Relationship("loose", to: "B")
        Relationship("owned", to: "B", .toMany)
        Relationship("ownedInOrder", to: "B", .toMany, isOrdered: true)
        Relationship("parent", to: alpha, inverse: "children")
        Relationship("children", to: alpha, inverse: "parent", .toMany, isOrdered: true)
        Relationship("spouse", to: alpha, inverse: "spouse")
        Relationship("friends", to: alpha, inverse: "friends", .toMany)
      }
      Entity("B") {
        Attribute("name", .string)
        if isNew { Attribute("extra", .integer32, default: 5) }
        Relationship("oneBack", to: alpha, inverse: "one")
        Relationship("manyBack", to: alpha, inverse: isNew ? "lots" : "many")
        Relationship("rankedBack", to: alpha, inverse: "ranked")
        Relationship("pairsBack", to: alpha, inverse: "pairs", .toMany)
        Relationship("ranksBack", to: alpha, inverse: "ranks", .toMany, isOrdered: true)
      }
      Entity("C", superentity: "B") { Attribute("weight", .double) }
      Entity("D", superentity: alpha)
      Entity("Z", isAbstract: true)
    }
  }

  private static func carried(_ mappings: [CustomEntityMapping]) -> ModelHistory {
    ModelHistory(
      "Shapes", stages: [.custom(from: "V1", to: "V2", entityMappings: mappings)]
    ) {
      shapes(1)
      shapes(2)
    }
  }

  /// A mapping that changes nothing, but has code look at every object.
  private static func looking(_ source: String, _ destination: String) -> CustomEntityMapping {
    CustomEntityMapping(from: source, to: destination, where: { _ in true })
  }

  /// Which entities code looks at: the others are copied inside SQLite.
  static let lookedAt: [(String, [CustomEntityMapping])] = [
    ("none", []), ("B", [looking("B", "B")]),
    ("A and C", [looking("A", "Alpha"), looking("C", "C")]),
    (
      "all", [looking("A", "Alpha"), looking("B", "B"), looking("C", "C"), looking("D", "D")]
    ),
  ]

  /// Fills a store with objects and relationships of every shape.
  private func fill(_ store: StagedStore) throws {
    let connection = try Connection(path: store.files.main, mode: .readWrite)
    try connection.transaction {
      let editor = try StoreEditor(connection, layout: store.layout(0), now: 0)
      var numbers = 12_345
      func next(_ limit: Int) -> Int {
        numbers = (numbers &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
        return (numbers >> 8) % limit
      }
      var objects: [ObjectReference] = []
      for number in 0..<60 {
        let entity = ["A", "B", "C", "D"][number % 4]
        var values: [String: AttributeValue] = ["name": .string("n\(number)")]
        if entity == "C" { values["weight"] = .double(Double(number) / 2) }
        if entity == "A" { values["size"] = .integer(Int64(number)) }
        objects.append(
          try editor.insert(
            entity, primaryKey: Int64(3 * number + 1), values: values, targets: [:]))
      }
      let model = editor.layout.model
      for _ in 0..<500 {
        let object = objects[next(60)]
        guard let entity = model.entity(named: object.entity) else { continue }
        let relationships = model.relationships(of: entity)
        let relationship = relationships[next(relationships.count)]
        var targets: [ObjectReference] = []
        for _ in 0..<(relationship.isToMany ? next(5) : next(2)) {
          let target = objects[next(60)]
          let fits = ["A", "D"].contains(target.entity) == (relationship.destination == "A")
          if fits, !targets.contains(target) { targets.append(target) }
        }
        if !relationship.isToMany { targets = Array(targets.prefix(1)) }
        try editor.update(object, values: [:], targets: [relationship.name: targets])
      }
      try editor.saveKeys()
    }
    try connection.close()
  }

  /// The objects of the second version, on values.
  private func expected(_ source: StoreContents, _ model: ValidatedModel) throws -> [StoredObject] {
    func renamed(_ reference: ObjectReference) -> ObjectReference {
      ObjectReference(
        entity: reference.entity == "A" ? "Alpha" : reference.entity,
        primaryKey: reference.primaryKey)
    }
    return try source.entities.flatMap(\.objects).map { object in
      let reference = renamed(object.reference)
      let entity = try #require(model.entity(named: reference.entity))
      let shape = model.shape(of: entity)
      let origins = ["title": "name", "lots": "many"]
      return StoredObject(
        shape: shape, primaryKey: reference.primaryKey,
        values: shape.attributes.map {
          $0 == "extra" ? 5 : object.value(of: origins[$0] ?? $0) ?? .null
        },
        targets: model.persistedRelationships(of: entity).map {
          let targets = (object.targets(of: origins[$0.name] ?? $0.name) ?? []).map(renamed)
          return $0.isOrdered
            ? targets
            : targets.sorted { ($0.entity, $0.primaryKey) < ($1.entity, $1.primaryKey) }
        })
    }
  }

  @Test(arguments: ["WAL", "DELETE"], lookedAt.indices)
  func whatNoMappingNamesIsCarriedByInference(journalMode: String, mappings: Int) throws {
    let history = Self.carried(Self.lookedAt[mappings].1)
    try StagedStore.with(history, rows: [], journalMode: journalMode) { store in
      try fill(store)
      let source = try store.contents(of: store.files, at: 0)
      let result = try store.migrate()
      let model = try store.layout(1).model
      let found = try store.contents(of: result.output, at: 1).entities.flatMap(\.objects)
      let wanted = try expected(source, model)
      #expect(found.count == 60)
      for object in wanted {
        #expect(found.first { $0.reference == object.reference } == object)
      }
      let targets = wanted.flatMap(\.targets)
      #expect(targets.filter { !$0.isEmpty }.count > 60)
      try requireFresh(result.output, store, at: 1)
      let header = try DatabaseHeader(contentsOf: result.output.main)
      #expect(header.isWriteAheadLogged == (journalMode == "WAL"))
    }
  }

  @Test(arguments: [[], [looking("A", "Alpha")]])
  func whatCodeSetsIsNotCarried(others: [CustomEntityMapping]) throws {
    // D sets its pairs, to nothing; those of A stay, and both sides agree.
    let silent = CustomEntityMapping(from: "D", to: "D", setting: ["pairs", "lots"])
    try StagedStore.with(Self.carried(others + [silent]), rows: []) { store in
      try fill(store)
      let source = try store.contents(of: store.files, at: 0)
      let result = try store.migrate()
      let found = try store.contents(of: result.output, at: 1)
      let wanted = try expected(source, store.layout(1).model)
      for object in wanted where ["Alpha", "D"].contains(object.entity) {
        for name in ["pairs", "lots"] {
          let targets = found.object(object.reference)?.targets(of: name)
          #expect(targets == (object.entity == "D" ? [] : object.targets(of: name)))
        }
        #expect(
          found.object(object.reference)?.targets(of: "ranks") == object.targets(of: "ranks"))
      }
      let owners = wanted.filter { $0.entity == "D" && $0.targets(of: "pairs") != [] }
      #expect(!owners.isEmpty)
    }
  }

  // MARK: Keys

  private static func notes(
    _ rule: PrimaryKeyRule, _ mappings: [CustomEntityMapping]
  ) -> ModelHistory {
    ModelHistory(
      "Notes",
      stages: [.custom(from: "V1", to: "V2", entityMappings: mappings, primaryKeys: rule)]
    ) {
      Model("V1") { Entity("Note") { Attribute("text", .string) } }
      Model("V2") {
        Entity("Note") {
          Attribute("text", .string)
          Attribute("part", .integer16)
        }
        Entity("Tag") { Attribute("text", .string) }
      }
    }
  }

  /// Two notes for each one, and a tag.
  private static let halves = [
    CustomEntityMapping(
      from: "Note", to: "Note",
      createDestinationInstances: { note, manager in
        for part in 1...2 {
          try manager.createDestinationInstance(for: note, values: ["part": .integer(Int64(part))])
        }
      }),
    CustomEntityMapping(from: "Note", to: "Tag"),
    CustomEntityMapping(
      "First tag", adding: "Tag",
      beginEntityMapping: { manager in
        try manager.destinationContext.insert("Tag", values: ["text": "first"])
      }),
  ]

  private static let noteRows = [
    "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTEXT) VALUES (2, 1, 7, 'a'), (9, 1, 1, 'b')",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 20 WHERE Z_NAME = 'Note'",
  ]

  @Test func keysAreKeptAndNewOnesWereNeverUsed() throws {
    try StagedStore.with(Self.notes(.kept, Self.halves), rows: Self.noteRows) { store in
      let result = try store.migrate()
      #expect(
        try SampleStore.query(result.output.main, "SELECT Z_PK, ZTEXT, ZPART FROM ZNOTE") == [
          "2|a|1", "9|b|1", "21|a|2", "22|b|2",
        ])
      #expect(
        try SampleStore.query(result.output.main, "SELECT Z_PK, ZTEXT FROM ZTAG") == [
          "2|a", "9|b", "21|first",
        ])
      #expect(
        try SampleStore.query(result.output.main, "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY") == [
          "Note|22", "Tag|21",
        ])
      try requireFresh(result.output, store, at: 1)
    }
  }

  @Test func keysCanBeRenumberedAsCoreDataDoesIt() throws {
    try StagedStore.with(Self.notes(.renumbered, Self.halves), rows: Self.noteRows) { store in
      let result = try store.migrate()
      #expect(
        try SampleStore.query(result.output.main, "SELECT Z_PK, ZTEXT, ZPART FROM ZNOTE") == [
          "1|a|1", "2|a|2", "3|b|1", "4|b|2",
        ])
      #expect(
        try SampleStore.query(result.output.main, "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY") == [
          "Note|4", "Tag|3",
        ])
    }
  }

  // MARK: Associations

  @Test func associationsAreFoundFromBothSides() throws {
    let mappings = [
      CustomEntityMapping(
        from: "Note", to: "Note",
        createRelationships: { note, instance, manager in
          let tags = try manager.destinationInstances(
            forEntityMappingNamed: "NoteToTag", sourceInstances: [note.reference])
          let back = try manager.sourceInstances(
            forEntityMappingNamed: "NoteToTag", destinationInstances: tags)
          #expect(tags.count == 1 && back == [note.reference])
          let own = try manager.sourceInstances(
            forEntityMappingNamed: "NoteToNote", destinationInstances: [instance])
          #expect(own == [note.reference])
          #expect(try manager.sourceContext.count(of: "Note") == 2)
          let number = AttributeValue.integer(tags[0].primaryKey)
          try manager.destinationContext.update(instance, values: ["part": number])
        }),
      // Every note leads to the one tag.
      CustomEntityMapping(
        from: "Note", to: "Tag",
        createDestinationInstances: { note, manager in
          let tags = try manager.destinationContext.objects(
            of: "Tag", where: "text", equals: "all")
          if let tag = tags.first {
            try manager.associate(source: note.reference, with: tag.reference)
          } else {
            try manager.createDestinationInstance(for: note, values: ["text": "all"])
          }
        }),
    ]
    // With one tag for two notes the first closure sees two sources; so it is checked apart.
    try StagedStore.with(Self.notes(.kept, Array(mappings.dropFirst())), rows: Self.noteRows) {
      let result = try $0.migrate()
      #expect(
        try SampleStore.query(result.output.main, "SELECT Z_PK, ZTEXT FROM ZTAG") == ["2|all"])
    }
    let single = [mappings[0], CustomEntityMapping(from: "Note", to: "Tag")]
    try StagedStore.with(Self.notes(.kept, single), rows: Self.noteRows) { store in
      let result = try store.migrate()
      #expect(
        try SampleStore.query(result.output.main, "SELECT Z_PK, ZPART FROM ZNOTE") == [
          "2|2", "9|9",
        ])
    }
  }

  // MARK: Values

  @Test func derivedAttributesAreComputed() throws {
    let history = ModelHistory(
      "Derived", stages: [.custom(from: "V1", to: "V2", entityMappings: [])]
    ) {
      Model("V1") {
        Entity("Book") { Relationship("shelf", to: "Shelf", inverse: "books") }
        Entity("Shelf") { Relationship("books", to: "Book", inverse: "shelf", .toMany) }
      }
      Model("V2") {
        Entity("Book") { Relationship("shelf", to: "Shelf", inverse: "books") }
        Entity("Shelf") {
          Attribute("count", .integer64, derivation: Derivation("books.@count"))
          Relationship("books", to: "Book", inverse: "shelf", .toMany)
        }
      }
    }
    let rows = [
      "INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1)",
      "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZSHELF) VALUES (1, 1, 1, 2), (2, 1, 1, 2)",
    ]
    try StagedStore.with(history, rows: rows) { store in
      let result = try store.migrate()
      #expect(
        try SampleStore.query(result.output.main, "SELECT Z_PK, ZCOUNT FROM ZSHELF") == [
          "1|0", "2|2",
        ])
    }
  }

  @Test func valuesInFilesAreKeptInline() throws {
    func model(_ name: String, _ extra: [Attribute]) -> Model {
      Model(name) {
        Entity("Photo") {
          Attribute("image", .binary, allowsExternalBinaryDataStorage: true)
          for attribute in extra { attribute }
        }
      }
    }
    let history = ModelHistory(
      "Photos", stages: [.custom(from: "V1", to: "V2", entityMappings: [])]
    ) {
      model("V1", [])
      model("V2", [Attribute("title", .string)])
    }
    let name = "0A0B0C0D-0000-0000-0000-00000000000F"
    let reference = "02" + Data(name.utf8).map { String(format: "%02x", $0) }.joined() + "00"
    let rows = [
      "INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZIMAGE) VALUES (1, 1, 1, x'\(reference)')"
    ]
    try StagedStore.with(history, rows: rows) { store in
      let folder = store.files.path(of: .supportFolder) + "/_EXTERNAL_DATA"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try Data([7, 8, 9]).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      let result = try store.migrate()
      let photos = try store.contents(of: result.output, at: 1).objects(of: "Photo")
      #expect(photos.map { $0.value(of: "image") } == [.binary(Data([7, 8, 9]))])
      #expect(
        try SampleStore.query(result.output.main, "SELECT hex(ZIMAGE) FROM ZPHOTO") == ["01070809"])
    }
  }
}
