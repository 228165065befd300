import Foundation
import GoldenStoreFormat
package import GoldenStoreModel

/// Computes derived attributes and counters from the other values of a store's objects.
///
/// What the triggers of a store do is said here a second time, on values and without SQL, so that
/// a store can be compared with it.
///
/// Format: StoreFormat F76 to F78, F124, F126.
package struct DerivedValues: Sendable {
  /// A derived attribute and the place of its value in an object.
  private struct Derived {
    let position: Int
    let attribute: Attribute
    let rule: Rule
  }

  private enum Rule: Equatable {
    case derivation(DerivationRule)
    case counter(CounterRule)
  }

  /// The value of an attribute of another object.
  package typealias Lookup = (_ target: ObjectReference, _ attribute: String) -> AttributeValue?

  private let derived: [String: [Derived]]

  /// - Throws: `GoldenError.cannotDerive` for an expression that is not known, or whose result
  ///   the attribute's type can't hold.
  package init(_ model: ValidatedModel) throws {
    var derived: [String: [Derived]] = [:]
    for entity in model.entitiesByName {
      for (position, attribute) in model.persistedAttributes(of: entity).enumerated() {
        if let counter = attribute.counter {
          derived[entity.name, default: []].append(
            Derived(position: position, attribute: attribute, rule: .counter(counter)))
        }
        guard let derivation = attribute.derivation else { continue }
        guard let rule = DerivationRule(derivation),
          Self.fits(rule, attribute, of: entity, in: model)
        else {
          throw GoldenError.cannotDerive(
            entity: entity.name, attribute: attribute.name, type: attribute.type.name,
            expression: derivation.expression)
        }
        derived[entity.name, default: []].append(
          Derived(position: position, attribute: attribute, rule: .derivation(rule)))
      }
    }
    self.derived = derived
  }

  /// Whether no object has a derived attribute.
  package var isEmpty: Bool { derived.isEmpty }

  /// The contents with every derived value computed anew.
  ///
  /// - Parameter keepsTimes: Decides whether the value of a `now()` attribute stays as it is.
  /// - Throws: `GoldenError.inexactSum`.
  package func applied(
    to contents: StoreContents,
    keepingTimes keepsTimes: (_ entity: String, _ attribute: String) -> Bool = { _, _ in false }
  ) throws -> StoreContents {
    guard !isEmpty else { return contents }
    var objects: [ObjectReference: StoredObject] = [:]
    for entity in contents.entities {
      for object in entity.objects { objects[object.reference] = object }
    }
    return StoreContents(
      entities: try contents.entities.map { entity in
        EntityContents(
          entity: entity.entity,
          objects: try entity.objects.map { object in
            var filled = object
            try fill(&filled, keepingTimes: keepsTimes) { objects[$0]?.value(of: $1) }
            return filled
          })
      })
  }

  /// Computes the derived values of one object, whose other values and targets are there.
  ///
  /// - Throws: `GoldenError.inexactSum`.
  package func fill(
    _ object: inout StoredObject,
    keepingTimes keepsTimes: (_ entity: String, _ attribute: String) -> Bool = { _, _ in false },
    lookup: Lookup
  ) throws {
    for derived in derived[object.entity] ?? [] {
      if derived.rule == .derivation(.now), keepsTimes(object.entity, derived.attribute.name) {
        continue
      }
      object.values[derived.position] = try value(of: derived, in: object, lookup)
    }
  }

  // MARK: Values

  private func value(
    of derived: Derived, in object: StoredObject, _ lookup: Lookup
  ) throws -> AttributeValue {
    func values(_ relationship: String, _ attribute: String) -> [AttributeValue] {
      (object.targets(of: relationship) ?? []).compactMap { lookup($0, attribute) }
        .filter { !$0.isNull }
    }
    let rule: DerivationRule
    switch derived.rule {
    case .counter(let counter):
      let targets = object.targets(of: counter.relationship) ?? []
      let counted = targets.filter { target in
        counter.terms.allSatisfy { $0.isMet(by: lookup(target, $0.attribute)) }
      }
      return try number(Sum(counted.count), of: derived, in: object)
    case .derivation(let derivation): rule = derivation
    }
    switch rule {
    case .now: return .date(StoreWriter.now)
    case .keyPath(let relationship, let attribute):
      return values(relationship, attribute).first ?? .null
    case .count(let relationship):
      let count = object.targets(of: relationship)?.count ?? 0
      return try number(Sum(count), of: derived, in: object)
    case .sum(let relationship, let attribute):
      return try sum(values(relationship, attribute), of: derived, in: object)
    case .extreme(let extreme, let relationship, let attribute):
      let sorted = values(relationship, attribute).sorted { Self.precedes($0, $1) }
      return (extreme == .minimum ? sorted.first : sorted.last) ?? .null
    case .function(let function, let attribute):
      guard case .string(let text)? = object.value(of: attribute) else { return .null }
      switch function {
      case .canonical:
        return .string(
          text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil))
      case .uppercase: return .string(text.uppercased())
      case .lowercase: return .string(text.lowercased())
      }
    }
  }

  private func sum(
    _ values: [AttributeValue], of derived: Derived, in object: StoredObject
  ) throws -> AttributeValue {
    var sum = Sum()
    for value in values { sum.add(value) }
    return try number(sum, of: derived, in: object)
  }

  /// The number of targets, or a sum over them, in the type of the attribute.
  private func number(
    _ sum: Sum, of derived: Derived, in object: StoredObject
  ) throws -> AttributeValue {
    let value: AttributeValue? =
      switch derived.attribute.type {
      case .double: sum.real.map { .double($0) }
      case .float: sum.real.map { .float($0) }
      case .decimal:
        (sum.whole.map { DecimalNumber($0) } ?? sum.real.flatMap { DecimalNumber($0) })
          .map { .decimal($0) }
      case .integer16: sum.whole.flatMap { Int16(exactly: $0) }.map { .integer(Int64($0)) }
      case .integer32: sum.whole.flatMap { Int32(exactly: $0) }.map { .integer(Int64($0)) }
      case .integer64: sum.whole.map { .integer($0) }
      case .undefined, .string, .boolean, .date, .binary, .uuid, .uri, .transformable, .objectID,
        .composite:
        nil
      }
    guard let value else { throw inexact(derived, object) }
    return value
  }

  private func inexact(_ derived: Derived, _ object: StoredObject) -> GoldenError {
    .inexactSum(
      entity: object.entity, attribute: derived.attribute.name, object: object.primaryKey,
      type: derived.attribute.type.name)
  }

  // MARK: Order

  /// The order of values of one type: by number, or by bytes.
  private static func precedes(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b
    case (.string(let a), .string(let b)), (.uri(let a), .uri(let b)):
      a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.uuid(let a), .uuid(let b)): a.uuidString < b.uuidString
    case (.binary(let a), .binary(let b)), (.transformable(let a), .transformable(let b)):
      a.lexicographicallyPrecedes(b)
    default: left.real < right.real
    }
  }

  // MARK: Types

  /// Whether the type of an attribute can hold what its rule gives.
  private static func fits(
    _ rule: DerivationRule, _ attribute: Attribute, of entity: Entity, in model: ValidatedModel
  ) -> Bool {
    func type(_ relationship: String, _ name: String) -> AttributeType? {
      guard
        let relationship = model.relationships(of: entity).first(where: { $0.name == relationship })
      else { return nil }
      return model.persistedAttributes(of: model.destination(of: relationship))
        .first { $0.name == name }?.type
    }
    switch rule {
    case .now: return attribute.type == .date
    case .count:
      return attribute.type.isInteger || attribute.type.isReal || attribute.type == .decimal
    case .keyPath(let relationship, let name), .extreme(_, let relationship, let name):
      return type(relationship, name) == attribute.type
    case .sum(let relationship, let name):
      guard let summand = type(relationship, name) else { return false }
      if summand.isInteger {
        return attribute.type.isInteger || attribute.type.isReal || attribute.type == .decimal
      }
      return summand.isReal && attribute.type.isReal
        || summand == .decimal && attribute.type == .decimal
    case .function(_, let name):
      return attribute.type == .string
        && model.persistedAttributes(of: entity).first { $0.name == name }?.type == .string
    }
  }
}

extension AttributeType {
  fileprivate var isInteger: Bool {
    self == .integer16 || self == .integer32 || self == .integer64
  }

  fileprivate var isReal: Bool { self == .double || self == .float }
}

extension CounterRule.Term {
  fileprivate func isMet(by value: AttributeValue?) -> Bool {
    switch value {
    case .integer(let number): (number == self.number) == isEqual
    case .boolean(let flag): ((flag ? 1 : 0) == number) == isEqual
    default: false
    }
  }
}

/// A running sum, as far as the order of its parts does not matter.
private struct Sum {
  /// The sum of whole numbers; `nil` after a fraction or an overflow.
  private(set) var whole: Int64? = 0
  /// The sum in binary fractions; `nil` after a part that had to be rounded.
  private(set) var real: Double? = 0

  init(_ count: Int = 0) {
    whole = Int64(count)
    real = Double(exactly: count)
  }

  mutating func add(_ value: AttributeValue) {
    if case .integer(let number) = value, let before = whole {
      let (sum, isOverflow) = before.addingReportingOverflow(number)
      whole = isOverflow ? nil : sum
    } else {
      whole = nil
    }
    guard let before = real else { return }
    let addend = value.real
    let sum = before + addend
    // What rounding takes from an addition is a number itself.
    let part = sum - before
    let error = (before - (sum - part)) + (addend - part)
    real = sum.isFinite && error == 0 ? sum : nil
  }
}

extension AttributeValue {
  /// The number that SQLite would calculate with.
  fileprivate var real: Double {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number), .float(let number), .date(let number): number
    case .decimal(let number): Double(number.text) ?? 0
    case .boolean(let flag): flag ? 1 : 0
    case .null, .string, .uri, .uuid, .binary, .transformable: 0
    }
  }
}
