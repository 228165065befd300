#if canImport(CoreData)
  import CoreData
  import Foundation

  /// The values of transformable attributes as bytes, and back.
  ///
  /// Models that are made for a migration have the bytes themselves. Others, such as those that an
  /// app has given a staged migration, have objects, of which the attribute's value transformer
  /// makes bytes; which of its two directions does, says the class of what it makes.
  struct TransformableValues {
    private let names: [String: String]
    private let entity: String

    /// - Parameter description: The entity in the model that the store is open with.
    init(_ description: NSEntityDescription) {
      entity = description.name ?? ""
      var names: [String: String] = [:]
      for (name, attribute) in description.attributesByName
      where attribute.type == .transformable {
        let transformer =
          attribute.valueTransformerName
          ?? NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
        if transformer != StoredBytes.transformerName { names[name] = transformer }
      }
      self.names = names
    }

    /// The object as it is stored.
    ///
    /// - Throws: `PersistenceError.managedObject`.
    func stored(_ object: Any?, of key: String) throws(PersistenceError) -> Any? {
      guard let name = names[key], let object else { return object }
      let transformer = try transformer(name, key)
      let data =
        makesData(transformer)
        ? transformer.transformedValue(object) : transformer.reverseTransformedValue(object)
      guard let data = data as? Data else { throw notTransformed(name, key) }
      return data
    }

    /// The object that an attribute gets for what is stored.
    ///
    /// - Throws: `PersistenceError.managedObject`.
    func loaded(_ stored: Any?, of key: String) throws(PersistenceError) -> Any? {
      guard let name = names[key], let stored else { return stored }
      let transformer = try transformer(name, key)
      let object =
        makesData(transformer)
        ? transformer.reverseTransformedValue(stored) : transformer.transformedValue(stored)
      guard let object else { throw notTransformed(name, key) }
      return object
    }

    private func transformer(_ name: String, _ key: String) throws(PersistenceError)
      -> ValueTransformer
    {
      guard let transformer = ValueTransformer(forName: NSValueTransformerName(name)) else {
        throw .managedObject(.transformerMissing(name: name, place: "\(entity).\(key)"))
      }
      return transformer
    }

    private func makesData(_ transformer: ValueTransformer) -> Bool {
      type(of: transformer).transformedValueClass() is NSData.Type
    }

    private func notTransformed(_ name: String, _ key: String) -> PersistenceError {
      .managedObject(.notTransformed(name: name, place: "\(entity).\(key)"))
    }
  }
#endif
