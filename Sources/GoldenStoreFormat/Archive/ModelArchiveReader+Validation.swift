import GoldenStoreModel

/// Archived predicates of validation.
extension ModelArchiveReader {
  /// The limits of an attribute; predicates of another form than a model compiler's are kept as
  /// they are, and what has no text is noted.
  mutating func validation(
    _ fields: [String: PropertyListValue], of type: AttributeType, _ place: String
  ) throws(ModelArchiveDamage) -> AttributeValidation? {
    let references = try archive.references(fields["NSValidationPredicates"], place)
    let warnings = try archive.references(fields["NSValidationWarnings"], place)
    var rules: [ValidationPredicate] = []
    for (position, reference) in references.enumerated() {
      let text: String?
      do throws(ModelArchiveDamage) {
        text = try predicateText(reference, place)
      } catch .unsupported(let what, _) {
        notes.append("\(place): a validation predicate with \(what) is left out")
        continue
      }
      guard let text else { continue }
      let warning = warnings.indices.contains(position) ? warnings[position] : nil
      rules.append(ValidationPredicate(text, try self.warning(warning, place)))
    }
    guard !rules.isEmpty else { return nil }
    let limits = AttributeValidation(compiled: rules, of: type)
    return limits.archived(for: type) == rules ? limits : AttributeValidation(predicates: rules)
  }

  private mutating func warning(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> ValidationPredicate.Warning? {
    switch try archive.object(reference, place) {
    case .value(.integer(let code)): return .code(code)
    case .null: return nil
    default: return .message(try archive.name(reference, place))
    }
  }
}

extension AttributeValidation {
  /// The limits that a model compiler's predicates state, as far as they are such.
  fileprivate init(compiled rules: [ValidationPredicate], of type: AttributeType) {
    self.init()
    let subject: PredicateExpression = type == .string ? .property("length") : .object
    for rule in rules {
      guard case .comparison(let comparison)? = try? PredicateText(rule.predicate),
        comparison.left == subject, case .constant(let constant) = comparison.right
      else { continue }
      let text =
        switch constant {
        case .date(let seconds): "\(seconds)"
        case .null, .integer, .real, .string: constant.description
        }
      switch comparison.comparison {
      case .greaterOrEqual: minimum = text
      case .lessOrEqual: maximum = text
      default: continue
      }
    }
  }
}
