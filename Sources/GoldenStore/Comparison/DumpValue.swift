import Foundation
package import GoldenStoreModel

/// A value as the command's JSON writes it.
///
/// Dates are seconds since 2001; decimals, strings, URIs and UUIDs are texts; bytes are an object
/// with one key `base64`; the infinities, which JSON cannot hold, are the texts `inf` and `-inf`.
package struct DumpValue: Hashable, Sendable, Encodable {
  package let value: AttributeValue

  package init(_ value: AttributeValue) { self.value = value }

  private enum CodingKeys: String, CodingKey { case base64 }

  package func encode(to encoder: any Encoder) throws {
    if case .binary(let data) = value { return try encode(base64: data, to: encoder) }
    if case .transformable(let data) = value { return try encode(base64: data, to: encoder) }
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .integer(let number): try container.encode(number)
    case .boolean(let flag): try container.encode(flag)
    case .double(let number), .float(let number), .date(let number):
      if number.isFinite {
        try container.encode(number)
      } else {
        try container.encode("\(number)")
      }
    case .decimal(let number): try container.encode(number.text)
    case .string(let text), .uri(let text): try container.encode(text)
    case .uuid(let uuid): try container.encode(uuid.uuidString)
    case .binary, .transformable: break
    }
  }

  private func encode(base64 data: Data, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(data.base64EncodedString(), forKey: .base64)
  }
}
