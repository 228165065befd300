import Foundation
import GoldenStoreModel

/// Makes the values of one attribute.
///
/// Values depend on the seed, on the renaming keys of entity and attribute and on the object's
/// index, so that every version of a history tells the same data. Edge values come at a place of
/// their own in each attribute, followed by NULL where it is allowed; all others read well.
struct ValueGenerator: Sendable {
  private let attribute: Attribute
  private let isUnique: Bool
  /// Whether a derived attribute sums over the values.
  private let isSummed: Bool
  private let edges: [AttributeValue]
  private let ruleValues: [AttributeValue]
  /// The values of a seed rule that computes them, by index; nil without one.
  private let computed: [AttributeValue]?
  private let generator: SeededGenerator
  /// The index of the object that gets the first edge value.
  private let edgeStart: Int
  /// What is added to an object's index.
  private let offset: Int

  /// Prepares the values of an attribute.
  ///
  /// - Parameters:
  ///   - path: The renaming keys of the entity and the attribute.
  ///   - count: How many objects there are.
  ///   - offset: How many objects of other entities have indexes before these.
  ///   - isUnique: Whether every object needs a value of its own.
  ///   - isSummed: Whether the values must add up exactly.
  ///   - computation: Computes all values, in the place of everything else.
  /// - Throws: `GoldenError.cannotGenerate`, `.badComputation`.
  init(
    _ attribute: Attribute, entity: String, path: [String], seed: UInt64, count: Int,
    offset: Int = 0, isUnique: Bool, isSummed: Bool, ruleValues: [AttributeValue],
    computation: SeedRule.Value? = nil
  ) throws {
    computed = try computation.map { computation in
      try (0..<count).map { index in
        let value = computation(index)
        guard value == computation(index) else {
          throw GoldenError.badComputation(
            entity: entity, attribute: attribute.name, index: index,
            reason: "it is another one when asked again; it must depend on the index alone")
        }
        guard value.isNull ? attribute.isOptional : value.fits(attribute.type) else {
          throw GoldenError.badComputation(
            entity: entity, attribute: attribute.name, index: index,
            reason: "\(attribute.type.name) can't hold \(value)")
        }
        return value
      }
    }
    self.attribute = attribute
    self.offset = offset
    self.isUnique = isUnique
    self.isSummed = isSummed
    generator = SeededGenerator(seed: seed, path: path)
    let edges =
      isSummed
      ? EdgeValues.ofSummed(attribute)
      : try EdgeValues.of(attribute, entity: entity, generator: generator.branch(-2))
    self.edges = edges
    self.ruleValues = ruleValues.filter { !edges.contains($0) }
    // The place does not depend on optionality, which may differ between versions. The first
    // objects read well.
    let latest = max(0, count - edges.count - 1)
    let earliest = min(4, latest)
    var start = generator.branch(-1)
    edgeStart = earliest + start.below(latest - earliest + 1)
  }

  /// Returns the value of the object with an index, counted from 0.
  func value(at index: Int) -> AttributeValue {
    if let computed, computed.indices.contains(index) { return computed[index] }
    let index = index + offset
    let place = index - edgeStart
    let edgeCount = edges.count + (attribute.isOptional ? 1 : 0)
    if edges.indices.contains(place) { return edges[place] }
    if place == edges.count, attribute.isOptional { return .null }
    let number = place < 0 ? index : index - edgeCount
    if !ruleValues.isEmpty, number < ruleValues.count || !isIdentifier {
      return ruleValue(number)
    }
    var generator = generator.branch(index)
    return isSummed ? summand(index, &generator) : readableValue(index, &generator)
  }

  /// A small number that adds up exactly with others.
  private func summand(
    _ index: Int, _ generator: inout SeededGenerator
  ) -> AttributeValue {
    let number = isUnique ? index + 1 : generator.integer(in: 1...99)
    let quarters = Double(isUnique ? 4 * index + 1 : generator.integer(in: 1...4_000)) / 4
    switch attribute.type {
    case .integer16, .integer32, .integer64: return .integer(Int64(number))
    case .double: return .double(quarters)
    case .float: return .float(quarters)
    case .decimal: return DecimalNumber(quarters).map { .decimal($0) } ?? .null
    case .undefined, .boolean, .date, .string, .uri, .uuid, .binary, .transformable, .objectID,
      .composite:
      return .null
    }
  }

  /// Whether the name says that values tell objects apart, so that a rule's values come once.
  private var isIdentifier: Bool {
    ReadableValues.words(of: attribute.name).contains {
      ["uuid", "guid", "identifier"].contains($0)
    }
  }

  private func ruleValue(_ number: Int) -> AttributeValue {
    let value = ruleValues[number % ruleValues.count]
    let round = number / ruleValues.count
    guard isUnique, round > 0 else { return value }
    switch value {
    case .string(let text): return .string("\(text) \(round + 1)")
    case .uri(let text): return .uri("\(text)#\(round + 1)")
    case .integer(let number): return .integer(number &+ Int64(round) &* 1_000)
    case .date(let seconds): return .date(seconds + Double(round))
    default:
      var generator = generator.branch(number)
      return readableValue(number, &generator)
    }
  }

  private func readableValue(
    _ index: Int, _ generator: inout SeededGenerator
  ) -> AttributeValue {
    let words = ReadableValues(name: attribute.name, index: index, isUnique: isUnique)
    switch attribute.type {
    case .integer16: return .integer(words.integer(&generator, maximum: Int(Int16.max)))
    case .integer32: return .integer(words.integer(&generator, maximum: Int(Int32.max)))
    case .integer64: return .integer(words.integer(&generator, maximum: Int.max))
    case .boolean: return .boolean(generator.below(3) == 0)
    case .double: return .double(words.real(&generator))
    case .float: return .float(Double(Float(words.real(&generator))))
    case .decimal: return words.decimal(&generator)
    case .date: return .date(words.date(&generator))
    case .string: return .string(words.text(&generator))
    case .uri: return .uri(words.uri(&generator))
    case .uuid: return .uuid(generator.uuid())
    case .binary: return .binary(generator.bytes(generator.integer(in: 9...48)))
    case .transformable: return .transformable(generator.bytes(generator.integer(in: 9...48)))
    case .undefined, .objectID, .composite: return .null
    }
  }

  /// Whether a type can give every object a value of its own.
  static func canBeUnique(_ type: AttributeType) -> Bool {
    switch type {
    case .boolean, .undefined, .objectID, .composite: false
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .date, .binary,
      .uuid, .uri, .transformable:
      true
    }
  }
}
