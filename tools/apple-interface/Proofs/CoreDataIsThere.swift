// lowest: CoreData and SwiftData can be imported
#if canImport(CoreData) && canImport(SwiftData)
  #error("CoreData and SwiftData can be imported")
#endif
