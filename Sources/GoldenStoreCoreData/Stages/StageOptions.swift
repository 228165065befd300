#if canImport(CoreData)
  import CoreData
  import Foundation

  /// The options with which the stores of a custom stage are open: those of the app, without any
  /// migration.
  enum StageOptions {
    static func plain(_ options: [AnyHashable: Any]?) -> [AnyHashable: Any] {
      var plain = options ?? [:]
      plain[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: false)
      plain[NSInferMappingModelAutomaticallyOption] = NSNumber(value: false)
      plain[NSReadOnlyPersistentStoreOption] = nil
      if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) {
        plain[NSPersistentStoreStagedMigrationManagerOptionKey] = nil
      }
      return plain
    }

    /// Without history too: Core Data would have to make its tables where there are none yet.
    static func readOnly(_ options: [AnyHashable: Any]?) -> [AnyHashable: Any] {
      var readOnly = withoutHistory(options)
      readOnly[NSReadOnlyPersistentStoreOption] = NSNumber(value: true)
      return readOnly
    }

    static func withoutHistory(_ options: [AnyHashable: Any]?) -> [AnyHashable: Any] {
      var without = plain(options)
      without[NSPersistentHistoryTrackingKey] = nil
      without[NSPersistentStoreRemoteChangeNotificationPostOptionKey] = nil
      return without
    }

    /// Whether the options ask for a store that is only read.
    static func isReadOnly(_ options: [AnyHashable: Any]) -> Bool {
      (options[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
    }

    /// Whether the options track persistent history: a number that is not 0, or a dictionary.
    static func tracksHistory(_ options: [AnyHashable: Any]?) -> Bool {
      guard let value = options?[NSPersistentHistoryTrackingKey] else { return false }
      return (value as? NSNumber)?.boolValue ?? true
    }
  }
#endif
