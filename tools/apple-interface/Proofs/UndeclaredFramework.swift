// lowest: has no member 'modelVersion'
// newest: has no member 'modelVersion'
import CoreData

func version(of model: NSManagedObjectModel) -> String { model.modelVersion }
