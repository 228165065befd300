import Foundation
package import GoldenStoreFormat
package import GoldenStoreModel

/// An attribute whose values become those of one of the destination.
package struct CarriedAttribute: Sendable {
  package let source: Attribute
  package let destination: Attribute
  /// The places in the shapes of the two entities.
  let sourcePosition: Int
  let destinationPosition: Int
  /// What takes the place of a missing value.
  let missing: AttributeValue

  /// The attributes that an inferred mapping carries; derived ones are computed anew.
  static func all(
    _ mapping: EntityMapping?, _ source: ValidatedModel, _ destination: ValidatedModel
  ) -> [CarriedAttribute] {
    guard let mapping, let from = mapping.source.flatMap({ source.entity(named: $0) }),
      let to = mapping.destination.flatMap({ destination.entity(named: $0) })
    else { return [] }
    let old = source.persistedAttributes(of: from)
    let new = destination.persistedAttributes(of: to)
    return mapping.attributes.compactMap { attribute in
      guard attribute.kind == .attribute,
        let start = old.firstIndex(where: { $0.name == attribute.source }),
        let end = new.firstIndex(where: { $0.name == attribute.destination })
      else { return nil }
      var missing = AttributeValue.null
      if case .missingValues(let value) = attribute.fill { missing = value }
      return CarriedAttribute(
        source: old[start], destination: new[end], sourcePosition: start,
        destinationPosition: end, missing: missing)
    }
  }

  /// The value of an object in the type of the destination.
  ///
  /// - Throws: `StoreError.unsuitableValue` for a number that the type cannot hold.
  package func value(of object: StoredObject) throws(StoreError) -> AttributeValue {
    let value = object.values[sourcePosition]
    if value.isNull { return missing }
    if source.type == destination.type { return value }
    guard let converted = value.converted(to: destination.type) else {
      throw .unsuitableValue(
        entity: object.entity, primaryKey: object.primaryKey, property: source.name,
        problem:
          "is \(value), which \(destination.type.name) can't hold exactly; give the value in code "
          + "and list '\(destination.name)' under 'setting'")
    }
    return converted
  }
}

extension AttributeValue {
  /// The same number or bytes as a value of another type; nil where there are none.
  fileprivate func converted(to type: AttributeType) -> AttributeValue? {
    switch (self, type) {
    case (.binary(let data), .transformable): return .transformable(data)
    case (.transformable(let data), .binary): return .binary(data)
    case (.boolean(let flag), _): return AttributeValue.number(flag ? 1 : 0, as: type)
    case (.integer(let number), _): return AttributeValue.number(number, as: type)
    case (.double(let number), .float): return .float(number)
    case (.float(let number), .double): return .double(number)
    case (.double(let number), .decimal), (.float(let number), .decimal):
      return DecimalNumber(number).map { .decimal($0) }
    case (.double(let number), _), (.float(let number), _):
      return Int64(exactly: number).flatMap { AttributeValue.number($0, as: type) }
    case (.decimal(let decimal), .double), (.decimal(let decimal), .float):
      guard let number = Double(decimal.text), DecimalNumber(number) == decimal else { return nil }
      return type == .double ? .double(number) : .float(number)
    case (.decimal(let decimal), _):
      return Int64(decimal.text).flatMap { AttributeValue.number($0, as: type) }
    default: return nil
    }
  }

  private static func number(_ number: Int64, as type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16: Int16(exactly: number).map { .integer(Int64($0)) }
    case .integer32: Int32(exactly: number).map { .integer(Int64($0)) }
    case .integer64: .integer(number)
    case .boolean: number == 0 || number == 1 ? .boolean(number == 1) : nil
    case .double: Double(exactly: number).map { .double($0) }
    case .float: Double(exactly: number).map { .float($0) }
    case .decimal: .decimal(DecimalNumber(number))
    case .undefined, .string, .date, .binary, .uuid, .uri, .transformable, .objectID, .composite:
      nil
    }
  }
}
