import BrowserModels
import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

struct StoreWriterTests {
  /// Folders, bookmarks and favorites, enough for several pages.
  static func bookmarks(_ count: Int64 = 60) throws -> SampleStore {
    let model = try #require(BrowserModels.bookmarks.versions.last)
    var store = try SampleStore(model)
    let names = Set(
      store.layout.entity(named: "BookmarkEntity")?.relationships.map(\.relationship.name) ?? [])
    try #require(names.isSuperset(of: ["children", "parent", "favorites", "favoriteFolders"]))
    let favorites = (2...count).filter { $0 % 3 == 0 }.reversed()
    for key in 1...count {
      try store.add(
        "BookmarkEntity", key,
        [
          "title": .string("Bookmark \(key) — Zoë"), "url": .string("https://example.org/\(key)"),
          "uuid": .string("00000000-0000-0000-0000-\(key)"), "isFolder": .boolean(key == 1),
          "isPendingDeletion": false, "modifiedAt": .date(700_000_000.25 + Double(key)),
        ],
        targets: [
          "parent": key == 1 ? [] : [1], "children": key == 1 ? (2...count).reversed() : [],
          "favorites": key == 1 ? Array(favorites) : [],
          "favoriteFolders": key > 1 && key % 3 == 0 ? [1] : [],
        ])
    }
    return store
  }

  @Test(arguments: StoreVariant.allCases)
  func bookmarksComeBack(_ variant: StoreVariant) throws {
    let store = try Self.bookmarks()
    #expect(try store.roundTrip(variant) == store.contents)
  }

  // MARK: Files

  @Test func hotStoreHasItsRowsInTheLogOnly() throws {
    let store = try Self.bookmarks()
    try withFolder { folder in
      let files = try store.write(in: folder)
      #expect(files.existingParts == [.main, .writeAheadLog, .sharedMemory])
      // An immutable connection doesn't look at the log.
      let main = try Connection(path: files.main, mode: .immutable)
      #expect(try main.integer("SELECT count(*) FROM ZBOOKMARKENTITY") == 0)
      #expect(try main.integer("SELECT sum(Z_MAX) FROM Z_PRIMARYKEY") == 0)
      #expect(try main.integer("SELECT count(*) FROM Z_METADATA") == 1)
      #expect(try main.integer("SELECT count(*) FROM Z_MODELCACHE") == 1)
      #expect(
        try main.integer("SELECT count(*) FROM sqlite_master WHERE type = 'index'")
          > Int64(store.layout.indexes.count))
      let log = try WriteAheadLog(contentsOf: files.path(of: .writeAheadLog))
      #expect(log.damage == nil)
      #expect(log.committedFrames > 0 && log.committedFrames == log.validFrames)
      let reader = try StoreReader(files: files, layout: store.layout)
      #expect(try reader.count(of: "BookmarkEntity") == 60)
    }
  }

  @Test func halfStoreHasHalfOfTheRowsInTheMainFile() throws {
    let store = try Self.bookmarks(61)
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .half)
      #expect(files.existingParts == [.main, .writeAheadLog, .sharedMemory])
      let main = try Connection(path: files.main, mode: .immutable)
      #expect(try main.integer("SELECT count(*) FROM ZBOOKMARKENTITY") == 30)
      #expect(try main.integer("SELECT sum(Z_MAX) FROM Z_PRIMARYKEY") == 30)
    }
  }

  @Test(arguments: [StoreVariant.checkpointed, .rollback])
  func completeMainFileHasNoSidecars(_ variant: StoreVariant) throws {
    let store = try Self.bookmarks()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: variant)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["Sample.sqlite"])
      let main = try Connection(path: files.main, mode: .immutable)
      #expect(try main.integer("SELECT count(*) FROM ZBOOKMARKENTITY") == 60)
      let header = try DatabaseHeader(contentsOf: files.main)
      #expect(header.isWriteAheadLogged == (variant == .checkpointed))
    }
  }

  @Test(arguments: StoreVariant.allCases)
  func containerIsThatOfCoreData(_ variant: StoreVariant) throws {
    try withFolder { folder in
      let files = try Self.bookmarks().write(in: folder, variant: variant)
      let header = try DatabaseHeader(contentsOf: files.main)
      #expect(header.pageSize == 4096)
      #expect(header.isIncrementallyVacuumed)
      #expect(header.userVersion == 0 && header.applicationID == 0)
      let connection = try Connection(path: files.main, mode: .readWrite)
      #expect(try connection.pragma("auto_vacuum") == [.integer(2)])
      #expect(try connection.pragma("encoding") == [.text("UTF-8")])
      #expect(try connection.pragma("integrity_check") == [.text("ok")])
    }
  }

  @Test func schemaIsTheLayoutsStatementByStatement() throws {
    let store = try Self.bookmarks()
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      let statements = try Connection(path: files.main, mode: .readOnly).rows(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
      ) { try $0.text(at: 0) }
      #expect(statements == store.layout.statements)
    }
  }

  @Test func bookkeepingIsThatOfCoreData() throws {
    let store = try Self.bookmarks()
    try withFolder { folder in
      let files = try store.write(in: folder)
      let reader = try StoreReader(files: files, layout: store.layout)
      let rows = try reader.primaryKeyRows().map {
        "\($0.number) \($0.name) \($0.superNumber) \($0.maximum)"
      }
      #expect(rows == ["1 BookmarkEntity 0 60"])
      #expect(try reader.joinRowCounts().map(\.rows) == [20])
      #expect(reader.metadata.storeUUID == "01020304-0506-0708-090A-0B0C0D0E0F10")
      #expect(
        try reader.metadata == StoreMetadata(for: store.layout.model, storeUUID: SampleStore.uuid))
      let copy = try Connection(path: files.main, mode: .readWrite)
      #expect(try copy.integer("SELECT count(*) FROM ZBOOKMARKENTITY WHERE Z_OPT = 1") == 60)
    }
  }

  // MARK: Determinism

  @Test(arguments: StoreVariant.allCases)
  func writesTheSameBytesEveryTime(_ variant: StoreVariant) throws {
    let first = try withFolder { try bytes(of: Self.bookmarks().write(in: $0, variant: variant)) }
    let second = try withFolder { try bytes(of: Self.bookmarks().write(in: $0, variant: variant)) }
    #expect(first.count == (variant == .hot || variant == .half ? 3 : 1))
    #expect(first == second)
  }

  @Test func writesTheSameBytesBesideOtherWriters() async throws {
    let expected = try withFolder { try bytes(of: Self.bookmarks().write(in: $0)) }
    let results = try await withThrowingTaskGroup(of: [String: Data].self) { group in
      for index in 0..<8 {
        group.addTask {
          try withFolder { folder in
            try Self.bookmarks(Int64(20 + index)).write(in: folder, name: "Other.sqlite")
            return try bytes(of: Self.bookmarks().write(in: folder))
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 8)
    #expect(results.allSatisfy { $0 == expected })
  }

  @Test func saltsComeFromTheStoresIdentifier() throws {
    let store = try Self.bookmarks()
    try withFolder { folder in
      let other = StoreFiles(main: "\(folder)/Other.sqlite")
      try StoreWriter.write(
        store.contents, layout: store.layout, storeUUID: BookmarkSample.otherUUID, to: other.main)
      let files = try store.write(in: folder)
      let first = try WriteAheadLog(contentsOf: files.path(of: .writeAheadLog))
      let second = try WriteAheadLog(contentsOf: other.path(of: .writeAheadLog))
      #expect(first.firstSalt != second.firstSalt && first.secondSalt != second.secondSalt)
    }
  }

  // MARK: Refusals

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func neverWritesBesideAFileOfAnotherStore(_ suffix: String) throws {
    try withFolder { folder in
      let stale = "\(folder)/Sample.sqlite\(suffix)"
      try Data("stale".utf8).write(to: URL(fileURLWithPath: stale))
      let error = #expect(throws: StoreError.self) { try Self.bookmarks(5).write(in: folder) }
      #expect(
        error?.description
          == "'Sample.sqlite\(suffix)' exists already; choose another destination, "
          + "or delete the store with all its files")
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left == ["Sample.sqlite\(suffix)"])
    }
  }

  @Test func failingSourceLeavesNothing() throws {
    struct Failing: ObjectSource {
      struct Failure: Error {}
      let source: StoreContents
      func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
        for object in source.objects(of: entity).prefix(30) { try body(object) }
        throw Failure()
      }
    }
    let store = try Self.bookmarks()
    try withFolder { folder in
      #expect(throws: Failing.Failure.self) {
        try StoreWriter.write(
          Failing(source: store.contents), layout: store.layout, storeUUID: SampleStore.uuid,
          to: "\(folder)/Sample.sqlite")
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
  }

  @Test func missingFolderIsNamed() throws {
    try withFolder { folder in
      let error = #expect(throws: StoreError.self) {
        try Self.bookmarks(3).write(in: "\(folder)/missing")
      }
      #expect(error?.description.hasPrefix("cannot create folder '\(folder)/missing/") == true)
    }
  }

  @Test func keysOutOfOrderAreRefused() throws {
    struct Reversed: ObjectSource {
      let source: StoreContents
      func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
        for object in source.objects(of: entity).reversed() { try body(object) }
      }
    }
    var store = try SampleStore(SampleStore.model(.string))
    try store.add("Thing", 1)
    try store.add("Thing", 2)
    let contents = store.contents
    let layout = store.layout
    try withFolder { folder in
      let error = #expect(throws: StoreError.self) {
        try StoreWriter.write(
          Reversed(source: contents), layout: layout, storeUUID: SampleStore.uuid,
          to: "\(folder)/Sample.sqlite")
      }
      #expect(
        error?.description == "cannot write 'Thing' 1: it comes after 2; expected ascending keys")
    }
  }

  /// What the source says about relationships when it is asked for them alone must be the same.
  @Test func sourceThatForgetsTargetsIsRefused() throws {
    struct Forgetful: ObjectSource {
      let source: StoreContents
      func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
        try source.forEachObject(of: entity, body)
      }
      func forEachObject(
        of entity: String, relationships: [Int],
        _ body: (Int64, [[ObjectReference]]) throws -> Void
      ) throws {
        try source.forEachObject(of: entity) { object in
          try body(object.primaryKey, relationships.map { Array(object.targets[$0].dropLast()) })
        }
      }
    }
    let store = try Self.bookmarks()
    try withFolder { folder in
      let error = #expect(throws: StoreError.self) {
        try StoreWriter.write(
          Forgetful(source: store.contents), layout: store.layout, storeUUID: SampleStore.uuid,
          to: "\(folder)/Sample.sqlite")
      }
      #expect(
        error?.description
          == "cannot write 'BookmarkEntity': the source gave other targets of 'children' when it "
          + "was asked for them again; it must give the same every time")
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
  }

  @Test func duplicateOfAUniqueValueIsRefused() throws {
    var store = try SampleStore(
      Model("V1") {
        Entity("Thing") {
          Attribute("key", .string)
          UniquenessConstraint("key")
        }
      })
    try store.add("Thing", 1, ["key": "a"])
    try store.add("Thing", 2, ["key": "a"])
    try withFolder { folder in
      let error = #expect(throws: StoreError.self) { try store.write(in: folder) }
      #expect(error?.description.contains("UNIQUE constraint failed: ZTHING.ZKEY") == true)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
  }
}

private enum BookmarkSample {
  static let otherUUID = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))
}
