// lowest: 'versionChecksum' is only available in
// newest: passes
import CoreData

func checksum(of model: NSManagedObjectModel) -> String { model.versionChecksum }
