public import GoldenStoreModel

extension BrowserModels {
  /// What was synchronised, and up to where.
  public static let syncMetadata = ModelHistory(
    "SyncMetadata",
    shapes: [syncMetadataOfMarch2024],
    seeds: [
      .objects(entity: "SyncFeatureEntity", count: 12),
      .objects(entity: "SyncableSettingsMetadata", count: 12),
      .values(
        entity: "SyncFeatureEntity", attribute: "name",
        [
          "bookmarks", "credentials", "settings", "creditCards", "identities", "tabs",
          "devices", "favicons", "emailProtection", "passwords", "aiChats", "history",
        ]),
      .values(
        entity: "SyncFeatureEntity", attribute: "lastModified",
        ["2023-05-17T08:21:04.112Z", "2023-11-02T19:45:00Z", "2024-01-08T07:00:59.9Z"]),
      .values(
        entity: "SyncFeatureEntity", attribute: "state", ["needsRemoteDataFetch", "readyToSync"]),
      .values(
        entity: "SyncableSettingsMetadata", attribute: "key",
        [
          "favicons_fetching", "email_protection_generation", "favorites_display_mode",
          "theme", "homepage", "search_suggestions", "autoplay", "font_size", "language",
          "downloads_folder", "autofill", "duck_player",
        ]),
    ]
  ) {
    syncMetadata1
    syncMetadata2
    syncMetadata3
    syncMetadata4
  }

  private static let syncMetadata1 = Model("SyncMetadata", versionIdentifiers: [""]) {
    Entity("SyncFeatureEntity", className: "SyncFeatureEntity") {
      Attribute("lastModified", .string)
      Attribute("name", .string, isOptional: false)
      FetchIndex("byName", "name")
      UniquenessConstraint("name")
    }
  }

  /// Adds the state of a feature.
  private static let syncMetadata2 = Model("SyncMetadata 2", versionIdentifiers: [""]) {
    Entity("SyncFeatureEntity", className: "SyncFeatureEntity") {
      Attribute("lastModified", .string)
      Attribute("name", .string, isOptional: false)
      Attribute("state", .string)
      FetchIndex("byName", "name")
      UniquenessConstraint("name")
    }
  }

  /// Adds an entity for settings.
  private static let syncMetadata3 = Model("SyncMetadata 3", versionIdentifiers: [""]) {
    Entity("SyncableSettingsMetadata", className: "SyncableSettingsMetadata") {
      Attribute("key", .string, isOptional: false)
      Attribute("lastModified", .date)
      FetchIndex("byKey", "key")
      UniquenessConstraint("key")
    }
    Entity("SyncFeatureEntity", className: "SyncFeatureEntity") {
      Attribute("lastModified", .string)
      Attribute("name", .string, isOptional: false)
      Attribute("state", .string)
      FetchIndex("byName", "name")
      UniquenessConstraint("name")
    }
  }

  /// Adds the local time of the last synchronisation.
  private static let syncMetadata4 = Model("SyncMetadata 4", versionIdentifiers: [""]) {
    Entity("SyncableSettingsMetadata", className: "SyncableSettingsMetadata") {
      Attribute("key", .string, isOptional: false)
      Attribute("lastModified", .date)
      FetchIndex("byKey", "key")
      UniquenessConstraint("key")
    }
    Entity("SyncFeatureEntity", className: "SyncFeatureEntity") {
      Attribute("lastModified", .string)
      Attribute("lastSyncLocalTimestamp", .date)
      Attribute("name", .string, isOptional: false)
      Attribute("state", .string)
      FetchIndex("byName", "name")
      UniquenessConstraint("name")
    }
  }

  /// The fourth version with the first name of what it added.
  private static let syncMetadataOfMarch2024 = VersionShape(
    "2024-03-14", of: "SyncMetadata 4", versionIdentifiers: [""]
  ) {
    Entity("SyncableSettingsMetadata", className: "SyncableSettingsMetadata") {
      Attribute("key", .string, isOptional: false)
      Attribute("lastModified", .date)
      FetchIndex("byKey", "key")
      UniquenessConstraint("key")
    }
    Entity("SyncFeatureEntity", className: "SyncFeatureEntity") {
      Attribute("lastModified", .string)
      Attribute("lastSynced", .date)
      Attribute("name", .string, isOptional: false)
      Attribute("state", .string)
      FetchIndex("byName", "name")
      UniquenessConstraint("name")
    }
  }
}
