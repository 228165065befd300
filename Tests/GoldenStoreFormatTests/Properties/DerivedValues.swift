import GoldenStoreFormat
import GoldenStoreModel
import TestSupport

/// Computes derived attributes from objects, without SQL.
struct DerivedValues {
  private(set) var contents: StoreContents

  init(_ source: StoreContents, of model: ValidatedModel) {
    contents = StoreContents(
      entities: source.entities.map { entity in
        EntityContents(
          entity: entity.entity,
          objects: entity.objects.map { Self.derive($0, source, model) })
      })
  }

  /// The names of the attributes from which others are derived by arithmetic or by letters.
  static func arguments(of model: ValidatedModel) -> Set<String> {
    Set(rules(of: model).filter { $0.function != nil }.compactMap(\.path.last))
  }

  /// The names of the relationships over which attributes are derived.
  static func relationships(of model: ValidatedModel) -> Set<String> {
    Set(rules(of: model).compactMap(\.path.first))
  }

  /// An expression in parts: `sum`, and `books`, `pages`.
  struct Rule {
    let function: String?
    let path: [String]

    init(_ expression: String) {
      let parts = expression.split(separator: "(").map(String.init)
      if expression == "now()" {
        function = "now"
        path = []
      } else if parts.count == 2 {
        function = String(parts[0].dropLast())
        path = parts[1].dropLast().split(separator: ".").map(String.init)
      } else {
        let names = expression.split(separator: ".").map(String.init)
        function = names.last == "@count" ? "count" : nil
        path = names.filter { $0 != "@count" }
      }
    }
  }

  static func rules(of model: ValidatedModel) -> [Rule] {
    model.model.entities.flatMap(\.attributes).compactMap { attribute in
      attribute.derivation.map { Rule($0.expression) }
    }
  }

  private static func derive(
    _ object: StoredObject, _ source: StoreContents, _ model: ValidatedModel
  ) -> StoredObject {
    var object = object
    guard let entity = model.entity(named: object.entity) else { return object }
    for (position, attribute) in model.persistedAttributes(of: entity).enumerated() {
      guard let derivation = attribute.derivation else { continue }
      object.values[position] = value(
        of: Rule(derivation.expression), attribute.type, object, source)
    }
    return object
  }

  private static func value(
    of rule: Rule, _ type: AttributeType, _ object: StoredObject, _ source: StoreContents
  ) -> AttributeValue {
    let first = rule.path.first ?? ""
    let targets = (object.targets(of: first) ?? []).compactMap { source.object($0) }
    let values = targets.compactMap { $0.value(of: rule.path.last ?? "") }.filter { !$0.isNull }
    switch rule.function {
    case nil: return values.first ?? .null
    case "now": return .date(0)
    case "count": return .integer(Int64(targets.count))
    case "sum": return .integer(values.reduce(0) { $0 + Int64(number($1)) })
    case "min": return made(values.map(number).min(), type)
    case "max": return made(values.map(number).max(), type)
    default:
      guard case .string(let text)? = object.value(of: first),
        let known = LetterForms.known.first(where: { $0.text == text })
      else { return .null }
      return .string(
        rule.function == "uppercase"
          ? known.upper : rule.function == "lowercase" ? known.lower : known.canonical)
    }
  }

  private static func number(_ value: AttributeValue) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number), .date(let number): number
    default: .nan
    }
  }

  private static func made(_ number: Double?, _ type: AttributeType) -> AttributeValue {
    guard let number else { return .null }
    return type == .date ? .date(number) : .double(number)
  }
}
