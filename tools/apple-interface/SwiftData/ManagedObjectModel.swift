import CoreData

// In the SDK these come with the overlay of CoreData and SwiftData, so both are to be imported.
@available(iOS 17.0, macOS 14.0, *)
extension NSManagedObjectModel {
  // API 439
  public static func makeManagedObjectModel(
    for entityTypes: [any PersistentModel.Type],
    mergedWith managedObjectModel: NSManagedObjectModel? = nil
  ) -> NSManagedObjectModel?

  // API 440, unconfirmed
  public static func makeManagedObjectModel(
    for entityTypes: any PersistentModel.Type...,
    mergedWith managedObjectModel: NSManagedObjectModel? = nil
  ) -> NSManagedObjectModel?

  // API 441
  @available(iOS 26.0, macOS 26.0, *)
  public static func makeManagedObjectModel(
    for schema: Schema, mergedWith managedObjectModel: NSManagedObjectModel? = nil
  ) -> NSManagedObjectModel?
}
