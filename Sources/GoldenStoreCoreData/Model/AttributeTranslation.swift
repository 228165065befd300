#if canImport(CoreData)
  import CoreData
  import GoldenStoreModel

  /// Makes the descriptions of attributes.
  struct AttributeTranslation {
    let plan: ManagedObjectModelPlan

    /// - Parameter place: The attribute for errors, such as `Person.address.city`.
    func description(
      of attribute: Attribute, place: String
    ) throws(ManagedObjectModelProblem) -> NSAttributeDescription {
      let description = try kind(of: attribute, place: place)
      description.name = attribute.name
      description.isOptional = attribute.isOptional
      for setting in try plan.settings(of: attribute, place: place) {
        apply(setting, to: description)
      }
      let limits = try plan.limits(of: attribute, place: place)
      if !limits.isEmpty {
        description.setValidationPredicates(
          limits.map { PredicateTranslation.predicate($0.predicate) },
          withValidationWarnings: limits.map(\.warning))
      }
      return description
    }

    private func apply(_ setting: AttributeSetting, to description: NSAttributeDescription) {
      switch setting {
      case .transient: description.isTransient = true
      case .versionHashModifier(let modifier): description.versionHashModifier = modifier
      case .renamingIdentifier(let identifier): description.renamingIdentifier = identifier
      case .userInfo(let entries): description.userInfo = entries.dictionary
      case .externalBinaryDataStorage: description.allowsExternalBinaryDataStorage = true
      case .preservesValueInHistoryOnDeletion:
        description.preservesValueInHistoryOnDeletion = true
      case .cloudEncryption: description.allowsCloudEncryption = true
      case .defaultValue(let object): description.defaultValue = object
      }
    }

    private func kind(
      of attribute: Attribute, place: String
    ) throws(ManagedObjectModelProblem) -> NSAttributeDescription {
      guard let type = Self.type(attribute.type) else {
        return try composite(attribute, place: place)
      }
      let description: NSAttributeDescription
      if let derivation = attribute.derivation {
        let derived = NSDerivedAttributeDescription()
        derived.derivationExpression = PredicateTranslation.expression(
          try plan.derivationExpression(derivation, place: place))
        description = derived
      } else {
        description = NSAttributeDescription()
      }
      description.type = type
      if attribute.type == .transformable {
        if let name = plan.valueTransformerName(of: attribute) {
          description.valueTransformerName = name
        }
        if plan.isForApp, let name = attribute.valueClassName {
          description.attributeValueClassName = name
        }
      }
      return description
    }

    private func composite(
      _ attribute: Attribute, place: String
    ) throws(ManagedObjectModelProblem) -> NSAttributeDescription {
      guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else {
        throw .unavailable(
          feature: "composite attributes", place: place,
          since: ManagedObjectModelPlan.systemsWithComposites)
      }
      let description = NSCompositeAttributeDescription()
      var elements: [NSAttributeDescription] = []
      for element in attribute.elements {
        elements.append(try self.description(of: element, place: "\(place).\(element.name)"))
      }
      description.elements = elements
      return description
    }

    /// Core Data's type; `nil` for composites, which are descriptions of their own.
    static func type(_ type: AttributeType) -> NSAttributeDescription.AttributeType? {
      switch type {
      case .undefined: .undefined
      case .integer16: .integer16
      case .integer32: .integer32
      case .integer64: .integer64
      case .decimal: .decimal
      case .double: .double
      case .float: .float
      case .string: .string
      case .boolean: .boolean
      case .date: .date
      case .binary: .binaryData
      case .uuid: .uuid
      case .uri: .uri
      case .transformable: .transformable
      case .objectID: .objectID
      case .composite: nil
      }
    }
  }

  extension [UserInfoEntry] {
    /// The entries as Core Data keeps them; of two with one key the last counts.
    var dictionary: [AnyHashable: Any] {
      Dictionary(map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
    }
  }
#endif
