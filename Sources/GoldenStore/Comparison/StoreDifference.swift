package import GoldenStoreModel

/// One thing in which a store is not what it should be.
package struct StoreDifference: Hashable, Sendable {
  /// What differs; the raw values are those of the command's JSON.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// An object that should be there is not.
    case missingObject
    /// An object is there that should not be.
    case unexpectedObject
    /// An attribute has another value.
    case value
    /// A relationship has other targets, or leads to an object that does not exist.
    case relationship
    /// An ordered relationship has the right targets in another order.
    case order
    /// A table, column or index is missing, left over or of another form.
    case schema
    /// Core Data's own records are wrong: metadata, entity numbers, primary-key maxima.
    case bookkeeping
  }

  /// One side of a difference.
  package enum Side: Hashable, Sendable {
    case nothing
    case value(AttributeValue)
    case text(String)
  }

  package let kind: Kind
  /// The entity, table or index; `nil` where the whole store differs.
  package let entity: String?
  /// The object's primary key; `nil` where no single object differs.
  package let object: Int64?
  /// The property, column or record; `nil` where a whole object differs.
  package let property: String?
  package let expected: Side
  package let found: Side

  package init(
    _ kind: Kind, entity: String? = nil, object: Int64? = nil, property: String? = nil,
    expected: Side = .nothing, found: Side = .nothing
  ) {
    self.kind = kind
    self.entity = entity
    self.object = object
    self.property = property
    self.expected = expected
    self.found = found
  }
}

extension StoreDifference: CustomStringConvertible {
  /// The difference as one line, such as `Person 7: name: expected "Ann", found NULL`.
  package var description: String {
    // An object that was expected without anybody foreseeing its key has a negative one.
    let number = object.map { $0 < 0 ? "(a new object)" : "\($0)" }
    let owner = [entity, number].compactMap(\.self).joined(separator: " ")
    let place = [owner, property ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    let (expected, found) = StoreDifference.Side.excerpts(expected, found)
    let statement =
      switch kind {
      case .missingObject: "is missing"
      case .unexpectedObject: "is there, but should not be"
      case .order: "expected order \(expected), found \(found)"
      case .value, .relationship, .schema, .bookkeeping: "expected \(expected), found \(found)"
      }
    return place.isEmpty ? statement : "\(place): \(statement)"
  }
}

extension StoreDifference.Side: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothing: "nothing"
    case .value(let value): value.description
    case .text(let text): text
    }
  }
}

extension StoreDifference.Side {
  /// Texts of more bytes than this are shortened.
  private static let longest = 300

  /// Both sides for one line; long texts begin a little before the first place in which they
  /// differ, and end soon after.
  fileprivate static func excerpts(_ first: Self, _ second: Self) -> (String, String) {
    let texts = [first.text, second.text]
    guard texts.contains(where: { $0.map { $0.utf8.count > longest } ?? false }) else {
      return (first.description, second.description)
    }
    var common = 0
    if let first = texts[0], let second = texts[1] {
      common = zip(first.utf8, second.utf8).prefix { $0 == $1 }.count
    }
    let start = common > 40 ? common - 20 : 0
    return (first.excerpt(from: start), second.excerpt(from: start))
  }

  private var text: String? {
    switch self {
    case .value(.string(let text)), .value(.uri(let text)), .text(let text): text
    case .value, .nothing: nil
    }
  }

  private func excerpt(from start: Int) -> String {
    guard let text else { return description }
    let scalars = text.unicodeScalars
    var index =
      text.utf8.index(text.startIndex, offsetBy: start, limitedBy: text.endIndex) ?? text.endIndex
    // Down to the beginning of a character.
    while index.samePosition(in: scalars) == nil { text.utf8.formIndex(before: &index) }
    let rest = scalars[index...]
    let shown = String(String.UnicodeScalarView(rest.prefix(120)))
    let content = if case .text = self { shown } else { AttributeValue.quoted(shown) }
    return (start > 0 ? "…" : "") + content + (rest.dropFirst(120).isEmpty ? "" : "…")
      + " (\(text.utf8.count) bytes)"
  }
}

extension StoreDifference: Encodable {
  private enum CodingKeys: String, CodingKey {
    case kind, entity, object, property, expected, found
  }

  /// Writes every key, with null where there is nothing.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(entity, forKey: .entity)
    try container.encode(object.map { "\($0)" }, forKey: .object)
    try container.encode(property, forKey: .property)
    try container.encode(expected, forKey: .expected)
    try container.encode(found, forKey: .found)
  }
}

extension StoreDifference.Side: Encodable {
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try DumpValue(value).encode(to: encoder)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .nothing:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}
