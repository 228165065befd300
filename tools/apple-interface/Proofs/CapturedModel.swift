// sdk16: passes
// sdk26: capture of 'model' with non-Sendable type 'NSManagedObjectModel'
import CoreData

func count(_ model: NSManagedObjectModel, in context: NSManagedObjectContext) {
  context.performAndWait { print(model.entities.count) }
}
