import Foundation
public import GoldenStoreModel

extension BrowserModels {
  /// The macOS browser's former store of bookmarks, one object each, which a constraint keeps apart.
  public static let legacyBookmarks = ModelHistory(
    "Bookmark",
    shapes: [bookmarkOf2021, bookmarkOf2022],
    seeds: [
      .objects(entity: "BookmarkManagedObject", count: 24),
      .values(
        entity: "BookmarkManagedObject", attribute: "titleEncrypted",
        [
          .transformable(Data("title: Wikipedia".utf8)),
          .transformable(Data("title: Swift.org".utf8)),
          .transformable(Data("title: Café Zürich".utf8)),
        ]),
      .values(
        entity: "BookmarkManagedObject", attribute: "urlEncrypted",
        [
          .transformable(Data("url: https://www.wikipedia.org/".utf8)),
          .transformable(Data("url: https://www.swift.org/".utf8)),
          .transformable(Data("url: https://cafe.example/".utf8)),
        ]),
    ],
    stages: [identifiers, .lightweight("Bookmark 3")]
  ) {
    bookmark1
    bookmark2
    bookmark3
  }

  private static let bookmark1 = Model("Bookmark", versionIdentifiers: [""]) {
    Entity("BookmarkManagedObject", className: "BookmarkManagedObject") {
      Attribute("dateAdded", .date, isOptional: false)
      Attribute("faviconEncrypted", .transformable, valueTransformerName: "NSImageTransformer")
      Attribute("isFavorite", .boolean, isOptional: false)
      Attribute(
        "titleEncrypted", .transformable, isOptional: false,
        valueTransformerName: "NSStringTransformer")
      Attribute(
        "urlEncrypted", .transformable, isOptional: false, valueTransformerName: "NSURLTransformer")
      FetchIndex(
        "byDateAdded", elements: [FetchIndexElement(.property("dateAdded"), isAscending: false)])
    }
  }

  /// Adds folders, and an identifier that is unique.
  private static let bookmark2 = Model("Bookmark 2", versionIdentifiers: [""]) {
    Entity("BookmarkManagedObject", className: "BookmarkManagedObject") {
      Attribute("dateAdded", .date, isOptional: false)
      Attribute("faviconEncrypted", .transformable, valueTransformerName: "NSImageTransformer")
      Attribute("id", .uuid, isOptional: false)
      Attribute("isFavorite", .boolean)
      Attribute("isFolder", .boolean, isOptional: false, default: false)
      Attribute(
        "titleEncrypted", .transformable, isOptional: false,
        valueTransformerName: "NSStringTransformer")
      Attribute("urlEncrypted", .transformable, valueTransformerName: "NSURLTransformer")
      Relationship(
        "children", to: "BookmarkManagedObject", inverse: "parentFolder", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship("parentFolder", to: "BookmarkManagedObject", inverse: "children")
      FetchIndex(
        "byDateAdded", elements: [FetchIndexElement(.property("dateAdded"), isAscending: false)])
      FetchIndex("byID", "id")
      UniquenessConstraint("id")
    }
  }

  /// Gives favorites an order.
  private static let bookmark3 = Model("Bookmark 3", versionIdentifiers: [""]) {
    Entity("BookmarkManagedObject", className: "BookmarkManagedObject") {
      Attribute("dateAdded", .date, isOptional: false)
      Attribute(
        "faviconEncrypted", .transformable,
        userInfo: [UserInfoEntry("transformer", "NSImageTransformer")])
      Attribute("id", .uuid, isOptional: false)
      Attribute("isFavorite", .boolean)
      Attribute("isFolder", .boolean, isOptional: false, default: false)
      Attribute(
        "titleEncrypted", .transformable, isOptional: false,
        userInfo: [UserInfoEntry("transformer", "NSStringTransformer")])
      Attribute(
        "urlEncrypted", .transformable, userInfo: [UserInfoEntry("transformer", "NSURLTransformer")]
      )
      Relationship(
        "children", to: "BookmarkManagedObject", inverse: "parentFolder", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship(
        "favorites", to: "BookmarkManagedObject", inverse: "favoritesFolder", .toMany,
        isOrdered: true)
      Relationship("favoritesFolder", to: "BookmarkManagedObject", inverse: "favorites")
      Relationship("parentFolder", to: "BookmarkManagedObject", inverse: "children")
      FetchIndex(
        "byDateAdded", elements: [FetchIndexElement(.property("dateAdded"), isAscending: false)])
      FetchIndex("byID", "id")
      UniquenessConstraint("id")
    }
  }

  /// Gives every bookmark an identifier, which the second version demands and nothing can infer.
  ///
  /// An app would take a new UUID; here it follows from the primary key, so that it is foreseen.
  private static let identifiers = MigrationStage.custom(
    from: "Bookmark", to: "Bookmark 2",
    entityMappings: [
      CustomEntityMapping(
        from: "BookmarkManagedObject", to: "BookmarkManagedObject", setting: ["id"]
      ) { bookmark in
        let key = UInt64(bitPattern: bookmark.primaryKey)
        let bytes = withUnsafeBytes(of: key.bigEndian, Array.init)
        return [
          "id": .uuid(
            UUID(
              uuid: (
                0, 0, 0, 0, 0, 0, 0x40, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4],
                bytes[5], bytes[6], bytes[7]
              )))
        ]
      }
    ],
    expects: [
      .value(entity: "BookmarkManagedObject", attribute: "id") { bookmark, _ in
        let digits = String(bookmark.primaryKey, radix: 16)
        let padded = String(repeating: "0", count: 12 - digits.count) + digits
        return UUID(uuidString: "00000000-0000-4000-0000-\(padded)").map { .uuid($0) } ?? .null
      }
    ])

  /// When every bookmark had to say whether it is a favorite.
  private static let bookmarkOf2021 = VersionShape(
    "2021-06-20", of: "Bookmark 2", versionIdentifiers: [""]
  ) {
    Entity("BookmarkManagedObject", className: "BookmarkManagedObject") {
      Attribute("dateAdded", .date, isOptional: false)
      Attribute("faviconEncrypted", .transformable, valueTransformerName: "NSImageTransformer")
      Attribute("id", .uuid, isOptional: false)
      Attribute("isFavorite", .boolean, isOptional: false, default: false)
      Attribute("isFolder", .boolean, isOptional: false, default: false)
      Attribute(
        "titleEncrypted", .transformable, isOptional: false,
        valueTransformerName: "NSStringTransformer")
      Attribute("urlEncrypted", .transformable, valueTransformerName: "NSURLTransformer")
      Relationship(
        "children", to: "BookmarkManagedObject", inverse: "parentFolder", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship("parentFolder", to: "BookmarkManagedObject", inverse: "children")
      FetchIndex(
        "byDateAdded", elements: [FetchIndexElement(.property("dateAdded"), isAscending: false)])
      FetchIndex("byID", "id")
      UniquenessConstraint("id")
    }
  }

  /// When favorites were those in the order alone.
  private static let bookmarkOf2022 = VersionShape(
    "2022-11-18", of: "Bookmark 3", versionIdentifiers: [""]
  ) {
    Entity("BookmarkManagedObject", className: "BookmarkManagedObject") {
      Attribute("dateAdded", .date, isOptional: false)
      Attribute("faviconEncrypted", .transformable, valueTransformerName: "NSImageTransformer")
      Attribute("id", .uuid, isOptional: false)
      Attribute("isFolder", .boolean, isOptional: false, default: false)
      Attribute(
        "titleEncrypted", .transformable, isOptional: false,
        valueTransformerName: "NSStringTransformer")
      Attribute("urlEncrypted", .transformable, valueTransformerName: "NSURLTransformer")
      Relationship(
        "children", to: "BookmarkManagedObject", inverse: "parentFolder", .toMany, isOrdered: true,
        deleteRule: .cascade)
      Relationship(
        "favorites", to: "BookmarkManagedObject", inverse: "favoritesFolder", .toMany,
        isOrdered: true)
      Relationship("favoritesFolder", to: "BookmarkManagedObject", inverse: "favorites")
      Relationship("parentFolder", to: "BookmarkManagedObject", inverse: "children")
      FetchIndex(
        "byDateAdded", elements: [FetchIndexElement(.property("dateAdded"), isAscending: false)])
      FetchIndex("byID", "id")
      UniquenessConstraint("id")
    }
  }
}
