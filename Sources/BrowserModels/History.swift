import Foundation
public import GoldenStoreModel

extension BrowserModels {
  /// The macOS browser's own history, whose titles and URLs are encrypted by value transformers.
  public static let history = ModelHistory(
    "History",
    seeds: [
      .objects(entity: "HistoryEntryManagedObject", count: 12),
      .objects(entity: "VisitManagedObject", count: 30),
      .values(
        entity: "HistoryEntryManagedObject", attribute: "titleEncrypted",
        [
          .transformable(Data("title: Wikipedia".utf8)),
          .transformable(Data("title: Swift.org".utf8)),
          .transformable(Data("title: Café Zürich".utf8)),
        ]),
      .values(
        entity: "HistoryEntryManagedObject", attribute: "urlEncrypted",
        [
          .transformable(Data("url: https://www.wikipedia.org/".utf8)),
          .transformable(Data("url: https://www.swift.org/".utf8)),
          .transformable(Data("url: https://cafe.example/".utf8)),
        ]),
      .values(
        entity: "HistoryEntryManagedObject", attribute: "blockedTrackingEntities",
        ["Google|Facebook", "Criteo", "Amazon.com|Adobe|Taboola"]),
      .values(
        entity: "HistoryEntryManagedObject", attribute: "numberOfVisits", [1, 2, 5, 14]),
      .values(
        entity: "HistoryEntryManagedObject", attribute: "numberOfTrackersBlocked", [0, 1, 3, 11]),
    ]
  ) {
    history1
    history2
    history3
    history4
    history5
    history6
  }

  private static let history1 = Model("History", versionIdentifiers: [""]) {
    Entity("HistoryEntryManagedObject", className: "HistoryEntryManagedObject") {
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("lastVisit", .date, isOptional: false)
      Attribute("numberOfVisits", .integer64, isOptional: false, default: 0)
      Attribute("titleEncrypted", .transformable, valueTransformerName: "NSStringTransformer")
      Attribute(
        "urlEncrypted", .transformable, isOptional: false,
        valueTransformerName: "NSURLTransformer")
    }
  }

  /// Adds failed loads and downloads.
  private static let history2 = Model("History 2", versionIdentifiers: [""]) {
    Entity("HistoryEntryManagedObject", className: "HistoryEntryManagedObject") {
      Attribute("failedToLoad", .boolean, isOptional: false, default: false)
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("isDownload", .boolean, isOptional: false, default: false)
      Attribute("lastVisit", .date, isOptional: false)
      Attribute("numberOfVisits", .integer64, isOptional: false, default: 0)
      Attribute("titleEncrypted", .transformable, valueTransformerName: "NSStringTransformer")
      Attribute(
        "urlEncrypted", .transformable, isOptional: false,
        valueTransformerName: "NSURLTransformer")
    }
  }

  /// Drops downloads.
  private static let history3 = Model("History 3", versionIdentifiers: [""]) {
    Entity("HistoryEntryManagedObject", className: "HistoryEntryManagedObject") {
      Attribute("failedToLoad", .boolean, isOptional: false, default: false)
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("lastVisit", .date, isOptional: false)
      Attribute("numberOfVisits", .integer64, isOptional: false, default: 0)
      Attribute("titleEncrypted", .transformable, valueTransformerName: "NSStringTransformer")
      Attribute(
        "urlEncrypted", .transformable, isOptional: false,
        valueTransformerName: "NSURLTransformer")
    }
  }

  /// Counts blocked trackers.
  private static let history4 = Model("History 4", versionIdentifiers: [""]) {
    Entity("HistoryEntryManagedObject", className: "HistoryEntryManagedObject") {
      Attribute("blockedTrackingEntities", .string)
      Attribute("failedToLoad", .boolean, isOptional: false, default: false)
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("lastVisit", .date, isOptional: false)
      Attribute("numberOfTrackersBlocked", .integer64, default: 0)
      Attribute("numberOfVisits", .integer64, isOptional: false, default: 0)
      Attribute("titleEncrypted", .transformable, valueTransformerName: "NSStringTransformer")
      Attribute(
        "urlEncrypted", .transformable, isOptional: false,
        valueTransformerName: "NSURLTransformer")
    }
  }

  /// Says whether trackers were found at all.
  private static let history5 = Model("History 5", versionIdentifiers: [""]) {
    Entity("HistoryEntryManagedObject", className: "HistoryEntryManagedObject") {
      Attribute("blockedTrackingEntities", .string)
      Attribute("failedToLoad", .boolean, isOptional: false, default: false)
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("lastVisit", .date, isOptional: false)
      Attribute("numberOfTrackersBlocked", .integer64, default: 0)
      Attribute("numberOfVisits", .integer64, isOptional: false, default: 0)
      Attribute("titleEncrypted", .transformable, valueTransformerName: "NSStringTransformer")
      Attribute("trackersFound", .boolean)
      Attribute(
        "urlEncrypted", .transformable, isOptional: false,
        valueTransformerName: "NSURLTransformer")
    }
  }

  /// Adds each visit as an object, and renames `numberOfVisits`.
  private static let history6 = Model("History 6", versionIdentifiers: [""]) {
    Entity("HistoryEntryManagedObject", className: "HistoryEntryManagedObject") {
      Attribute("blockedTrackingEntities", .string)
      Attribute("failedToLoad", .boolean, isOptional: false, default: false)
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("lastVisit", .date, isOptional: false)
      Attribute(
        "numberOfTotalVisits", .integer64, default: 0, renamingIdentifier: "numberOfVisits")
      Attribute("numberOfTrackersBlocked", .integer64, default: 0)
      Attribute(
        "titleEncrypted", .transformable,
        userInfo: [UserInfoEntry("transformer", "NSStringTransformer")])
      Attribute("trackersFound", .boolean)
      Attribute(
        "urlEncrypted", .transformable, isOptional: false,
        userInfo: [UserInfoEntry("transformer", "NSURLTransformer")])
      Relationship(
        "visits", to: "VisitManagedObject", inverse: "historyEntry", .toMany,
        deleteRule: .cascade)
    }
    Entity("VisitManagedObject", className: "VisitManagedObject") {
      Attribute("date", .date, isOptional: false)
      Relationship(
        "historyEntry", to: "HistoryEntryManagedObject", inverse: "visits", isOptional: false)
    }
  }
}
