public import GoldenStoreModel

extension BrowserModels {
  /// The store that HTTPSUpgrade, AppRatingPrompt and RemoteMessaging share.
  ///
  /// Core Data compares the entities of all models at once, so that the store got another version
  /// whenever one of the three did.
  public static let sharedStore = ModelHistory(
    "SharedStore", combining: [httpsUpgrade, appRatingPrompt, remoteMessaging],
    as: [
      ModelCombination("SharedStore", ["HTTPSUpgrade": "HTTPSUpgrade"]),
      ModelCombination(
        "SharedStore 2",
        ["HTTPSUpgrade": "HTTPSUpgrade", "AppRatingPrompt": "AppRatingPrompt"]),
      ModelCombination(
        "SharedStore 3",
        ["HTTPSUpgrade": "HTTPSUpgrade 2", "AppRatingPrompt": "AppRatingPrompt"]),
      ModelCombination(
        "SharedStore 4",
        [
          "HTTPSUpgrade": "HTTPSUpgrade 2", "AppRatingPrompt": "AppRatingPrompt",
          "RemoteMessaging": "RemoteMessaging",
        ]),
      ModelCombination(
        "SharedStore 5",
        [
          "HTTPSUpgrade": "HTTPSUpgrade 3", "AppRatingPrompt": "AppRatingPrompt",
          "RemoteMessaging": "RemoteMessaging",
        ]),
      ModelCombination(
        "SharedStore 6",
        [
          "HTTPSUpgrade": "HTTPSUpgrade 3", "AppRatingPrompt": "AppRatingPrompt 2",
          "RemoteMessaging": "RemoteMessaging",
        ]),
    ])
}
