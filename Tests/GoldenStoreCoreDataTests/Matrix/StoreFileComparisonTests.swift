import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// The comparison with Core Data's files, shown on two files of our own, one of which was changed.
struct StoreFileComparisonTests {
  /// A table with values, another with a relationship, and a join table.
  private static let history = ModelHistory("Music") {
    Model("V1", versionIdentifiers: ["1"]) {
      Entity("Album") {
        Attribute("cover", .binary, allowsExternalBinaryDataStorage: true)
        Attribute("name", .string, isOptional: false)
        Relationship("genres", to: "Genre", inverse: "albums", .toMany)
        Relationship("tracks", to: "Track", inverse: "album", .toMany, isOrdered: true)
        FetchIndex("byName", "name")
      }
      Entity("Genre") { Relationship("albums", to: "Album", inverse: "genres", .toMany) }
      Entity("Track") {
        Attribute("length", .double)
        Relationship("album", to: "Album", inverse: "tracks")
      }
    }
  }

  private static func differences(
    model: Model = history.versions[0], _ change: (Connection) throws -> Void = { _ in }
  ) throws -> [String] {
    try withTemporaryDirectory { (folder: URL) in
      let generator = try StoreGenerator(history, position: 0)
      let layout = try StoreLayout(generator.model)
      let files = ["ours", "theirs"].map {
        StoreFiles(main: folder.appendingPathComponent("\($0).sqlite").path)
      }
      for (place, file) in files.enumerated() {
        try StoreWriter.write(
          generator, layout: layout,
          storeUUID: UUID(uuid: (UInt8(place), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
          variant: place == 0 ? .hot : .rollback, to: file.main)
      }
      #expect(files.allSatisfy { $0.existingParts.contains(.supportFolder) })
      let connection = try Connection(path: files[1].main, mode: .readWrite)
      try change(connection)
      try connection.close()
      return try StoreFileComparison.differences(
        ours: files[0], theirs: files[1], model: model.validated())
    }
  }

  /// They differ in UUID, journal and the names of external files.
  @Test func filesOfTheSameObjectsAreAlike() throws {
    #expect(try Self.differences() == [])
  }

  /// Statements on one of the files, and the sentences that tell of them.
  private static let changes: [(statements: [SQL], sentences: [String])] = [
    (
      ["UPDATE ZTRACK SET ZLENGTH = 1.5 WHERE Z_PK = 2"],
      ["ZTRACK row 2: ZLENGTH is 868.74 in ours, 1.5 in theirs"]
    ),
    (
      ["UPDATE ZTRACK SET ZLENGTH = NULL, Z_OPT = 2 WHERE Z_PK = 2"],
      [
        "ZTRACK row 2: ZLENGTH is 868.74 in ours, NULL in theirs",
        "ZTRACK row 2: Z_OPT is 1 in ours, 2 in theirs",
      ]
    ),
    (["DELETE FROM ZTRACK WHERE Z_PK = 4"], ["ZTRACK: ours has 16 rows, theirs 15"]),
    (
      ["UPDATE ZALBUM SET ZCOVER = x'0100' WHERE Z_PK = 1"],
      ["ZALBUM row 1: ZCOVER is 15 bytes in ours, 2 bytes in theirs"]
    ),
    (
      ["UPDATE Z_PRIMARYKEY SET Z_MAX = 99 WHERE Z_NAME = 'Track'"],
      ["Z_PRIMARYKEY row 3: Z_MAX is 17 in ours, 99 in theirs"]
    ),
    (
      ["DROP INDEX Z_Album_byName"],
      ["only ours: CREATE INDEX Z_Album_byName ON ZALBUM (ZNAME COLLATE BINARY ASC)"]
    ),
    (["CREATE TABLE OTHER (A INTEGER)"], ["only theirs: CREATE TABLE OTHER (A INTEGER)"]),
    (
      ["ALTER TABLE ZTRACK ADD COLUMN ZMORE VARCHAR"],
      [
        "only ours: CREATE TABLE ZTRACK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZALBUM INTEGER, Z_FOK_ALBUM INTEGER, ZLENGTH FLOAT )",
        "only theirs: CREATE TABLE ZTRACK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZALBUM INTEGER, Z_FOK_ALBUM INTEGER, ZLENGTH FLOAT , ZMORE VARCHAR)",
      ]
    ),
    (
      [
        "DROP INDEX ZTRACK_ZALBUM_INDEX", "DROP INDEX Z_Album_byName",
        "CREATE INDEX ZTRACK_ZALBUM_INDEX ON ZTRACK (ZALBUM)",
        "CREATE INDEX Z_Album_byName ON ZALBUM (ZNAME COLLATE BINARY ASC)",
      ],
      [
        "ours has CREATE INDEX Z_Album_byName ON ZALBUM (ZNAME COLLATE BINARY ASC) where theirs has "
          + "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
          + "Z_MAX INTEGER)"
      ]
    ),
  ]

  @Test(arguments: changes.indices)
  func whatOneFileHasOtherwiseIsTold(_ index: Int) throws {
    let (statements, sentences) = Self.changes[index]
    let found = try Self.differences { connection in
      for statement in statements { try connection.execute(statement) }
    }
    #expect(found == sentences)
  }

  @Test func otherMetadataAreTold() throws {
    let found = try Self.differences { connection in
      let list = try #require(
        try connection.firstRow("SELECT Z_PLIST FROM Z_METADATA") { $0.bytes(at: 0) })
      var metadata = try StoreMetadata(propertyList: list, storeUUID: "", store: "theirs")
      metadata.versionIdentifiers = ["2"]
      metadata.digest = "other"
      metadata.frameworkVersion = 1518
      metadata.others = [
        "NSPersistenceMaximumFrameworkVersion": .integer(1518), "SomethingNew": .string("x"),
      ]
      try connection.execute("UPDATE Z_METADATA SET Z_PLIST = \(try metadata.encode())")
    }
    try #require(found.count == 3)
    #expect(found[0].hasPrefix("metadata: digest is "))
    #expect(found[1] == "metadata: version identifiers is [\"1\"] in ours, [\"2\"] in theirs")
    #expect(found[2] == "metadata: only theirs have the key 'SomethingNew'")
  }

  @Test func anotherArchivedModelIsTold() throws {
    let found = try Self.differences { connection in
      var model = Self.history.versions[0]
      model.entities[0].className = "App.Album"
      model.entities[2].attributes[0].isOptional = false
      let content = try ArchivedModel.cacheContent(of: model.validated())
      try connection.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = \(content)")
    }
    #expect(
      found == ["archived model: 'Track.length': optionality changed from optional to required"])
  }
}
