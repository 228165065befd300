import Foundation
import GoldenStoreModel

extension ModelArchiveReader {
  /// The default of an attribute; one of an app's own class is noted and left out.
  mutating func defaultValue(
    _ reference: PropertyListValue?, of type: AttributeType, _ place: String
  ) throws(ModelArchiveDamage) -> AttributeValue? {
    let object = try archive.object(reference, place)
    let value: AttributeValue?
    switch object {
    case .null: return nil
    case .value(let plain): value = self.value(plain, of: type)
    case .instance(let className, let fields):
      value = try instance(className, fields, of: type, place)
    }
    if value == nil {
      notes.append("\(place): the default, a \(object.kind), is left out")
    }
    return value
  }

  private func value(_ plain: PropertyListValue, of type: AttributeType) -> AttributeValue? {
    switch (plain, type) {
    case (.integer(let number), .integer16), (.integer(let number), .integer32),
      (.integer(let number), .integer64):
      .integer(number)
    case (.boolean(let flag), .integer16), (.boolean(let flag), .integer32),
      (.boolean(let flag), .integer64):
      .integer(flag ? 1 : 0)
    case (.boolean(let flag), .boolean): .boolean(flag)
    case (.integer(let number), .boolean): .boolean(number != 0)
    case (.real(let number), .double): .double(number)
    case (.integer(let number), .double): .double(Double(number))
    case (.real(let number), .float): .float(number)
    case (.integer(let number), .float): .float(Double(number))
    case (.integer(let number), .decimal): .decimal(DecimalNumber(number))
    case (.real(let number), .decimal): DecimalNumber(number).map { .decimal($0) }
    case (.string(let text), .string): .string(text)
    case (.string(let text), .uri): .uri(text)
    case (.date(let seconds), .date): .date(seconds)
    case (.data(let data), .binary): .binary(data)
    case (.data(let data), .transformable): .transformable(data)
    default: nil
    }
  }

  private mutating func instance(
    _ className: String, _ fields: [String: PropertyListValue], of type: AttributeType,
    _ place: String
  ) throws(ModelArchiveDamage) -> AttributeValue? {
    switch (className, type) {
    case ("NSDate", .date):
      if case .real(let seconds)? = fields["NS.time"] { return .date(seconds) }
    case ("NSUUID", .uuid):
      if case .data(let bytes)? = fields["NS.uuidbytes"] { return uuid(bytes) }
    case ("NSData", .binary), ("NSMutableData", .binary):
      if case .data(let bytes)? = fields["NS.data"] { return .binary(bytes) }
    case ("NSString", .string), ("NSMutableString", .string):
      if case .string(let text)? = fields["NS.string"] { return .string(text) }
    case ("NSURL", .uri):
      if let text = try archive.text(fields["NS.relative"], place) { return .uri(text) }
    case ("NSDecimalNumberPlaceholder", .decimal), ("NSDecimalNumber", .decimal):
      return DecimalArchive.number(from: fields).map { .decimal($0) }
    default: break
    }
    return nil
  }

  private func uuid(_ bytes: Data) -> AttributeValue? {
    guard bytes.count == 16 else { return nil }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    return .uuid(UUID(uuid: uuid))
  }
}
