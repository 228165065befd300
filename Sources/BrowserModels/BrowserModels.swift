public import GoldenStoreModel

/// The histories of a browser's Core Data stores, written in Swift: every shipped version of each.
///
/// A version is never edited once a store of it exists; a change of the schema is a new version.
public enum BrowserModels {
  /// Every history, in the order in which they are listed and verified.
  public static let all: [ModelHistory] = [
    privacyStats, browsingHistory, bookmarks, syncMetadata, httpsUpgrade, remoteMessaging,
    appRatingPrompt, sharedStore, history, downloads, legacyBookmarks,
  ]
}
