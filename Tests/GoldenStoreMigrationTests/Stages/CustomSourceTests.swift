import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// What a custom stage takes from its source, and what it does not pass over.
struct CustomSourceTests {
  private static func history(_ mappings: [CustomEntityMapping]) -> ModelHistory {
    func model(_ version: String, _ modifier: String?) -> Model {
      Model(version) {
        Entity("Folder", versionHashModifier: modifier) {
          Attribute("name", .string)
          Relationship("files", to: "File", inverse: "folder", .toMany, isOrdered: true)
        }
        Entity("File", versionHashModifier: modifier) {
          Attribute("name", .string)
          Relationship("folder", to: "Folder", inverse: "files")
        }
      }
    }
    return ModelHistory(
      "Disk", stages: [.custom(from: "V1", to: "V2", entityMappings: mappings)]
    ) {
      model("V1", nil)
      model("V2", "2")
    }
  }

  private static let rows = [
    "INSERT INTO ZFOLDER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (5, 2, 1, 'f')",
    """
    INSERT INTO ZFILE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZFOLDER, Z_FOK_FOLDER) \
    VALUES (1, 1, 1, 'a', 5, 2048), (2, 1, 1, 'b', 5, 3072)
    """,
  ]

  @Test(arguments: [
    (
      "UPDATE ZFILE SET Z_ENT = 9 WHERE Z_PK = 2",
      "'Store.sqlite', 'ZFILE' row 2, column 'Z_ENT': 9 is not the number of an entity that uses "
        + "this table"
    ),
    (
      "UPDATE ZFILE SET Z_ENT = NULL WHERE Z_PK = 1",
      "'Store.sqlite', 'ZFILE' row 1, column 'Z_ENT': NULL is not the number of an entity that "
        + "uses this table"
    ),
    (
      "ALTER TABLE ZFOLDER DROP COLUMN ZNAME",
      "'Store.sqlite', 'ZFOLDER': column 'ZNAME' is missing, which model version 'V1' needs"
    ),
    (
      "UPDATE ZFILE SET ZFOLDER = 'five' WHERE Z_PK = 2",
      "'Store.sqlite', 'ZFILE' row 2, column 'ZFOLDER': expected a whole number or NULL, found "
        + "another type"
    ),
    (
      "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 2",
      "'Store.sqlite', 'Z_PRIMARYKEY' row 1, column 'Z_ENT': expected the numbers 1 to 2, found 1 "
        + "of them and 1 rows"
    ),
    (
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 'many' WHERE Z_ENT = 2",
      "'Store.sqlite', 'Z_PRIMARYKEY' row 2, column 'Z_MAX': expected a name and whole numbers, "
        + "found another type"
    ),
  ])
  func rowsThatNoMappingCouldSeeAreNotLeftOut(damage: String, sentence: String) throws {
    try StagedStore.with(Self.history([]), rows: Self.rows + [damage]) { store in
      let before = try bytes(of: store.files.main)[StoreFiles.Part.writeAheadLog.rawValue]
      let error = #expect(throws: MigrationError.self) { _ = try store.migrate() }
      let text = error.map(String.init(describing:))
      #expect(text == sentence)
      #expect(throws: MigrationError.self) { try store.migrateInPlace() }
      let names = try store.fileNames()
      #expect(names.allSatisfy { $0.hasPrefix("Store.sqlite") }, "\(names)")
      let after = try bytes(of: store.files.main)[StoreFiles.Part.writeAheadLog.rawValue]
      #expect(after == before && before != nil)
    }
  }

  @Test func objectsOfARemovedMappingGoAlthoughTheirEntityLivesOn() throws {
    let history = Self.history([CustomEntityMapping(removing: "Folder")])
    try StagedStore.with(history, rows: Self.rows) { store in
      let result = try store.migrate()
      let objects = try store.contents(of: result.output, at: 1)
      #expect(objects.objects(of: "Folder").isEmpty)
      #expect(objects.objects(of: "File").map(\.primaryKey) == [1, 2])
      #expect(objects.objects(of: "File").allSatisfy { $0.targets(of: "folder") == [] })
      // No key that an object had is given to another one.
      #expect(
        try store.query(result.output, "SELECT Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
          == ["2", "5"])
    }
  }

  @Test func objectsThatBecomeOneAreOneTarget() throws {
    func model(_ version: String, _ modifier: String?) -> Model {
      Model(version) {
        Entity("Photo", versionHashModifier: modifier) {
          Relationship("tags", to: "Tag", inverse: "photos", .toMany, isOrdered: true)
        }
        Entity("Tag", versionHashModifier: modifier) {
          Attribute("name", .string)
          Relationship("photos", to: "Photo", inverse: "tags", .toMany)
        }
      }
    }
    let merge = CustomEntityMapping(from: "Tag", to: "Tag") { tag, manager in
      let twins = try manager.sourceContext.objects(
        of: "Tag", where: "name", equals: tag["name"])
      if let first = twins.first, first.primaryKey < tag.primaryKey {
        let kept = try manager.destinationInstances(
          forEntityMappingNamed: "TagToTag", sourceInstances: [first.reference])
        for instance in kept { try manager.associate(source: tag.reference, with: instance) }
      } else {
        try manager.createDestinationInstance(for: tag)
      }
    }
    let history = ModelHistory(
      "Album", stages: [.custom(from: "V1", to: "V2", entityMappings: [merge])]
    ) {
      model("V1", nil)
      model("V2", "2")
    }
    let rows = [
      "INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
      """
      INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) \
      VALUES (1, 2, 1, 'sea'), (2, 2, 1, 'sun'), (3, 2, 1, 'sea')
      """,
      """
      INSERT INTO Z_1TAGS (Z_1PHOTOS, Z_2TAGS, Z_FOK_2TAGS) \
      VALUES (1, 3, 2048), (1, 2, 3072), (1, 1, 4096)
      """,
    ]
    try StagedStore.with(history, rows: rows) { store in
      let objects = try store.contents(of: store.migrate().output, at: 1)
      #expect(objects.objects(of: "Tag").map(\.primaryKey) == [1, 2])
      #expect(
        objects.objects(of: "Photo").map { $0.targets(of: "tags")?.map(\.primaryKey) } == [[1, 2]])
    }
  }
}
