public import GoldenStoreModel

extension BrowserModels {
  /// The pages that were visited, and when: the store that iOS and macOS share.
  public static let browsingHistory = ModelHistory(
    "BrowsingHistory",
    seeds: [
      .objects(entity: "BrowsingHistoryEntryManagedObject", count: 12),
      .objects(entity: "PageVisitManagedObject", count: 30),
      .values(
        entity: "BrowsingHistoryEntryManagedObject", attribute: "title",
        [
          "Wikipedia, the free encyclopedia", "Swift.org - Welcome to Swift.org",
          "SQLite Home Page", "Weather: Zürich", "日本語 - ウィキペディア", "Recipes | Tarte à l'oignon",
        ]),
      .values(
        entity: "BrowsingHistoryEntryManagedObject", attribute: "url",
        [
          .uri("https://www.wikipedia.org/"), .uri("https://www.swift.org/"),
          .uri("https://sqlite.org/index.html"),
          .uri("https://weather.example/?q=Z%C3%BCrich&unit=c"),
          .uri("https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E"),
          .uri("https://recipes.example/tarte#ingredients"),
        ]),
      .values(
        entity: "BrowsingHistoryEntryManagedObject", attribute: "blockedTrackingEntities",
        ["Google|Facebook", "Criteo", "Amazon.com|Adobe|Taboola"]),
      .values(
        entity: "BrowsingHistoryEntryManagedObject", attribute: "numberOfVisits", [1, 2, 5, 14]),
      .values(
        entity: "BrowsingHistoryEntryManagedObject", attribute: "numberOfTrackersBlocked",
        [0, 1, 3, 11]),
    ]
  ) {
    browsingHistory1
  }

  private static let browsingHistory1 = Model("BrowsingHistory", versionIdentifiers: [""]) {
    Entity(
      "BrowsingHistoryEntryManagedObject", className: "BrowsingHistoryEntryManagedObject"
    ) {
      Attribute("blockedTrackingEntities", .string)
      Attribute("failedToLoad", .boolean, isOptional: false, default: false)
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("lastVisit", .date, isOptional: false)
      Attribute(
        "numberOfTotalVisits", .integer64, default: 0, renamingIdentifier: "numberOfVisits")
      Attribute("numberOfTrackersBlocked", .integer64, default: 0)
      Attribute("title", .string, valueTransformerName: "NSStringTransformer")
      Attribute("trackersFound", .boolean)
      Attribute("url", .uri, isOptional: false, valueTransformerName: "NSURLTransformer")
      Relationship(
        "visits", to: "PageVisitManagedObject", inverse: "historyEntry", .toMany,
        deleteRule: .cascade)
    }
    Entity("PageVisitManagedObject", className: "PageVisitManagedObject") {
      Attribute("date", .date, isOptional: false)
      Relationship(
        "historyEntry", to: "BrowsingHistoryEntryManagedObject", inverse: "visits",
        isOptional: false)
    }
  }
}
