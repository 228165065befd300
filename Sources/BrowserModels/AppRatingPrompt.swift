public import GoldenStoreModel

extension BrowserModels {
  /// On how many days the app was used, and when it asked for a rating.
  public static let appRatingPrompt = ModelHistory(
    "AppRatingPrompt",
    seeds: [
      .objects(entity: "AppRatingPromptEntity", count: 12),
      .values(entity: "AppRatingPromptEntity", attribute: "uniqueAccessDays", [0, 1, 3, 7]),
    ]
  ) {
    appRatingPrompt1
    appRatingPrompt2
  }

  private static let appRatingPrompt1 = Model("AppRatingPrompt", versionIdentifiers: [""]) {
    Entity("AppRatingPromptEntity", className: "AppRatingPromptEntity") {
      Attribute("lastAccess", .date)
      Attribute("lastShown", .date)
      Attribute("uniqueAccessDays", .integer64, default: 0)
    }
  }

  /// Tells the first time from the last.
  private static let appRatingPrompt2 = Model("AppRatingPrompt 2", versionIdentifiers: [""]) {
    Entity("AppRatingPromptEntity", className: "AppRatingPromptEntity") {
      Attribute("firstShown", .date)
      Attribute("lastAccess", .date)
      Attribute("lastShown", .date)
      Attribute("uniqueAccessDays", .integer64, default: 0)
    }
  }
}
