public import GoldenStoreModel

extension BrowserModels {
  /// The messages that were fetched from afar, and of which configuration they are.
  public static let remoteMessaging = ModelHistory(
    "RemoteMessaging",
    seeds: [
      .objects(entity: "RemoteMessageManagedObject", count: 12),
      .objects(entity: "RemoteMessagingConfigManagedObject", count: 12),
      .values(
        entity: "RemoteMessageManagedObject", attribute: "id",
        [
          "8274589c-8aeb-4322-a737-3852911569e3", "macos_privacy_pro_exit_survey_1",
          "ios_set_as_default",
        ]),
      .values(
        entity: "RemoteMessageManagedObject", attribute: "message",
        [
          #"{"id":"1","content":{"messageType":"small","titleText":"Café"}}"#,
          #"{"id":"2","content":{"messageType":"medium","placeholder":"Announce"}}"#,
        ]),
      .values(entity: "RemoteMessageManagedObject", attribute: "status", [0, 1, 2]),
    ]
  ) {
    remoteMessaging1
  }

  private static let remoteMessaging1 = Model("RemoteMessaging", versionIdentifiers: [""]) {
    Entity("RemoteMessageManagedObject", className: "RemoteMessageManagedObject") {
      Attribute("id", .string)
      Attribute("message", .string)
      Attribute("shown", .boolean, isOptional: false, default: false)
      Attribute("status", .integer16, default: 0)
    }
    Entity("RemoteMessagingConfigManagedObject", className: "RemoteMessagingConfigManagedObject") {
      Attribute("evaluationTimestamp", .date)
      Attribute("invalidate", .boolean)
      Attribute("version", .integer64, default: 0)
    }
  }
}
