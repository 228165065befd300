#if canImport(CoreData)
  import CoreData
  import Foundation

  extension StoreOptions {
    /// The options as Core Data takes them.
    var coreData: [String: NSObject] {
      var options = others.mapValues(\.object)
      if tracksPersistentHistory {
        options[NSPersistentHistoryTrackingKey] = NSNumber(value: true)
      }
      if postsRemoteChanges {
        options[NSPersistentStoreRemoteChangeNotificationPostOptionKey] = NSNumber(value: true)
      }
      if !pragmas.isEmpty {
        options[NSSQLitePragmasOption] = Value.dictionary(pragmas.mapValues { .text($0) }).object
      }
      if let timeout { options[NSPersistentStoreTimeoutOption] = NSNumber(value: timeout) }
      // Macs know no protection of files.
      #if !os(macOS)
        if let fileProtection {
          options[NSPersistentStoreFileProtectionKey] =
            fileProtection.type.rawValue as NSString
        }
      #endif
      return options
    }

    /// The same, and nothing migrates when the store is opened.
    var withoutMigration: [String: NSObject] {
      var options = coreData
      options[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: false)
      options[NSInferMappingModelAutomaticallyOption] = NSNumber(value: false)
      return options
    }

    /// What an upgrade decides by itself.
    static var reserved: Set<String> {
      var keys: Set = [
        NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
        NSPersistentStoreDeferredLightweightMigrationOptionKey, NSReadOnlyPersistentStoreOption,
        NSPersistentStoreForceDestroyOption,
      ]
      if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) {
        keys.insert(NSPersistentStoreStagedMigrationManagerOptionKey)
      }
      return keys
    }

    /// The names of the properties that stand for options.
    static var properties: [String: String] {
      var properties = [
        NSPersistentHistoryTrackingKey: "tracksPersistentHistory",
        NSPersistentStoreRemoteChangeNotificationPostOptionKey: "postsRemoteChanges",
        NSSQLitePragmasOption: "pragmas", NSPersistentStoreTimeoutOption: "timeout",
      ]
      #if !os(macOS)
        properties[NSPersistentStoreFileProtectionKey] = "fileProtection"
      #endif
      return properties
    }
  }

  extension StoreOptions.Value {
    var object: NSObject {
      switch self {
      case .flag(let value): NSNumber(value: value)
      case .number(let value): NSNumber(value: value)
      case .text(let value): value as NSString
      case .dictionary(let values): values.mapValues(\.object) as NSDictionary
      }
    }
  }

  #if !os(macOS)
    extension StoreOptions.FileProtection {
      var type: FileProtectionType {
        switch self {
        case .none: .none
        case .complete: .complete
        case .completeUnlessOpen: .completeUnlessOpen
        case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
        }
      }
    }
  #endif
#endif
