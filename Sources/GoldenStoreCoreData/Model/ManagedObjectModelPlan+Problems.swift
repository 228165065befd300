import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

extension ManagedObjectModelPlan {
  /// Everything that Core Data can't be given, in model order.
  func problems(hasComposites: Bool) -> [ManagedObjectModelProblem] {
    var check = ManagedObjectModelCheck(plan: self, hasComposites: hasComposites)
    for entity in model.model.entities { check.check(entity) }
    if isForApp {
      for template in model.model.fetchRequests {
        check.note { () throws(ManagedObjectModelProblem) in
          _ = try fetchRequest(template.settings, place: template.name)
        }
      }
    }
    return check.problems
  }
}

/// One pass over a plan's model that collects its problems.
private struct ManagedObjectModelCheck {
  let plan: ManagedObjectModelPlan
  let hasComposites: Bool
  var problems: [ManagedObjectModelProblem] = []

  init(plan: ManagedObjectModelPlan, hasComposites: Bool) {
    self.plan = plan
    self.hasComposites = hasComposites
  }

  /// Notes the problem that a decision ends with.
  mutating func note(_ decide: () throws(ManagedObjectModelProblem) -> Void) {
    do throws(ManagedObjectModelProblem) {
      try decide()
    } catch {
      problems.append(error)
    }
  }

  mutating func check(_ entity: Entity) {
    let plan = plan
    note { () throws(ManagedObjectModelProblem) in _ = try plan.className(of: entity) }
    checkRedeclarations(of: entity)
    for attribute in entity.attributes {
      check(attribute, place: "\(entity.name).\(attribute.name)", isElement: false)
    }
    for relationship in entity.relationships {
      checkName(relationship.name, place: "\(entity.name).\(relationship.name)")
    }
    if plan.isForApp {
      for property in entity.fetchedProperties {
        let place = "\(entity.name).\(property.name)"
        checkName(property.name, place: place)
        note { () throws(ManagedObjectModelProblem) in
          _ = try plan.fetchRequest(property.fetchRequest, place: place)
        }
      }
    }
    for index in entity.fetchIndexes { check(index, of: entity) }
    for constraint in entity.uniquenessConstraints { check(constraint, of: entity) }
  }

  /// No model that was found in the open declares an inherited property again.
  private mutating func checkRedeclarations(of entity: Entity) {
    for ancestor in plan.model.lineage(of: entity).dropLast() {
      let inherited = Set(ancestor.propertyNames)
      for name in entity.propertyNames where inherited.contains(name) {
        problems.append(
          .notExpressible(
            feature: "a name that superentity '\(ancestor.name)' declares too",
            place: "\(entity.name).\(name)",
            advice: "what Core Data makes of that in code is not known; use another name"))
      }
    }
  }

  private mutating func checkName(_ name: String, place: String) {
    guard ReservedNames.all.contains(name) else { return }
    problems.append(
      .notExpressible(
        feature: "the name of a method of managed objects", place: place,
        advice: "give it another one, and its renaming identifier if a version has shipped"))
  }

  // MARK: Attributes

  private mutating func check(_ attribute: Attribute, place: String, isElement: Bool) {
    let plan = plan
    if !isElement { checkName(attribute.name, place: place) }
    if attribute.type == .composite, !hasComposites {
      problems.append(
        .unavailable(
          feature: "composite attributes", place: place,
          since: ManagedObjectModelPlan.systemsWithComposites))
    }
    if plan.isForApp, attribute.isIndexedBySpotlight {
      problems.append(
        .notExpressible(
          feature: "a flag for Spotlight", place: place,
          advice: "it is no part of a version; leave it out, and set it on the finished model"))
    }
    note { () throws(ManagedObjectModelProblem) in
      _ = try plan.defaultObject(of: attribute, place: place)
    }
    note { () throws(ManagedObjectModelProblem) in _ = try plan.limits(of: attribute, place: place)
    }
    if let derivation = attribute.derivation {
      checkDerivation(derivation, of: attribute, place: place, isElement: isElement)
    }
    for element in attribute.elements {
      check(element, place: "\(place).\(element.name)", isElement: true)
    }
  }

  private mutating func checkDerivation(
    _ derivation: Derivation, of attribute: Attribute, place: String, isElement: Bool
  ) {
    let plan = plan
    if isElement || attribute.type == .composite {
      problems.append(
        .notExpressible(
          feature: "a derivation in a composite attribute", place: place,
          advice: "derive an attribute of the entity itself"))
    }
    note { () throws(ManagedObjectModelProblem) in
      _ = try plan.derivationExpression(derivation, place: place)
    }
  }

  // MARK: Indexes

  private mutating func check(_ index: FetchIndex, of entity: Entity) {
    let plan = plan
    let place = "\(entity.name).\(index.name)"
    for element in index.elements {
      note { () throws(ManagedObjectModelProblem) in
        _ = try plan.subject(of: element, place: place)
      }
    }
    if let text = index.partialIndexPredicate {
      note { () throws(ManagedObjectModelProblem) in _ = try plan.predicate(text, place: place) }
    }
    let spatial = index.elements.filter { $0.kind == .rTree }
    guard !spatial.isEmpty else { return }
    let required = plan.model.attributes(of: entity).filter { !$0.isOptional && !$0.isTransient }
    let isWhole =
      spatial.count == index.elements.count && index.partialIndexPredicate == nil
      && spatial.allSatisfy { element in required.contains { $0.name == element.property } }
    if !isWhole {
      problems.append(
        .notExpressible(
          feature: "RTree elements beside others, with a predicate, or over what is no required "
            + "attribute",
          place: place, advice: "split the index, or make it one of type binary"))
    }
  }

  private mutating func check(_ constraint: UniquenessConstraint, of entity: Entity) {
    let stored =
      plan.model.attributes(of: entity).filter { !$0.isTransient }.map(\.name)
      + plan.model.persistedRelationships(of: entity).filter { !$0.isToMany }.map(\.name)
    for property in constraint.properties where !stored.contains(property) {
      problems.append(
        .notExpressible(
          feature: "a uniqueness constraint over '\(property)'", place: entity.name,
          advice: "only stored attributes and to-ones have a column to constrain"))
    }
  }
}

extension Entity {
  /// The names of the entity's own properties.
  fileprivate var propertyNames: [String] {
    attributes.map(\.name) + relationships.map(\.name) + fetchedProperties.map(\.name)
  }
}
