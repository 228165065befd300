import Foundation
import GoldenStoreFormat
package import GoldenStoreModel

/// The values of attributes as the objects that Core Data keeps for them, and back.
///
/// A value never changes on the way: what an object can't hold exactly is refused. Floats are the
/// one exception, as in Core Data: they are rounded to 32 bits.
package enum FoundationValue {
  /// Returns the object for a value: `NSNumber`, `NSDecimalNumber`, `String`, `Date`, `Data`,
  /// `UUID`, `URL`, and `nil` for none.
  ///
  /// The bytes of a transformable value are `Data`, as models for a migration have them.
  ///
  /// - Parameter type: The attribute's type; `.undefined` takes every value.
  /// - Throws: ``ValueProblem`` for a value of another type, NaN, an integer that is out of range,
  ///   a decimal of more than 38 digits, and a text that Foundation has no URL for.
  package static func object(
    for value: AttributeValue, of type: AttributeType
  ) throws(ValueProblem) -> Any? {
    guard value.fits(type) || type == .undefined else {
      throw ValueProblem("is \(type.name), found the value \(value)")
    }
    switch value {
    case .null: return nil
    case .integer(let number): return NSNumber(value: try inRange(number, of: type))
    case .boolean(let flag): return NSNumber(value: flag)
    case .double(let number): return NSNumber(value: try checked(number))
    case .float(let number): return NSNumber(value: try rounded(try checked(number)))
    case .decimal(let number): return try object(for: number)
    case .date(let seconds): return Date(timeIntervalSinceReferenceDate: try checked(seconds))
    case .string(let text): return text
    case .uri(let text): return try url(text)
    case .uuid(let uuid): return uuid
    case .binary(let data), .transformable(let data): return data
    }
  }

  /// Returns the value that an object stands for.
  ///
  /// - Throws: ``ValueProblem`` for an object of another class than the type's, and for what no
  ///   attribute can hold.
  package static func value(
    of object: Any?, of type: AttributeType
  ) throws(ValueProblem) -> AttributeValue {
    guard let object, !(object is NSNull) else { return .null }
    let value: AttributeValue? =
      switch type {
      case .integer16, .integer32, .integer64: (object as? NSNumber).map { .integer($0.int64Value) }
      case .boolean: (object as? NSNumber).map { .boolean($0.boolValue) }
      case .double: (object as? NSNumber).map { .double($0.doubleValue) }
      case .float: (object as? NSNumber).map { .float($0.doubleValue) }
      case .decimal: (object as? NSNumber).flatMap { decimal($0) }
      case .date: (object as? Date).map { .date($0.timeIntervalSinceReferenceDate) }
      case .string: (object as? String).map { .string($0) }
      case .uri: (object as? URL).map { .uri($0.absoluteString) }
      case .uuid: (object as? UUID).map { .uuid($0) }
      case .binary: (object as? Data).map { .binary($0) }
      case .transformable: (object as? Data).map { .transformable($0) }
      case .undefined, .objectID, .composite: nil
      }
    guard let value else {
      throw ValueProblem("is \(type.name), found an object of class \(Swift.type(of: object))")
    }
    return value
  }

  // MARK: Numbers

  private static func inRange(
    _ number: Int64, of type: AttributeType
  ) throws(ValueProblem) -> Int64 {
    let fits =
      switch type {
      case .integer16: Int16(exactly: number) != nil
      case .integer32: Int32(exactly: number) != nil
      default: true
      }
    guard fits else { throw ValueProblem("is \(type.name), which can't hold \(number)") }
    return number
  }

  private static func checked(_ number: Double) throws(ValueProblem) -> Double {
    guard !number.isNaN else {
      throw ValueProblem("is not a number (NaN), which SQLite would store as NULL")
    }
    return number
  }

  private static func rounded(_ number: Double) throws(ValueProblem) -> Float {
    let float = Float(number)
    guard float.isFinite == number.isFinite else {
      throw ValueProblem("is float, which can't hold \(number)")
    }
    return float
  }

  /// `NSDecimalNumber` silently drops digits, and reads texts by locale where none is named.
  private static func object(
    for number: DecimalNumber
  ) throws(ValueProblem) -> NSDecimalNumber {
    guard let decimal = Decimal(string: number.text, locale: Locale(identifier: "en_US_POSIX")),
      DecimalNumber("\(decimal)") == number
    else {
      throw ValueProblem("is \(number), which has more digits than NSDecimalNumber holds")
    }
    return NSDecimalNumber(decimal: decimal)
  }

  private static func decimal(_ number: NSNumber) -> AttributeValue? {
    DecimalNumber("\(number.decimalValue)").map { .decimal($0) }
  }

  // MARK: Texts

  /// Some systems encode characters that no URL may have, others refuse them.
  private static func url(_ text: String) throws(ValueProblem) -> URL {
    guard let url = URL(string: text), url.absoluteString.utf8.elementsEqual(text.utf8) else {
      throw ValueProblem("is \(AttributeValue.quoted(text)), which is no URL")
    }
    return url
  }
}

/// What is wrong with the value of an attribute, to be said after the attribute's name.
package struct ValueProblem: Error, Hashable, Sendable {
  package let description: String

  package init(_ description: String) { self.description = description }
}
