import GoldenStoreModel

extension BrowserModels {
  /// What three of the versions were before they got the schema that they have in the history.
  static let bookmarkShapes = [
    bookmarksOf20221016, bookmarksOf20221017, bookmarksOf20230404, bookmarksOf20230414,
    bookmarksOf20231120,
  ]

  /// The first version when order was a chain of neighbours.
  private static let bookmarksOf20221016 = VersionShape(
    "2022-10-16", of: "BookmarksModel", versionIdentifiers: [""]
  ) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFavorite", .boolean, isOptional: false)
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("title", .string)
      Attribute("url", .string)
      Attribute("uuid", .string, isOptional: false)
      Relationship("children", to: "BookmarkEntity", inverse: "parentEntity", .toMany)
      Relationship("next", to: "BookmarkEntity", inverse: "previous")
      Relationship("nextFavorite", to: "BookmarkEntity", inverse: "previousFavorite")
      Relationship("parentEntity", to: "BookmarkEntity", inverse: "children")
      Relationship("previous", to: "BookmarkEntity", inverse: "next")
      Relationship("previousFavorite", to: "BookmarkEntity", inverse: "nextFavorite")
    }
  }

  /// A day later, with `parent` under its later name.
  private static let bookmarksOf20221017 = VersionShape(
    "2022-10-17", of: "BookmarksModel", versionIdentifiers: [""]
  ) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFavorite", .boolean, isOptional: false)
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("title", .string)
      Attribute("url", .string)
      Attribute("uuid", .string, isOptional: false)
      Relationship("children", to: "BookmarkEntity", inverse: "parent", .toMany)
      Relationship("next", to: "BookmarkEntity", inverse: "previous")
      Relationship("nextFavorite", to: "BookmarkEntity", inverse: "previousFavorite")
      Relationship("parent", to: "BookmarkEntity", inverse: "children")
      Relationship("previous", to: "BookmarkEntity", inverse: "next")
      Relationship("previousFavorite", to: "BookmarkEntity", inverse: "nextFavorite")
    }
  }

  /// The third version while it still had `isFavorite`.
  private static let bookmarksOf20230404 = VersionShape(
    "2023-04-04", of: "BookmarksModel 3", versionIdentifiers: [""]
  ) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFavorite", .boolean, isOptional: false)
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("isPendingDeletion", .boolean, default: false)
      Attribute("modifiedAt", .date)
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
      FetchIndex("byUUID", "uuid", "isPendingDeletion")
      FetchIndex("byURL", "url", "isPendingDeletion")
      FetchIndex("byIsPendingDeletion", "isPendingDeletion")
    }
  }

  /// The third version, still with `isFavorite`, as its modifiers changed.
  private static let bookmarksOf20230414 = VersionShape(
    "2023-04-14", of: "BookmarksModel 3", versionIdentifiers: [""]
  ) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFavorite", .boolean, isOptional: false)
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

  /// The fifth version with the first name of what it added.
  private static let bookmarksOf20231120 = VersionShape(
    "2023-11-20", of: "BookmarksModel 5", versionIdentifiers: [""]
  ) {
    Entity("BookmarkEntity", className: "BookmarkEntity") {
      Attribute("isFolder", .boolean, isOptional: false)
      Attribute("isPendingDeletion", .boolean, default: false, versionHashModifier: "3")
      Attribute("lastChildrenSyncPayload", .string)
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
