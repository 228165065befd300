import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

struct StoreEditorTests {
  /// Every shape of a relationship, to an entity with a subentity.
  private static let shapes = Model("V1") {
    Entity("A") {
      Attribute("name", .string, default: "new")
      Relationship("one", to: "B", inverse: "oneBack")
      Relationship("many", to: "B", inverse: "manyBack", .toMany)
      Relationship("ranked", to: "B", inverse: "rankedBack", .toMany, isOrdered: true)
      Relationship("pairs", to: "B", inverse: "pairsBack", .toMany)
      Relationship("ranks", to: "B", inverse: "ranksBack", .toMany, isOrdered: true)
      Relationship("loose", to: "B")
      Relationship("owned", to: "B", .toMany)
      Relationship("ownedInOrder", to: "B", .toMany, isOrdered: true)
      Relationship("parent", to: "A", inverse: "children")
      Relationship("children", to: "A", inverse: "parent", .toMany, isOrdered: true)
      Relationship("spouse", to: "A", inverse: "spouse")
      Relationship("friends", to: "A", inverse: "friends", .toMany)
    }
    Entity("B") {
      Attribute("name", .string)
      Relationship("oneBack", to: "A", inverse: "one")
      Relationship("manyBack", to: "A", inverse: "many")
      Relationship("rankedBack", to: "A", inverse: "ranked")
      Relationship("pairsBack", to: "A", inverse: "pairs", .toMany)
      Relationship("ranksBack", to: "A", inverse: "ranks", .toMany, isOrdered: true)
    }
    Entity("C", superentity: "B") { Attribute("size", .integer32, default: 7) }
    Entity("D", superentity: "A")
  }

  /// Opens an empty store of a model in a transaction, and passes it to a closure.
  private static func edit(
    _ model: Model, _ body: (StoreEditor, SampleStore) throws -> Void,
    check: (StoreFiles, SampleStore) throws -> Void = { _, _ in }
  ) throws {
    try withFolder { folder in
      let sample = try SampleStore(model)
      let files = try sample.write(in: folder)
      let connection = try Connection(path: files.main, mode: .readWrite)
      try connection.transaction {
        let editor = try StoreEditor(connection, layout: sample.layout, now: 0)
        try body(editor, sample)
        try editor.saveKeys()
      }
      #expect(try connection.pragma("integrity_check") == [.text("ok")])
      try connection.close()
      try check(files, sample)
    }
  }

  /// Compares the rows of a query: texts and integers, NULL as nothing.
  private static func expect(
    _ files: StoreFiles, _ sql: String, _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let connection = try Connection(path: files.main, mode: .readWrite)
    let rows = try connection.rows(SQL(raw: sql)) { row in
      try (0..<row.columnCount).map { column in
        switch try row.value(at: column) {
        case .integer(let number): "\(number)"
        case .text(let text): text
        default: ""
        }
      }.joined(separator: " ")
    }
    #expect(rows == expected, "\(sql)", sourceLocation: sourceLocation)
  }

  // MARK: Random changes

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func randomChangesGiveWhatASecondImplementationGives(seed: UInt64) throws {
    var expected = EditedObjects(try Self.shapes.validated())
    try Self.edit(Self.shapes) { editor, sample in
      var numbers = TestNumbers(seed: seed)
      for _ in 0..<600 { try Self.change(editor, &expected, sample.layout.model, &numbers) }
      for reference in expected.references {
        #expect(try editor.object(reference) == expected.object(reference))
      }
    } check: { files, sample in
      let contents = try StoreReader(files: files, layout: sample.layout).contents()
      let objects = contents.entities.flatMap(\.objects)
      #expect(objects.count == expected.references.count && objects.count > 20)
      for object in objects {
        #expect(object == expected.object(object.reference), "seed \(seed)")
      }
      let relationships = objects.flatMap { $0.shape.relationships.indices.map(object: $0) }
      #expect(relationships.filter { !$0.isEmpty }.count > 50)
    }
  }

  private static func change(
    _ editor: StoreEditor, _ expected: inout EditedObjects, _ model: ValidatedModel,
    _ numbers: inout TestNumbers
  ) throws {
    let references = expected.references
    let choice = numbers.next(below: 100)
    if references.count < 8 || choice < 12 {
      let entity = ["A", "B", "C", "D"][numbers.next(below: 4)]
      let name = AttributeValue.string("n\(numbers.next(below: 1000))")
      let object = try editor.insert(entity, values: ["name": name], targets: [:])
      expected.insert(object, entity == "C" ? ["name": name, "size": 7] : ["name": name])
      return
    }
    let object = references[numbers.next(below: references.count)]
    if choice < 17 {
      try editor.delete(object)
      expected.delete(object)
      return
    }
    if choice < 30 {
      let name = AttributeValue.string("m\(numbers.next(below: 1000))")
      try editor.update(object, values: ["name": name], targets: [:])
      expected.set(name, "name", of: object)
      return
    }
    let entity = try #require(model.entity(named: object.entity))
    let relationships = model.relationships(of: entity)
    let relationship = relationships[numbers.next(below: relationships.count)]
    var candidates = references.filter {
      ["A", "D"].contains($0.entity) == (relationship.destination == "A")
    }
    var targets: [ObjectReference] = []
    let count = numbers.next(below: relationship.isToMany ? 5 : 2)
    while targets.count < count, !candidates.isEmpty {
      targets.append(candidates.remove(at: numbers.next(below: candidates.count)))
    }
    try editor.update(object, values: [:], targets: [relationship.name: targets])
    expected.set(targets, relationship, of: object)
  }

  // MARK: Rows

  private static let library = Model("V1") {
    Entity("Book") {
      Attribute("title", .string)
      Attribute("year", .integer16, isOptional: false, default: 1999)
      Relationship("author", to: "Author", inverse: "books")
      UniquenessConstraint("title", "author")
    }
    Entity("Author") {
      Attribute("name", .string)
      Relationship("books", to: "Book", inverse: "author", .toMany)
    }
  }

  @Test func lockVersionsRiseWithEveryChangeOfARow() throws {
    try Self.edit(Self.library) { editor, _ in
      let author = try editor.insert("Author", values: [:], targets: [:])
      let other = try editor.insert("Author", values: [:], targets: [:])
      let book = try editor.insert("Book", values: [:], targets: ["author": [author]])
      try editor.update(book, values: ["title": "a"], targets: ["author": [other]])
      try editor.update(author, values: [:], targets: ["books": [book]])
    } check: { files, _ in
      try Self.expect(files, "SELECT Z_OPT FROM ZBOOK", ["3"])
      try Self.expect(files, "SELECT Z_OPT FROM ZAUTHOR ORDER BY Z_PK", ["2", "1"])
    }
  }

  @Test func newObjectsHaveDefaultsAndKeysThatWereNeverUsed() throws {
    try Self.edit(Self.library) { editor, _ in
      for _ in 0..<3 { try editor.insert("Book", values: [:], targets: [:]) }
      try editor.delete(ObjectReference(entity: "Book", primaryKey: 3))
      let next = try editor.insert("Book", values: ["year": 2001], targets: [:])
      #expect(next.primaryKey == 4)
      try editor.insert("Book", primaryKey: 90, values: [:], targets: [:])
    } check: { files, _ in
      try Self.expect(
        files, "SELECT Z_PK, ZYEAR FROM ZBOOK", ["1 1999", "2 1999", "4 2001", "90 1999"])
      try Self.expect(
        files, "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_NAME", ["Author 0", "Book 90"])
    }
  }

  @Test(arguments: ["ranked", "ranks"])
  func nothingRanksBehindTheHighestKey(_ list: String) throws {
    try withFolder { folder in
      let sample = try SampleStore(Self.shapes)
      let connection = try Connection(path: sample.write(in: folder).main, mode: .readWrite)
      let editor = try StoreEditor(connection, layout: sample.layout, now: 0)
      let owner = try editor.insert("A", values: [:], targets: [:])
      let members = try (0..<2).map { _ in try editor.insert("B", values: [:], targets: [:]) }
      try editor.update(owner, values: [:], targets: [list: [members[0]]])
      for change in [
        "UPDATE ZB SET Z_FOK_RANKEDBACK = 9223372036854775807",
        "UPDATE Z_1RANKS SET Z_FOK_3RANKS = 9223372036854775807",
      ] { try connection.execute(SQL(raw: change)) }
      #expect(
        throws: StoreError.unsuitableValue(
          entity: "A", primaryKey: 1, property: list,
          problem: "has order key 9223372036854775807, above which there is none; set the whole "
            + "list in its order")
      ) {
        try editor.update(members[1], values: [:], targets: [list + "Back": [owner]])
      }
      try editor.update(owner, values: [:], targets: [list: members])
      #expect(try editor.object(owner)?.targets(of: list) == members)
    }
  }

  @Test func whatIteratesMayChangeEverything() throws {
    try Self.edit(Self.shapes) { editor, _ in
      for number in 0..<600 {
        try editor.insert(number % 3 == 0 ? "C" : "B", values: [:], targets: [:])
      }
      var visited: [Int64] = []
      try editor.forEachObject(of: "B", includesSubentities: true) { object in
        visited.append(object.primaryKey)
        try editor.insert("C", values: [:], targets: [:])
        try editor.delete(ObjectReference(entity: "B", primaryKey: object.primaryKey + 1))
        try editor.update(object.reference, values: ["name": "seen"], targets: [:])
      }
      // Every third key is a B behind a C, and gone when its turn comes.
      #expect(visited == (1...600).filter { $0 % 3 != 2 })
      #expect(try editor.count(of: "B", includesSubentities: false) == 200)
      #expect(try editor.count(of: "B", includesSubentities: true) == 400 + visited.count)
      #expect(
        try editor.objects(of: "B", where: "name", equals: "seen").map(\.primaryKey) == visited)
      #expect(try editor.objects(of: "C", where: "name", equals: .null).count == visited.count)
    }
  }

  // MARK: Deletion

  private static func tree(_ rule: DeleteRule) -> Model {
    Model("V1") {
      Entity("Folder") {
        Relationship("parent", to: "Folder", inverse: "folders")
        Relationship("folders", to: "Folder", inverse: "parent", .toMany, deleteRule: rule)
        Relationship("labels", to: "Label", inverse: "folders", .toMany, deleteRule: rule)
      }
      Entity("Label") { Relationship("folders", to: "Folder", inverse: "labels", .toMany) }
    }
  }

  /// Folder 1 holds 2 and 3, 2 holds 4; label 1 is on 1 and 4.
  private static func plant(_ editor: StoreEditor) throws -> ObjectReference {
    let folders = try (0..<4).map { _ in try editor.insert("Folder", values: [:], targets: [:]) }
    try editor.update(folders[0], values: [:], targets: ["folders": [folders[1], folders[2]]])
    try editor.update(folders[1], values: [:], targets: ["folders": [folders[3]]])
    try editor.insert("Label", values: [:], targets: ["folders": [folders[0], folders[3]]])
    return folders[0]
  }

  @Test(
    arguments: [
      (.nullify, ["2:NULL", "3:NULL", "4:2"], ["1"], ["4-1"]), (.cascade, [], [], []),
      (.noAction, ["2:1", "3:1", "4:2"], ["1"], ["1-1", "4-1"]),
    ] as [(DeleteRule, [String], [String], [String])])
  func deletionFollowsTheRule(
    _ rule: DeleteRule, _ folders: [String], _ labels: [String], _ pairs: [String]
  ) throws {
    try Self.edit(Self.tree(rule)) { editor, _ in
      let folder = try Self.plant(editor)
      try editor.delete(folder)
      try editor.delete(folder)
    } check: { files, _ in
      try Self.expect(
        files, "SELECT Z_PK || ':' || ifnull(ZPARENT, 'NULL') FROM ZFOLDER ORDER BY Z_PK",
        folders)
      try Self.expect(files, "SELECT Z_PK FROM ZLABEL", labels)
      try Self.expect(
        files, "SELECT Z_1FOLDERS || '-' || Z_2LABELS FROM Z_1LABELS ORDER BY Z_1FOLDERS", pairs)
    }
  }

  @Test func aDeniedDeletionChangesNothing() throws {
    try Self.edit(Self.tree(.deny)) { editor, _ in
      let folder = try Self.plant(editor)
      #expect(
        throws: StoreError.deletionDenied(
          entity: "Folder", primaryKey: 1, relationship: "folders", targets: 2)
      ) { try editor.delete(folder) }
      #expect(try editor.count(of: "Folder", includesSubentities: false) == 4)
      try editor.delete(ObjectReference(entity: "Folder", primaryKey: 3))
    } check: { files, _ in
      try Self.expect(files, "SELECT count(*) FROM ZFOLDER", ["3"])
    }
  }

  // MARK: Refusals

  @Test func wrongChangesAreRefused() throws {
    try Self.edit(Self.library) { editor, _ in
      let author = try editor.insert("Author", values: [:], targets: [:])
      let book = try editor.insert("Book", values: ["title": "a"], targets: ["author": [author]])
      let gone = ObjectReference(entity: "Book", primaryKey: 9)
      func expect(_ sentence: String, _ body: () throws -> Void) {
        do {
          try body()
          Issue.record("accepted: \(sentence)")
        } catch {
          #expect("\(error)" == sentence)
        }
      }
      expect(
        "entity 'Book' stores no property 'titl'; did you mean 'title'?; it stores 'title' and "
          + "'year'"
      ) { try editor.update(book, values: ["titl": "b"], targets: [:]) }
      expect("the model has no entity 'Bok'; did you mean 'Book'?") {
        try editor.insert("Bok", values: [:], targets: [:])
      }
      expect("the store has no 'Book' 9; it may have been deleted, or be of another entity") {
        try editor.update(gone, values: ["title": "b"], targets: [:])
      }
      expect("cannot write 'Author' 1: 'books' refers to Book 9, which does not exist") {
        try editor.update(author, values: [:], targets: ["books": [gone]])
      }
      expect("cannot write 'Author' 1: 'books' refers to Author 1, which is no 'Book'") {
        try editor.update(author, values: [:], targets: ["books": [author]])
      }
      expect("cannot write 'Book' 1: 'author' has 2 targets, expected at most 1") {
        try editor.update(book, values: [:], targets: ["author": [author, author]])
      }
      expect("cannot write 'Book' 1: 'year' is integer16, found the value \"x\"") {
        try editor.update(book, values: ["year": "x"], targets: [:])
      }
      let twin = try editor.insert("Book", values: ["title": "a"], targets: [:])
      expect(
        "cannot write 'Book' 2: another object has the same 'title' and 'author', which must be "
          + "unique"
      ) { try editor.update(twin, values: [:], targets: ["author": [author]]) }
      #expect(try editor.object(twin)?.targets(of: "author") == [])
    }
  }

  // MARK: Derived attributes

  @Test func triggersComputeDerivedAttributes() throws {
    let model = Model("V1") {
      Entity("Author") {
        Attribute("name", .string)
        Attribute("plain", .string, derivation: Derivation("canonical:(name)"))
        Attribute("bookCount", .integer64, derivation: Derivation("books.@count"))
        Relationship("books", to: "Book", inverse: "author", .toMany)
      }
      Entity("Book") { Relationship("author", to: "Author", inverse: "books") }
    }
    try Self.edit(model) { editor, _ in
      let author = try editor.insert("Author", values: ["name": "Zoë"], targets: [:])
      let book = try editor.insert("Book", values: [:], targets: ["author": [author]])
      try editor.insert("Book", values: [:], targets: ["author": [author]])
      #expect(try editor.object(author)?.value(of: "bookCount") == 2)
      #expect(try editor.object(author)?.value(of: "plain") == "zoe")
      try editor.delete(book)
      #expect(try editor.object(author)?.value(of: "bookCount") == 1)
      // Nobody sets what triggers compute, but it can be looked for.
      #expect(
        try editor.objects(of: "Author", where: "plain", equals: "zoe").map(\.reference)
          == [author])
      #expect(throws: StoreError.self) {
        try editor.update(author, values: ["bookCount": 5], targets: [:])
      }
    }
  }

  @Test func aForeignTriggerStopsTheEditor() throws {
    let model = Model("V1") {
      Entity("Author") {
        Attribute("name", .string)
        Attribute("plain", .string, derivation: Derivation("canonical:(name)"))
      }
    }
    try withFolder { folder in
      let sample = try SampleStore(model)
      let files = try sample.write(in: folder)
      let connection = try Connection(path: files.main, mode: .readWrite, isTrusted: true)
      try connection.execute(
        "CREATE TRIGGER X AFTER INSERT ON ZAUTHOR BEGIN DELETE FROM ZAUTHOR; END")
      #expect(throws: StoreError.self) {
        try StoreEditor(connection, layout: sample.layout, now: 0)
      }
    }
  }
}

extension Range<Int> {
  /// The targets of an object, relationship by relationship.
  fileprivate func map(object: StoredObject) -> [[ObjectReference]] {
    map { object.targets[$0] }
  }
}
