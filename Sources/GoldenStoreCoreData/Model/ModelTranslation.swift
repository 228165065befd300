#if canImport(CoreData)
  import CoreData
  import Foundation
  import GoldenStoreModel

  /// Makes the descriptions of a plan's entities, and puts them into a model.
  ///
  /// Entities come first, then their own properties, which then are connected; only then
  /// hierarchies, from the root on, so that subentities inherit what is complete; then indexes and
  /// constraints, which may be over inherited properties.
  struct ModelTranslation {
    private let plan: ManagedObjectModelPlan
    private var entities: [String: NSEntityDescription] = [:]
    private var relationships: [String: [String: NSRelationshipDescription]] = [:]

    /// The entities, ancestors before their descendants, otherwise by name.
    private var ordered: [(entity: Entity, description: NSEntityDescription)] = []

    init(_ plan: ManagedObjectModelPlan) throws(ManagedObjectModelProblem) {
      self.plan = plan
      var generations: [[Entity]] = []
      for entity in plan.model.entitiesByName {
        let generation = plan.model.lineage(of: entity).count
        while generations.count < generation { generations.append([]) }
        generations[generation - 1].append(entity)
      }
      for entity in generations.joined() {
        let description = try Self.description(of: entity, plan)
        entities[entity.name] = description
        ordered.append((entity, description))
      }
      for (entity, description) in ordered {
        description.properties = try properties(of: entity)
      }
      for (entity, _) in ordered { connect(entity) }
      for (entity, description) in ordered {
        let subentities = plan.model.subentities(of: entity).compactMap { entities[$0.name] }
        if !subentities.isEmpty { description.subentities = subentities }
      }
      for (entity, description) in ordered { try index(entity, description) }
    }

    /// Gives a new model its entities and all that belongs to the model itself.
    func fill(_ result: NSManagedObjectModel) throws(ManagedObjectModelProblem) {
      let model = plan.model.model
      result.entities = ordered.map(\.description)
      result.versionIdentifiers = Set(model.versionIdentifiers.map { AnyHashable($0) })
      for configuration in model.configurations {
        result.setEntities(
          configuration.entities.compactMap { entities[$0] },
          forConfigurationName: configuration.name)
      }
      guard plan.isForApp else { return }
      for template in model.fetchRequests {
        let request = try plan.fetchRequest(template.settings, place: template.name)
        result.setFetchRequestTemplate(self.request(request), forName: template.name)
      }
    }

    // MARK: Entities

    private static func description(
      of entity: Entity, _ plan: ManagedObjectModelPlan
    ) throws(ManagedObjectModelProblem) -> NSEntityDescription {
      let description = NSEntityDescription()
      description.name = entity.name
      description.isAbstract = entity.isAbstract
      description.versionHashModifier = entity.versionHashModifier
      if let name = try plan.className(of: entity) { description.managedObjectClassName = name }
      if let identifier = entity.renamingIdentifier { description.renamingIdentifier = identifier }
      if !entity.userInfo.isEmpty { description.userInfo = entity.userInfo.dictionary }
      return description
    }

    private mutating func properties(
      of entity: Entity
    ) throws(ManagedObjectModelProblem) -> [NSPropertyDescription] {
      var properties: [NSPropertyDescription] = []
      let attributes = AttributeTranslation(plan: plan)
      for attribute in entity.attributes {
        properties.append(
          try attributes.description(of: attribute, place: "\(entity.name).\(attribute.name)"))
      }
      for relationship in entity.relationships {
        let description = description(of: relationship)
        relationships[entity.name, default: [:]][relationship.name] = description
        properties.append(description)
      }
      guard plan.isForApp else { return properties }
      for property in entity.fetchedProperties {
        properties.append(
          try description(of: property, place: "\(entity.name).\(property.name)"))
      }
      return properties
    }

    // MARK: Relationships

    /// A relationship that leads nowhere yet.
    private func description(of relationship: Relationship) -> NSRelationshipDescription {
      let description = NSRelationshipDescription()
      description.name = relationship.name
      description.isOptional = relationship.isOptional
      description.isTransient = relationship.isTransient
      description.minCount = relationship.minCount
      description.maxCount = relationship.maxCount
      description.isOrdered = relationship.isOrdered
      description.deleteRule = Self.deleteRule(relationship.deleteRule)
      description.versionHashModifier = relationship.versionHashModifier
      if let identifier = relationship.renamingIdentifier {
        description.renamingIdentifier = identifier
      }
      if !relationship.userInfo.isEmpty { description.userInfo = relationship.userInfo.dictionary }
      return description
    }

    private static func deleteRule(_ rule: DeleteRule) -> NSDeleteRule {
      switch rule {
      case .noAction: .noActionDeleteRule
      case .nullify: .nullifyDeleteRule
      case .cascade: .cascadeDeleteRule
      case .deny: .denyDeleteRule
      }
    }

    private func connect(_ entity: Entity) {
      for relationship in entity.relationships {
        let description = relationships[entity.name]?[relationship.name]
        description?.destinationEntity = entities[relationship.destination]
        if let inverse = plan.inverse(of: relationship) {
          description?.inverseRelationship = relationships[inverse.entity]?[inverse.name]
        }
      }
    }

    // MARK: Fetch requests

    private func description(
      of property: FetchedProperty, place: String
    ) throws(ManagedObjectModelProblem) -> NSFetchedPropertyDescription {
      let description = NSFetchedPropertyDescription()
      description.name = property.name
      description.isOptional = property.isOptional
      if !property.userInfo.isEmpty { description.userInfo = property.userInfo.dictionary }
      description.fetchRequest = request(
        try plan.fetchRequest(property.fetchRequest, place: place))
      return description
    }

    private func request(
      _ request: ManagedObjectModelPlan.FetchRequest
    ) -> NSFetchRequest<any NSFetchRequestResult> {
      let result = NSFetchRequest<any NSFetchRequestResult>()
      result.entity = entities[request.entity]
      result.predicate = request.predicate.map(PredicateTranslation.predicate)
      if !request.sortDescriptors.isEmpty {
        result.sortDescriptors = request.sortDescriptors.map {
          NSSortDescriptor(key: $0.key, ascending: $0.isAscending)
        }
      }
      result.fetchLimit = request.fetchLimit
      result.fetchBatchSize = request.fetchBatchSize
      for (flag, value) in request.flags {
        switch flag {
        case .includesSubentities: result.includesSubentities = value
        case .includesPropertyValues: result.includesPropertyValues = value
        case .includesPendingChanges: result.includesPendingChanges = value
        case .returnsObjectsAsFaults: result.returnsObjectsAsFaults = value
        case .returnsDistinctResults: result.returnsDistinctResults = value
        }
      }
      return result
    }

    // MARK: Indexes

    private func index(
      _ entity: Entity, _ description: NSEntityDescription
    ) throws(ManagedObjectModelProblem) {
      var indexes: [NSFetchIndexDescription] = []
      for index in entity.fetchIndexes {
        indexes.append(try self.description(of: index, entity, description))
      }
      if !indexes.isEmpty { description.indexes = indexes }
      if !entity.uniquenessConstraints.isEmpty {
        description.uniquenessConstraints = entity.uniquenessConstraints.map(\.properties)
      }
    }

    private func description(
      of index: FetchIndex, _ entity: Entity, _ owner: NSEntityDescription
    ) throws(ManagedObjectModelProblem) -> NSFetchIndexDescription {
      let place = "\(entity.name).\(index.name)"
      var elements: [NSFetchIndexElementDescription] = []
      for element in index.elements {
        let property: NSPropertyDescription
        switch try plan.subject(of: element, place: place) {
        case .property(let name):
          guard let found = owner.propertiesByName[name] else {
            throw .indexedPropertyMissing(place: place, property: name)
          }
          property = found
        case .expression(let expression, let type):
          let described = NSExpressionDescription()
          described.name = "\(expression)"
          described.expression = PredicateTranslation.expression(expression)
          described.resultType = AttributeTranslation.type(type) ?? .undefined
          property = described
        }
        let description = NSFetchIndexElementDescription(
          property: property, collationType: element.kind == .rTree ? .rTree : .binary)
        if !element.isAscending { description.isAscending = false }
        elements.append(description)
      }
      let description = NSFetchIndexDescription(name: index.name, elements: elements)
      if let text = index.partialIndexPredicate {
        description.partialIndexPredicate = PredicateTranslation.predicate(
          try plan.predicate(text, place: place))
      }
      return description
    }
  }
#endif
