import BrowserModels
import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Bookmark stores that Apple's Core Data wrote, migrated to the last version.
///
/// What must come out is read from a copy of the source with plain SQL.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct RealBookmarksTests {
  /// A bookmark by what it says, independent of keys.
  struct Bookmark: Hashable {
    var uuid: String
    var title: String?
    var url: String?
    var isFolder: Bool
    var parent: String?
    var children: [String]
    var favorites: [String]
  }

  static let stores = ["1", "2", "3", "4", "5", "7"]
    .map { "stores/duckduckgo__BrowserServicesKit/\($0)" }

  @Test(arguments: stores, [false, true])
  func everyBookmarkArrives(id: String, stepwise: Bool) throws {
    let store = try #require(Corpus.stores.first { $0.id == id })
    try Corpus.withCopy(of: store) { source in
      let expected = try bookmarks(inSource: source.path)
      #expect(expected.count == store.rows?["ZBOOKMARKENTITY"])
      let output = source.deletingLastPathComponent().appendingPathComponent("result.sqlite")
      let history = BrowserModels.bookmarks
      let result = try Migrator.migrate(
        StoreFiles(main: source.path), to: 5, in: history, stepwise: stepwise, to: output.path)
      #expect(result.steps.count == (stepwise ? 5 - result.source : 1))
      #expect(StoreFiles(main: output.path).existingParts == [.main])
      #expect(try bookmarks(inResult: output.path) == expected)
      let favorites = expected.values.filter { !$0.favorites.isEmpty }
      #expect(favorites.isEmpty == id.hasSuffix("7"))
    }
  }

  // MARK: Plain SQL

  private func bookmarks(inSource path: String) throws -> [String: Bookmark] {
    let copy = path + ".plain"
    try StoreFiles(main: path).copy(to: StoreFiles(main: copy))
    let connection = try Connection(path: copy, mode: .readWrite)
    let hasJoin =
      try connection.integer(
        "SELECT count(*) FROM sqlite_master WHERE name = 'Z_1FAVORITES'") == 1
    return try bookmarks(
      connection,
      favorites: hasJoin
        ? favoritesInJoin
        : "SELECT ZUUID FROM ZBOOKMARKENTITY WHERE ZFAVORITEFOLDER = ? ORDER BY Z_FOK_FAVORITEFOLDER"
    )
  }

  private func bookmarks(inResult path: String) throws -> [String: Bookmark] {
    try bookmarks(Connection(path: path, mode: .immutable), favorites: favoritesInJoin)
  }

  private var favoritesInJoin: String {
    """
    SELECT ZUUID FROM Z_1FAVORITES JOIN ZBOOKMARKENTITY ON Z_PK = Z_1FAVORITES.Z_1FAVORITES \
    WHERE Z_1FAVORITEFOLDERS = ? ORDER BY Z_FOK_1FAVORITES
    """
  }

  private func bookmarks(
    _ connection: Connection, favorites: String
  ) throws -> [String: Bookmark] {
    let uuids = { (sql: String, key: Int64) in
      try connection.rows(SQL(raw: sql, bindings: [.integer(key)])) { try $0.text(at: 0) }
    }
    let rows = try connection.rows(
      """
      SELECT b.Z_PK, b.ZUUID, b.ZTITLE, b.ZURL, b.ZISFOLDER, p.ZUUID \
      FROM ZBOOKMARKENTITY b LEFT JOIN ZBOOKMARKENTITY p ON p.Z_PK = b.ZPARENT
      """
    ) { row in
      let key = row.integer(at: 0)
      return Bookmark(
        uuid: try row.text(at: 1), title: row.isNull(at: 2) ? nil : try row.text(at: 2),
        url: row.isNull(at: 3) ? nil : try row.text(at: 3), isFolder: row.integer(at: 4) == 1,
        parent: row.isNull(at: 5) ? nil : try row.text(at: 5),
        children: try uuids(
          "SELECT ZUUID FROM ZBOOKMARKENTITY WHERE ZPARENT = ? ORDER BY Z_FOK_PARENT", key),
        favorites: try uuids(favorites, key))
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.uuid, $0) })
  }
}
