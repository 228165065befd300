public import GoldenStoreModel

extension BrowserModels {
  /// Bookmarks and folders as one tree, with favorites in an order of their own.
  public static let bookmarks = ModelHistory(
    "Bookmarks",
    shapes: bookmarkShapes,
    seeds: [
      .objects(entity: "BookmarkEntity", count: 24),
      .values(
        entity: "BookmarkEntity", attribute: "title",
        [
          "News", "Reading list", "Wikipedia", "Swift.org", "SQLite Home Page", "Café Zürich",
          "レシピ", "Work", "OpenStreetMap", "The Rust & the \"Swift\"",
        ]),
      .values(
        entity: "BookmarkEntity", attribute: "url",
        [
          "https://news.example/today", "https://www.wikipedia.org/", "https://www.swift.org/",
          "https://sqlite.org/index.html", "https://cafe.example/?stadt=Z%C3%BCrich",
          "https://recipes.example/%E3%83%AC%E3%82%B7%E3%83%94", "http://localhost:8080/a?b=c#d",
          "https://www.openstreetmap.org/#map=12/47.37/8.54",
        ]),
      .values(
        entity: "BookmarkEntity", attribute: "uuid",
        [
          "bookmarks_root", "favorites_root", "mobile_favorites_root", "desktop_favorites_root",
        ]),
      .values(
        entity: "BookmarkEntity", attribute: "lastChildrenPayloadReceivedFromSync",
        ["bookmarks_root,favorites_root", "[]"]),
    ]
  ) {
    bookmarks1
    bookmarks2
    bookmarks3
    bookmarks4
    bookmarks5
    bookmarks6
  }

  private static let bookmarks1 = Model("BookmarksModel", versionIdentifiers: [""]) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFavorite", .boolean, isOptional: false)
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("title", .string)
      Attribute("url", .string)
      Attribute("uuid", .string, isOptional: false)
      Relationship(
        "children", to: "BookmarkEntity", inverse: "parent", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship("favoriteFolder", to: "BookmarkEntity", inverse: "favorites")
      Relationship(
        "favorites", to: "BookmarkEntity", inverse: "favoriteFolder", .toMany, isOrdered: true)
      Relationship("parent", to: "BookmarkEntity", inverse: "children")
    }
  }

  /// Indexes bookmarks by UUID and by URL.
  private static let bookmarks2 = Model("BookmarksModel 2", versionIdentifiers: [""]) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFavorite", .boolean, isOptional: false)
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("title", .string)
      Attribute("url", .string, versionHashModifier: "2")
      Attribute("uuid", .string, isOptional: false, versionHashModifier: "2")
      Relationship(
        "children", to: "BookmarkEntity", inverse: "parent", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship("favoriteFolder", to: "BookmarkEntity", inverse: "favorites")
      Relationship(
        "favorites", to: "BookmarkEntity", inverse: "favoriteFolder", .toMany, isOrdered: true)
      Relationship("parent", to: "BookmarkEntity", inverse: "children")
      FetchIndex("byUUID", "uuid")
      FetchIndex("byURL", "url")
    }
  }

  /// Marks deletions and modifications, for synchronisation; drops `isFavorite`.
  private static let bookmarks3 = Model("BookmarksModel 3", versionIdentifiers: [""]) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("isPendingDeletion", .boolean, default: false, versionHashModifier: "3")
      Attribute("modifiedAt", .date)
      Attribute("title", .string)
      Attribute("url", .string, versionHashModifier: "3")
      Attribute("uuid", .string, isOptional: false, versionHashModifier: "3")
      Relationship(
        "children", to: "BookmarkEntity", inverse: "parent", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship("favoriteFolder", to: "BookmarkEntity", inverse: "favorites")
      Relationship(
        "favorites", to: "BookmarkEntity", inverse: "favoriteFolder", .toMany, isOrdered: true)
      Relationship("parent", to: "BookmarkEntity", inverse: "children")
      FetchIndex("byUUID", "uuid", "isPendingDeletion")
      FetchIndex("byURL", "url", "isPendingDeletion")
      FetchIndex("byIsPendingDeletion", "isPendingDeletion")
    }
  }

  /// Lets a bookmark be a favorite in several folders: `favoriteFolder` becomes `favoriteFolders`.
  private static let bookmarks4 = Model("BookmarksModel 4", versionIdentifiers: [""]) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("isPendingDeletion", .boolean, default: false, versionHashModifier: "3")
      Attribute("modifiedAt", .date)
      Attribute("title", .string)
      Attribute("url", .string, versionHashModifier: "3")
      Attribute("uuid", .string, isOptional: false, versionHashModifier: "3")
      Relationship(
        "children", to: "BookmarkEntity", inverse: "parent", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship(
        "favoriteFolders", to: "BookmarkEntity", inverse: "favorites", .toMany,
        renamingIdentifier: "favoriteFolder")
      Relationship(
        "favorites", to: "BookmarkEntity", inverse: "favoriteFolders", .toMany, isOrdered: true)
      Relationship("parent", to: "BookmarkEntity", inverse: "children")
      FetchIndex("byUUID", "uuid", "isPendingDeletion")
      FetchIndex("byURL", "url", "isPendingDeletion")
      FetchIndex("byIsPendingDeletion", "isPendingDeletion")
    }
  }

  /// Keeps the order of children that was last received.
  private static let bookmarks5 = Model("BookmarksModel 5", versionIdentifiers: [""]) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("isPendingDeletion", .boolean, default: false, versionHashModifier: "3")
      Attribute("lastChildrenPayloadReceivedFromSync", .string)
      Attribute("modifiedAt", .date)
      Attribute("title", .string)
      Attribute("url", .string, versionHashModifier: "3")
      Attribute("uuid", .string, isOptional: false, versionHashModifier: "3")
      Relationship(
        "children", to: "BookmarkEntity", inverse: "parent", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship(
        "favoriteFolders", to: "BookmarkEntity", inverse: "favorites", .toMany,
        renamingIdentifier: "favoriteFolder")
      Relationship(
        "favorites", to: "BookmarkEntity", inverse: "favoriteFolders", .toMany, isOrdered: true)
      Relationship("parent", to: "BookmarkEntity", inverse: "children")
      FetchIndex("byUUID", "uuid", "isPendingDeletion")
      FetchIndex("byURL", "url", "isPendingDeletion")
      FetchIndex("byIsPendingDeletion", "isPendingDeletion")
    }
  }

  /// Marks stubs, that is, bookmarks known only as a child of a received folder.
  private static let bookmarks6 = Model("BookmarksModel 6", versionIdentifiers: [""]) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("isPendingDeletion", .boolean, default: false, versionHashModifier: "3")
      Attribute("isStub", .boolean)
      Attribute("lastChildrenPayloadReceivedFromSync", .string)
      Attribute("modifiedAt", .date)
      Attribute("title", .string)
      Attribute("url", .string, versionHashModifier: "3")
      Attribute("uuid", .string, isOptional: false, versionHashModifier: "3")
      Relationship(
        "children", to: "BookmarkEntity", inverse: "parent", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship(
        "favoriteFolders", to: "BookmarkEntity", inverse: "favorites", .toMany,
        renamingIdentifier: "favoriteFolder")
      Relationship(
        "favorites", to: "BookmarkEntity", inverse: "favoriteFolders", .toMany, isOrdered: true)
      Relationship("parent", to: "BookmarkEntity", inverse: "children")
      FetchIndex("byUUID", "uuid", "isPendingDeletion")
      FetchIndex("byURL", "url", "isPendingDeletion")
      FetchIndex("byIsPendingDeletion", "isPendingDeletion")
    }
  }
}
