// sdk16: capture of 'context' with non-Sendable type 'NSManagedObjectContext'
// sdk26: passes
import CoreData

func later(_ context: NSManagedObjectContext) {
  let work: @Sendable () -> Void = { context.reset() }
  work()
}
