/// What a model of Core Data is made for.
public enum ManagedObjectModelPurpose: Hashable, Sendable {
  /// For an app that opens a store: classes, value transformers, limits of attributes, fetched
  /// properties and fetch requests are those that the version declares.
  ///
  /// - Parameter module: The module of the classes whose declared names begin with a point, as
  ///   Xcode writes them for the "current product module"; `nil` where there are none.
  case app(module: String? = nil)
  /// For a migration: every object is a plain `NSManagedObject`, and the value of a transformable
  /// attribute is the `Data` that the store holds, so that no class and no value transformer of the
  /// app has to be there for a version that the app has left behind.
  ///
  /// Limits of attributes, fetched properties and fetch requests are left out. Version hashes are
  /// those of the app's model.
  case migration
}
