public import GoldenStoreModel

extension BrowserModels {
  /// How many trackers of each company were blocked on each day.
  public static let privacyStats = ModelHistory(
    "PrivacyStats",
    shapes: [privacyStatsByDay, privacyStatsByPack],
    seeds: [
      .objects(entity: "DailyBlockedTrackersEntity", count: 12),
      .values(
        entity: "DailyBlockedTrackersEntity", attribute: "companyName",
        [
          "Google", "Facebook", "Amazon.com", "Microsoft", "Adobe", "Criteo", "comScore",
          "The Trade Desk", "Taboola", "Outbrain", "Quantcast", "Yandex",
        ]),
      .values(
        entity: "DailyBlockedTrackersEntity", attribute: "count", [31, 17, 8, 5, 3, 2, 1]),
    ]
  ) {
    privacyStats1
  }

  private static let privacyStats1 = Model("PrivacyStats", versionIdentifiers: [""]) {
    Entity("DailyBlockedTrackersEntity", className: "DailyBlockedTrackersEntity") {
      Attribute("companyName", .string, isOptional: false)
      Attribute("count", .integer64, isOptional: false, default: 0)
      Attribute("timestamp", .date, isOptional: false)
      FetchIndex("byTimestampAndCompanyName", "timestamp", "companyName")
      UniquenessConstraint("timestamp", "companyName")
    }
  }

  /// The model as it was first: one dictionary a day.
  private static let privacyStatsByDay = VersionShape(
    "2024-11-24", of: "PrivacyStats", versionIdentifiers: [""]
  ) {
    Entity("PrivacyStatsEntity", className: "PrivacyStatsEntity") {
      Attribute("blockedTrackersDictionary", .transformable, isOptional: false)
      Attribute("timestamp", .date, isOptional: false)
      FetchIndex("byTimestamp", "timestamp")
      UniquenessConstraint("timestamp")
    }
  }

  /// The same under another name, three days later.
  private static let privacyStatsByPack = VersionShape(
    "2024-11-27", of: "PrivacyStats", versionIdentifiers: [""]
  ) {
    Entity("PrivacyStatsPackEntity", className: "PrivacyStatsPackEntity") {
      Attribute("blockedTrackersDictionary", .transformable, isOptional: false)
      Attribute("timestamp", .date, isOptional: false)
      FetchIndex("byTimestamp", "timestamp")
      UniquenessConstraint("timestamp")
    }
  }
}
