/// Names that no property can have, because managed objects have a method without parameters of
/// that name, or answer for it in another way.
///
/// Core Data's documentation of `NSPropertyDescription` states the rule and names `description`;
/// these are the methods of `NSManagedObject` and those of `NSObject` that a property could mean.
package enum ReservedNames {
  package static let all: Set<String> = [
    // NSManagedObject
    "objectID", "managedObjectContext", "entity", "isInserted", "isUpdated", "isDeleted", "isFault",
    "hasChanges", "hasPersistentChangedValues", "faultingState", "changedValues", "inserted",
    "updated", "deleted", "fault", "awakeFromFetch", "awakeFromInsert", "willSave", "didSave",
    "willTurnIntoFault", "didTurnIntoFault", "prepareForDeletion", "changedValuesForCurrentEvent",
    "observationInfo",
    // NSObject
    "description", "debugDescription", "hash", "self", "class", "superclass", "copy", "mutableCopy",
    "init", "dealloc", "retain", "release", "autorelease", "retainCount", "zone", "isProxy",
    "finalize",
  ]
}
