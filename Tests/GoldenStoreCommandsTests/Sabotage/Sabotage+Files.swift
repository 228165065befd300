import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// What happens to the files of a store.
extension Sabotage {
  private static let restore = "restore the golden from git, or record it again"

  static let files = logs + stores + folders

  private static let logs: [Sabotage] = [
    Sabotage(
      "the -wal is lost", ["check"], .golden("V2"),
      "'Shop.sqlite' is in WAL mode and holds 0 of 48 rows: it has lost its '-wal'", then: restore
    ) { scene in
      try FileManager.default.removeItem(atPath: scene.green.path(2, "-wal"))
    },
    Sabotage(
      "the -wal is that of another golden", ["check"], .golden("V2"),
      "'Shop.sqlite-wal' is the file of golden 'V3'", then: restore
    ) { scene in
      try GreenCatalog.replace(scene.green.path(2, "-wal"), with: scene.green.path(3, "-wal"))
    },
    Sabotage(
      "the -wal ends in a frame", ["check"], .golden("V2"), "has 4100 of 4120 bytes", then: restore
    ) { scene in
      try GreenCatalog.edit(scene.green.path(2, "-wal")) { $0 = $0.dropLast(20) }
    },
    Sabotage(
      "the -wal ends between two frames", ["check"], .golden("V2"),
      "'Shop.sqlite-wal' has 8272 bytes", then: restore
    ) { scene in
      try GreenCatalog.edit(scene.green.path(2, "-wal")) { $0 = $0.prefix(32 + 2 * 4_120) }
    },
    Sabotage(
      "a byte of a text is another one", ["check"], .golden("V2"),
      "does not match its checksum", then: restore
    ) { scene in
      try GreenCatalog.edit(scene.green.path(2, "-wal")) { data in
        let index = data.count - 100
        data[index] ^= 0x20
      }
    },
  ]

  private static let stores: [Sabotage] = [
    Sabotage(
      "a golden was opened where it lies", ["check"], .golden("V2"),
      "'Shop.sqlite-wal' is missing (32992 bytes in the manifest), and 'Shop.sqlite' has changed",
      then: "restore the golden from git, and open copies of all its files only"
    ) { scene in
      let connection = try Connection(path: scene.green.path(2), mode: .readWrite)
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      try connection.close()
    },
    Sabotage(
      "the rows of an entity are deleted", ["check"], .golden("V2"),
      "entity 'Tag' has no objects, expected 16; a golden without rows proves nothing",
      then: restore
    ) { scene in
      try scene.green.execute(2, "DELETE FROM ZTAG", "DELETE FROM Z_1TAGS")
    },
    Sabotage(
      "a value was changed with another tool", ["check"], .golden("V3"),
      "Article 4: place: expected \"", then: restore
    ) { scene in
      try scene.green.execute(3, "UPDATE ZARTICLE SET ZPLACE = 'nowhere' WHERE Z_PK = 4")
    },
    Sabotage(
      "an index was dropped in the golden", ["check"], .golden("V3"),
      "the store is not built like a fresh one: 1 difference\n  ZARTICLE: Z_Article_byPrice: expected",
      then: restore
    ) { scene in
      try scene.green.execute(3, "DROP INDEX Z_Article_byPrice")
    },
    Sabotage(
      "a store is of another version than its manifest", ["check"], .golden("V3"),
      "the store is one of version 'V1'", then: restore
    ) { scene in
      for suffix in ["", "-wal", "-shm"] {
        try GreenCatalog.replace(scene.green.path(3, suffix), with: scene.green.path(1, suffix))
      }
    },
    Sabotage(
      "a golden was made by migrating another", ["check"], .golden("V3"),
      "the store's UUID is BB387747-A4D8-427F-95C5-6C830D675070, expected 185BE750-84D5",
      then: restore
    ) { scene in
      try migrate(&scene)
    },
    Sabotage(
      "a golden was made by migrating another, and its manifest says so", ["check"],
      .golden("V3"), "the store has the UUID of golden 'V2'", then: restore
    ) { scene in
      try migrate(&scene)
      let golden = try scene.catalog().golden(at: 2)
      var manifest = try Manifest(contentsOf: golden.manifestPath)
      manifest.storeUUID = try Manifest(contentsOf: scene.catalog().golden(at: 1).manifestPath)
        .storeUUID
      // What was migrated is one file.
      let main = try #require(try golden.files.digests().first)
      manifest.files = Array(manifest.files.prefix(1))
      manifest.files[0].bytes = main.file.bytes
      manifest.files[0].sha256 = main.digest
      try manifest.encode().write(to: URL(fileURLWithPath: golden.manifestPath))
    },
  ]

  private static let folders: [Sabotage] = [
    Sabotage(
      "a golden lies in the folder of another version", ["check"], .golden("V3"),
      "the folder holds the golden of version 'V1' of 'Shop'", then: restore
    ) { scene in
      try GreenCatalog.replace(scene.green.folder(3), with: scene.green.folder(1))
    },
    Sabotage(
      "two goldens have changed places", ["check"], .golden("V1"),
      "the folder holds the golden of version 'V2' of 'Shop'", then: restore
    ) { scene in
      let (first, second) = (scene.green.folder(1), scene.green.folder(2))
      try FileManager.default.moveItem(atPath: first, toPath: first + "~")
      try FileManager.default.moveItem(atPath: second, toPath: first)
      try FileManager.default.moveItem(atPath: first + "~", toPath: second)
    },
    Sabotage(
      "a golden is of another history", ["check"], .golden("V2"),
      "the folder holds the golden of version 'SyncMetadata 2' of 'SyncMetadata'", then: restore
    ) { scene in
      try GreenCatalog.replace(
        scene.green.folder(2),
        with: GreenCatalog.goldens.appendingPathComponent("SyncMetadata/02-SyncMetadata-2"))
    },
    Sabotage(
      "the golden of a neighbour is missing", ["verify", "--tier", "quick"], .pair("V2", "V3"),
      "the golden is missing: there is no folder '02-V2'"
    ) { scene in
      try FileManager.default.removeItem(atPath: scene.green.folder(2))
    },
    Sabotage(
      "a version was added without a golden", ["run"], .golden("V4"),
      "the golden is missing: there is no folder '04-V4'", then: "run goldenstore record 'Shop'"
    ) { scene in
      var version = scene.history.versions[2]
      version.name = "V4"
      version.entities[2].attributes.append(Attribute("color", .string))
      scene.history.versions.append(version)
    },
    Sabotage(
      "a golden outlives its version", ["check"], .catalog,
      "'03-V3' belongs to no version of the history",
      then: "delete it with goldenstore prune 'Shop'"
    ) { scene in
      scene.history.versions.removeLast()
    },
    Sabotage(
      "a file lies beside a golden", ["check"], .golden("V1"),
      "'Shop.sqlite-journal' is there, but the manifest does not list it", then: restore
    ) { scene in
      try Data([1]).write(to: URL(fileURLWithPath: scene.green.path(1, "-journal")))
    },
    Sabotage(
      "a .gitignore swallows a part of a store", ["check"], given: commit, .catalog,
      "/Shop/02-V2/Shop.sqlite-wal', so no commit will hold it",
      then: "change .gitignore so that git keeps goldens"
    ) { scene in
      let ignore = scene.goldens.appendingPathComponent(".gitignore")
      try Data("*-wal\n".utf8).write(to: URL(fileURLWithPath: ignore))
      try #require(
        try GitCommand.run(["rm", "--quiet", "--cached", "-r", "."], in: scene.goldens) == 0)
    },
    Sabotage(
      "a golden was never added, as the build server sees", ["check"], given: commit, .catalog,
      "/Shop/02-V2/Shop.sqlite', so other machines do not have it", then: "run git add '/"
    ) { scene in
      let file = "Shop/02-V2/Shop.sqlite"
      try #require(
        try GitCommand.run(["rm", "--quiet", "--cached", file], in: scene.goldens) == 0)
    },
  ]

  /// Puts everything into a repository, on a build server.
  private static let commit: Action = { scene in
    scene.environment["CI"] = "true"
    try #require(try GitCommand.run(["init", "--quiet"], in: scene.goldens) == 0)
    try #require(try GitCommand.run(["add", "--all"], in: scene.goldens) == 0)
  }

  /// Makes the third golden from the second.
  private static func migrate(_ scene: inout Scene) throws {
    let catalog = try scene.catalog()
    let target = catalog.golden(at: 2).files
    try target.delete()
    _ = try Migrator.migrate(
      catalog.golden(at: 1).files, from: 1, to: 2, in: scene.history, to: target.main)
  }
}
