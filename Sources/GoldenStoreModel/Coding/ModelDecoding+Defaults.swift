import Foundation

extension ModelDecoding {
  /// The default value of an attribute.
  ///
  /// Format: StoreFormat F23.
  mutating func defaultValue(of element: ModelElement, type: AttributeType) -> AttributeValue? {
    if type == .date { return defaultDate(of: element) }
    let key = "defaultValueString"
    guard let text = element.attributes[key] else { return nil }
    let value: AttributeValue?
    let expected: String
    switch type {
    case .integer16: (value, expected) = integer(text, Int64(Int16.min)...Int64(Int16.max), element)
    case .integer32: (value, expected) = integer(text, Int64(Int32.min)...Int64(Int32.max), element)
    case .integer64: (value, expected) = integer(text, Int64.min...Int64.max, element)
    case .decimal: (value, expected) = (DecimalNumber(text).map { .decimal($0) }, "a number")
    case .double: (value, expected) = (number(text).map { .double($0) }, "a number")
    case .float: (value, expected) = (number(text).map { .float($0) }, "a number")
    case .boolean:
      let flags = ["YES": true, "NO": false]
      (value, expected) = (flags[text].map { .boolean($0) }, "'YES' or 'NO'")
    case .string, .undefined: (value, expected) = (.string(text), "a text")
    case .uri: (value, expected) = (.uri(text), "a URI")
    case .uuid: (value, expected) = (UUID(uuidString: text).map { .uuid($0) }, "a UUID")
    case .date, .binary, .transformable, .objectID, .composite:
      (value, expected) = (nil, "no default for a value of type \(type.name)")
    }
    if value == nil { reportValue(key, of: element, expected: expected) }
    return value
  }

  /// Dates are kept as an interval; the text beside it is what somebody typed.
  private mutating func defaultDate(of element: ModelElement) -> AttributeValue? {
    let key = "defaultDateTimeInterval"
    guard let text = element.attributes[key] else {
      if element.attributes["defaultValueString"] != nil {
        reportValue(
          "defaultValueString", of: element, expected: "the date as 'defaultDateTimeInterval' too")
      }
      return nil
    }
    guard let seconds = number(text), seconds.isFinite else {
      reportValue(key, of: element, expected: "seconds since 2001")
      return nil
    }
    return .date(seconds)
  }

  private func number(_ text: String) -> Double? {
    Double(text).flatMap { $0.isNaN ? nil : $0 }
  }

  /// The whole number that a text begins with, as Xcode's model compiler reads it: 0 without one.
  private mutating func integer(
    _ text: String, _ range: ClosedRange<Int64>, _ element: ModelElement
  ) -> (AttributeValue?, expected: String) {
    var digits = Substring(text)
    var sign = ""
    if let first = digits.first, first == "-" || first == "+" {
      sign = String(first)
      digits.removeFirst()
    }
    digits = digits.prefix { $0.isASCII && $0.isNumber }
    if digits.isEmpty {
      note(
        .defaultReadAsZero(attribute: element.attributes["name"] ?? "", text: text), at: element)
      return (.integer(0), "")
    }
    let value = Int64(sign + digits).flatMap { range.contains($0) ? $0 : nil }
    return (
      value.map { .integer($0) },
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    )
  }
}
