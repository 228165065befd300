// lowest: passes
// newest: passes
import CoreData

func checksum(of model: NSManagedObjectModel) -> String? {
  if #available(iOS 17, macOS 14, *) { return model.versionChecksum }
  return nil
}
