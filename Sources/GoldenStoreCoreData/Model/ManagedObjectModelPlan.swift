package import GoldenStoreFormat
import GoldenStoreMigration
package import GoldenStoreModel

/// What a version's model is as a model of Core Data: everything that can be decided without it.
///
/// A plan is made only of what Core Data takes without an exception, so that the making of
/// descriptions is a plain translation.
package struct ManagedObjectModelPlan {
  package let model: ValidatedModel
  package let purpose: ManagedObjectModelPurpose

  /// The systems whose Core Data has composite attributes.
  package static let systemsWithComposites = "iOS 17, macOS 14, tvOS 17, watchOS 10"

  /// - Parameter hasComposites: Whether the system's Core Data has composite attributes.
  /// - Throws: Every problem, in model order.
  package init(
    _ model: ValidatedModel, for purpose: ManagedObjectModelPurpose, hasComposites: Bool
  ) throws(ManagedObjectModelProblems) {
    self.model = model
    self.purpose = purpose
    let problems = self.problems(hasComposites: hasComposites)
    guard problems.isEmpty else { throw ManagedObjectModelProblems(problems: problems) }
  }

  /// Whether the model serves an app, and has what only an app needs.
  package var isForApp: Bool { purpose != .migration }

  // MARK: Decisions

  /// The name of an entity's class; `nil` for plain managed objects.
  ///
  /// - Throws: `.moduleMissing`.
  package func className(of entity: Entity) throws(ManagedObjectModelProblem) -> String? {
    guard case .app(let module) = purpose, let name = entity.className, !name.isEmpty else {
      return nil
    }
    guard name.hasPrefix(".") else { return name }
    guard let module else { throw .moduleMissing(entity: entity.name, className: name) }
    return module + name
  }

  /// The value transformer of a transformable attribute; `nil` for Core Data's own.
  package func valueTransformerName(of attribute: Attribute) -> String? {
    guard isForApp else {
      return attribute.type == .transformable ? StoredBytes.transformerName : nil
    }
    return attribute.valueTransformerName.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The object that new objects get in an attribute; `nil` for none.
  ///
  /// The bytes of a transformable attribute are no value of the app's class: no app's model has
  /// such a default.
  ///
  /// - Throws: `.unsuitableDefault`, `.notExpressible`.
  package func defaultObject(
    of attribute: Attribute, place: String
  ) throws(ManagedObjectModelProblem) -> Any? {
    guard let value = attribute.defaultValue, !value.isNull else { return nil }
    if isForApp, attribute.type == .transformable {
      throw .notExpressible(
        feature: "bytes as the default of a transformable attribute", place: place,
        advice: "leave it out, and set the object as 'defaultValue' of the finished model")
    }
    do throws(ValueProblem) {
      return try FoundationValue.object(for: value, of: attribute.type)
    } catch {
      throw .unsuitableDefault(place: place, problem: error.description)
    }
  }

  /// The expression of a derived attribute.
  ///
  /// Its parts print as the text that is hashed.
  ///
  /// - Throws: `.predicate`, `.notExpressible`.
  package func derivationExpression(
    _ derivation: Derivation, place: String
  ) throws(ManagedObjectModelProblem) -> GoldenStoreFormat.PredicateExpression {
    guard derivation.filteringPredicate == nil else {
      throw .notExpressible(
        feature: "a derivation with a filtering predicate", place: place,
        advice: "read such a model from its compiled file instead")
    }
    guard let text = derivation.predicateFormat, DerivationRule(derivation) != nil else {
      throw .predicate(
        text: derivation.expression, place: place,
        feature: "a derivation that is no key path over a to-one, no aggregate over a to-many, no "
          + "'canonical:', 'uppercase:' or 'lowercase:' of an attribute, and not 'now()'")
    }
    return try expression(text, place: place)
  }

  /// The limits of an attribute as predicates, with what is said of a value that breaks them.
  ///
  /// Core Data's own codes are numbers, which the Swift interface does not take: the text of the
  /// predicate stands for them.
  ///
  /// - Throws: `.predicate`.
  package func limits(
    of attribute: Attribute, place: String
  ) throws(ManagedObjectModelProblem) -> [(predicate: PredicateText, warning: String)] {
    guard isForApp, let validation = attribute.validation else { return [] }
    var limits: [(predicate: PredicateText, warning: String)] = []
    for rule in validation.archived(for: attribute.type) {
      let predicate = try self.predicate(rule.predicate, place: place)
      let message: String? = if case .message(let text)? = rule.warning { text } else { nil }
      limits.append((predicate, message ?? rule.predicate))
    }
    if let pattern = validation.regularExpression {
      let predicate = PredicateText.comparison(
        PredicateText.Comparison(.object, .matches, .constant(.string(pattern))))
      do throws(PredicateProblem) {
        try PredicateCheck.check(predicate)
      } catch {
        throw .predicate(text: "\(predicate)", place: place, feature: error.feature)
      }
      limits.append((predicate, "\(predicate)"))
    }
    return limits
  }

  /// The entity that declares the inverse of a relationship, with the inverse's name; `nil` for no
  /// inverse.
  package func inverse(of relationship: Relationship) -> (entity: String, name: String)? {
    guard let name = relationship.inverse else { return nil }
    let lineage = model.lineage(of: model.destination(of: relationship))
    let owner = lineage.first { $0.relationships.contains { $0.name == name } }
    return owner.map { ($0.name, name) }
  }

  /// What an element of a fetch index indexes.
  package enum IndexedSubject: Hashable, Sendable {
    case property(String)
    case expression(GoldenStoreFormat.PredicateExpression, AttributeType)
  }

  /// - Throws: `.notExpressible`, `.predicate`.
  package func subject(
    of element: FetchIndexElement, place: String
  ) throws(ManagedObjectModelProblem) -> IndexedSubject {
    switch element.subject {
    case .property(let name):
      guard !name.contains(".") else {
        throw .notExpressible(
          feature: "an index over the element '\(name)' of a composite attribute", place: place,
          advice: "no public description of Core Data is known to lead there; leave it out")
      }
      return .property(name)
    case .expression(let text, let type):
      let expression = try self.expression(text, place: place)
      switch expression {
      case .object, .keyPath("entity", variable: nil):
        return .expression(expression, type ?? .undefined)
      case .variable, .keyPath, .constant, .function, .list:
        throw .predicate(
          text: text, place: place, feature: "an index over anything but 'self' and 'entity'")
      }
    }
  }

  // MARK: Texts

  /// - Throws: `.predicate`.
  package func predicate(
    _ text: String, place: String
  ) throws(ManagedObjectModelProblem) -> PredicateText {
    do throws(PredicateProblem) {
      return try PredicateCheck.predicate(text)
    } catch {
      throw .predicate(text: text, place: place, feature: error.feature)
    }
  }

  private func expression(
    _ text: String, place: String
  ) throws(ManagedObjectModelProblem) -> GoldenStoreFormat.PredicateExpression {
    do throws(PredicateProblem) {
      return try PredicateCheck.expression(text)
    } catch {
      throw .predicate(text: text, place: place, feature: error.feature)
    }
  }
}

/// Everything because of which Core Data can't have the model of a version, in model order.
package struct ManagedObjectModelProblems: Error {
  package let problems: [ManagedObjectModelProblem]
}
