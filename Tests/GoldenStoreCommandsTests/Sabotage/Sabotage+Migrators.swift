import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Migrators that do something else than they are asked for.
extension Sabotage {
  private static let neighbours = ["verify", "Shop", "--from", "V1", "--to", "V2"]
  private static let all3 = ["verify", "Shop", "--from", "V1", "--to", "V3"]

  static let proofs: [Sabotage] = [
    Sabotage(
      "a migrator copies the source, and says that it went", neighbours, .pair("V1", "V2"),
      "the result of the direct migration is not of its version: it went from 1 to 1"
    ) { scene in
      scene.migrate = { store, source, destination, history, output in
        try Migrator.migrate(store, to: source, in: history, to: output)
      }
    },
    Sabotage(
      "a migrator does nothing at all", neighbours, .pair("V1", "V2"),
      "the result of the direct migration is not of its version: the migrator wrote no store"
    ) { scene in
      scene.migrate = { store, source, destination, history, output in
        MigrationResult(
          output: StoreFiles(main: output), source: source, destination: destination, steps: [])
      }
    },
    Sabotage(
      "a migrator rewrites the metadata alone", neighbours, .pair("V1", "V2"),
      "'ZARTICLE': column 'ZISSOLD' is missing, which model version 'V2' needs"
    ) { scene in
      scene.migrate = { store, source, destination, history, output in
        let result = try MatrixRunner.ownMigrator(store, source, destination, history, output)
        guard source != destination else { return result }
        let migrated = try Connection(path: output, mode: .readWrite)
        let metadata = try migrated.firstRow("SELECT Z_PLIST FROM Z_METADATA") { $0.bytes(at: 0) }
        try migrated.close()
        try StoreFiles(main: output).delete()
        try store.copy(to: StoreFiles(main: output))
        let copy = try Connection(path: output, mode: .readWrite)
        try copy.execute("UPDATE Z_METADATA SET Z_PLIST = \(metadata)")
        try copy.execute("PRAGMA journal_mode = DELETE")
        try copy.close()
        return result
      }
    },
    Sabotage(
      "a migrator always goes to the last version", neighbours, .pair("V1", "V2"),
      "it went from 1 to 3"
    ) { scene in
      scene.migrate = { store, source, _, history, output in
        try MatrixRunner.ownMigrator(store, source, 2, history, output)
      }
    },
    Sabotage(
      "a migrator changes the golden where it lies", all3, .run,
      "golden file '01-V1/Shop.sqlite' changed while the matrix ran"
    ) { scene in
      let golden = scene.green.path(1)
      scene.migrate = { store, source, destination, history, output in
        if source != destination {
          let connection = try Connection(path: golden, mode: .readWrite)
          try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
          try connection.close()
        }
        return try MatrixRunner.ownMigrator(store, source, destination, history, output)
      }
    },
    Sabotage(
      "a dump is changed during a run", neighbours, .run,
      "golden file '03-V3/dump.txt' changed while the matrix ran"
    ) { scene in
      let dump = scene.green.folder(3).appendingPathComponent("dump.txt")
      scene.migrate = { store, source, destination, history, output in
        try GreenCatalog.edit(dump) { $0.append(0x20) }
        return try MatrixRunner.ownMigrator(store, source, destination, history, output)
      }
    },
    Sabotage(
      "a migrator writes into the store that it was given", neighbours, .pair("V1", "V2"),
      "the direct migration changed its source"
    ) { scene in
      scene.migrate = { store, source, destination, history, output in
        let result = try MatrixRunner.ownMigrator(store, source, destination, history, output)
        if source != destination {
          let connection = try Connection(path: store.main, mode: .readWrite)
          try connection.execute("UPDATE ZARTICLE SET Z_OPT = Z_OPT + 1")
          try connection.close()
        }
        return result
      }
    },
    Sabotage(
      "a migrator works on a store that is finished", neighbours, .pair("V1", "V2"),
      "opening the result of the stepwise migration again is not a no-op: the file changed"
    ) { scene in
      scene.migrate = spoiling(["UPDATE ZTAG SET Z_OPT = Z_OPT + 1"], when: { $0 == $1 })
    },
    Sabotage(
      "hops and one jump end in different stores", all3, .pair("V1", "V3"),
      "direct and stepwise migration give different stores: 1 difference\n"
        + "  Shelf 2: name: expected \""
    ) { scene in
      scene.migrate = spoiling(
        ["UPDATE ZSHELF SET ZNAME = 'by hops' WHERE Z_PK = 2"], when: { $1 == 2 && $0 == 1 })
    },
    Sabotage(
      "a migrator knows no custom stage", ["verify", "People", "--from", "V1", "--to", "V4"],
      of: Shop.people, .pair("V1", "V4"),
      "the custom stage from 'V2' to 'V3' did not run its code in the direct migration"
    ) { scene in
      scene.migrate = { store, source, destination, history, output in
        var other = history
        other.stages = []
        return try MatrixRunner.ownMigrator(store, source, destination, other, output)
      }
    },
    Sabotage(
      "a custom stage stands between other versions", ["verify"], of: Shop.people, exits: 3,
      .command,
      "custom stage from 'V1' to 'V2': its expectation 'value of 'Person.fullName'' names property"
    ) { scene in
      scene.history = Shop.people(stage: Shop.peopleStage(from: "V1", to: "V2"))
    },
    Sabotage(
      "a declared loss does not happen", ["verify", "People", "--from", "V2", "--to", "V3"],
      of: Shop.people, .pair("V2", "V3"), "nickname: expected NULL, found \""
    ) { scene in
      scene.history = Shop.people(stage: Shop.peopleStage(forgets: false))
    },
    Sabotage(
      "a stage loses what nobody declared", ["verify", "People", "--from", "V2", "--to", "V4"],
      of: Shop.people, .pair("V2", "V4"), "Person 6: is missing"
    ) { scene in
      scene.history = Shop.people(
        stage: Shop.peopleStage { context in
          try context.delete(ObjectReference(entity: "Person", primaryKey: 6))
        })
    },
    Sabotage(
      "a version below the support floor is migrated", ["verify"], of: Shop.old,
      .pair("V1", "V2"),
      "direct migration was not refused, although 'V2' is the oldest supported version"
    ) { scene in
      scene.migrate = { store, source, destination, history, output in
        var other = history
        other.oldestSupportedVersion = nil
        return try MatrixRunner.ownMigrator(store, source, destination, other, output)
      }
    },
  ]

  static let results: [Sabotage] = [
    Sabotage(
      "one row of 10,000 is dropped", ["verify", "--tier", "quick"], of: Shop.ledger,
      .pair("V1", "V2"), "Entry 7321: is missing"
    ) { scene in
      scene.migrate = spoiling(["DELETE FROM ZENTRY WHERE Z_PK = 7321"])
    },
    spoilt(
      "two columns of one type are swapped", "Article 5: maker: expected \"",
      "UPDATE ZARTICLE SET ZMAKER = ZPLACE, ZPLACE = ZMAKER"),
    spoilt(
      "an order is another one", "Shelf 5: articles: expected order Article 15, Article 2, found",
      "UPDATE ZARTICLE SET Z_FOK_SHELF = 100000 - Z_FOK_SHELF"),
    spoilt(
      "one row of a join table is lost",
      "Article 2: tags: expected Tag 4, Tag 5, Tag 6, Tag 7, found Tag 5, Tag 6, Tag 7",
      "DELETE FROM Z_1TAGS WHERE rowid = (SELECT min(rowid) FROM Z_1TAGS)"),
    spoilt(
      "a table is left over", "_T_ZARTICLE: expected nothing, found a table",
      "CREATE TABLE _T_ZARTICLE ( Z_PK INTEGER PRIMARY KEY )"),
    spoilt(
      "the highest key is left behind", "Z_MAX of 'Article': expected at least 17, found 3",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 3"),
    spoilt(
      "a default takes the place of values", "price: expected NULL, found 0",
      "UPDATE ZARTICLE SET ZPRICE = 0 WHERE ZPRICE IS NULL"),
    spoilt(
      "a new attribute gets no default", "isSold: expected false, found NULL",
      "UPDATE ZARTICLE SET ZISSOLD = NULL"),
    spoilt(
      "a renamed attribute loses its values",
      "Article 1: name: expected \"Weekly shopping list\", found \"\"",
      "UPDATE ZARTICLE SET ZNAME = ''"),
    spoilt(
      "the store is another one", "Z_UUID: expected BBFC293C-DE1F-4070-85D4-CEF55443CAE6, found",
      "UPDATE Z_METADATA SET Z_UUID = '00000000-0000-4000-8000-000000000000'"),
    spoilt(
      "a row leads to nothing", "9999", "UPDATE ZARTICLE SET ZSHELF = 9999 WHERE Z_PK = 4"),
    Sabotage(
      "an index is forgotten", ["verify", "Shop", "--from", "V2", "--to", "V3"],
      .pair("V2", "V3"),
      "ZARTICLE: Z_Article_byPrice: expected CREATE INDEX Z_Article_byPrice ON ZARTICLE "
        + "(ZPRICE COLLATE BINARY ASC), found nothing"
    ) { scene in
      scene.migrate = spoiling(["DROP INDEX Z_Article_byPrice"])
    },
  ]

  /// A result of the migration of V1 to V2 that is changed before anybody looks at it.
  private static func spoilt(
    _ name: String, _ sentence: String, _ statements: SQL...
  ) -> Sabotage {
    Sabotage(name, neighbours, .pair("V1", "V2"), sentence) { scene in
      scene.migrate = spoiling(statements)
    }
  }

  /// GoldenStore's own migrator, whose results are changed.
  ///
  /// - Parameter isSpoilt: Decides by source and destination.
  private static func spoiling(
    _ statements: [SQL], when isSpoilt: @escaping @Sendable (Int, Int) -> Bool = { $0 != $1 }
  ) -> MatrixRunner.Migrate {
    { store, source, destination, history, output in
      let result = try MatrixRunner.ownMigrator(store, source, destination, history, output)
      guard isSpoilt(source, destination) else { return result }
      let connection = try Connection(path: output, mode: .readWrite, isTrusted: true)
      for statement in statements { try connection.execute(statement) }
      try connection.close()
      return result
    }
  }
}
