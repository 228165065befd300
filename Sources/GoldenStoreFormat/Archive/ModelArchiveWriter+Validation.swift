package import GoldenStoreModel

/// The limits of attributes as archived predicates with warnings.
///
/// Format: StoreFormat F203.
extension ModelArchiveWriter {
  /// Adds the predicates of validation; nothing where there are none.
  mutating func describe(
    _ validation: AttributeValidation?, of type: AttributeType,
    in fields: inout [String: PropertyListValue]
  ) {
    var predicates: [PropertyListValue] = []
    var warnings: [PropertyListValue] = []
    for rule in validation?.archived(for: type) ?? [] {
      // What no archive is known to hold is left out.
      guard let text = try? PredicateText(rule.predicate),
        let predicate = try? describe(text)
      else { continue }
      predicates.append(predicate)
      switch rule.warning {
      case .message(let message): warnings.append(archive.add(message))
      case .code(let code): warnings.append(archive.add(.integer(code)))
      case nil: warnings.append(archive.add(""))
      }
    }
    guard !predicates.isEmpty else { return }
    fields["NSValidationPredicates"] = archive.add("NSArray", of: predicates)
    fields["NSValidationWarnings"] = archive.add("NSArray", of: warnings)
  }
}

extension AttributeValidation {
  /// The predicates that a model compiler makes of the limits, and those that a model has itself.
  package func archived(for type: AttributeType) -> [ValidationPredicate] {
    var rules: [ValidationPredicate] = []
    if let codes = Self.codes(of: type) {
      let subject = type == .string ? "length" : "SELF"
      if let minimum = minimum.flatMap({ Self.constant($0, of: type) }) {
        rules.append(ValidationPredicate("\(subject) >= \(minimum)", .code(codes.minimum)))
      }
      if let maximum = maximum.flatMap({ Self.constant($0, of: type) }) {
        rules.append(ValidationPredicate("\(subject) <= \(maximum)", .code(codes.maximum)))
      }
    }
    return rules + predicates
  }

  /// Core Data's public error codes for a value that is too small or too large.
  private static func codes(of type: AttributeType) -> (minimum: Int64, maximum: Int64)? {
    switch type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: (1620, 1610)
    case .date: (1640, 1630)
    case .string: (1670, 1660)
    case .boolean, .binary, .uuid, .uri, .transformable, .objectID, .composite, .undefined: nil
    }
  }

  private static func constant(
    _ text: String, of type: AttributeType
  ) -> PredicateExpression.Constant? {
    let number: PredicateExpression.Constant
    if let integer = Int64(text) {
      number = .integer(integer)
    } else if let real = Double(text), real.isFinite {
      number = .real(real)
    } else {
      return nil
    }
    guard type == .date else { return number }
    return Double(text).map { .date($0) }
  }
}
