import Foundation
import GoldenStoreModel

/// A decimal number as a keyed archive holds it: a mantissa of up to eight 16-bit digits, the
/// least significant first, and an exponent of ten.
enum DecimalArchive {
  /// The fields of an archived number; `nil` where it needs more than 128 bits or an exponent
  /// beyond -128…127.
  static func fields(of number: DecimalNumber) -> [String: PropertyListValue]? {
    var digits = number.text.filter { $0.isNumber }
    let fraction = number.text.split(separator: ".").dropFirst().first?.count ?? 0
    var exponent = -fraction
    while digits.count > 1, digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    guard (-128...127).contains(exponent) else { return nil }
    var units: [UInt32] = []
    for digit in digits {
      var carry = UInt32(digit.wholeNumberValue ?? 0)
      for place in units.indices {
        let value = units[place] * 10 + carry
        units[place] = value & 0xFFFF
        carry = value >> 16
      }
      if carry > 0 { units.append(carry) }
    }
    guard units.count <= 8 else { return nil }
    var mantissa = Data(count: 16)
    for (place, unit) in units.enumerated() {
      mantissa[2 * place] = UInt8(unit & 0xFF)
      mantissa[2 * place + 1] = UInt8(unit >> 8)
    }
    return [
      "NS.mantissa": .data(mantissa), "NS.mantissa.bo": .integer(1),
      "NS.length": .integer(Int64(units.count)), "NS.exponent": .integer(Int64(exponent)),
      "NS.negative": .boolean(number.text.hasPrefix("-")), "NS.compact": .boolean(true),
    ]
  }

  /// The number that the fields of an archived one stand for; `nil` where they stand for none.
  ///
  /// `NS.mantissa.bo` names the byte order of each digit: 1 is little-endian, 2 big-endian.
  static func number(from fields: [String: PropertyListValue]) -> DecimalNumber? {
    guard case .data(let mantissa)? = fields["NS.mantissa"], mantissa.count == 16,
      case .integer(let length)? = fields["NS.length"] ?? .integer(0), (0...8).contains(length),
      case .integer(let exponent)? = fields["NS.exponent"] ?? .integer(0),
      (-128...127).contains(exponent)
    else { return nil }
    let isNegative = fields["NS.negative"] == .boolean(true)
    let isBigEndian = fields["NS.mantissa.bo"] == .integer(2)
    let bytes = [UInt8](mantissa)
    var units: [UInt32] = (0..<Int(length)).map { place in
      let first = UInt32(bytes[2 * place])
      let second = UInt32(bytes[2 * place + 1])
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var digits: [Character] = []
    while units.contains(where: { $0 != 0 }) {
      var remainder: UInt32 = 0
      for place in units.indices.reversed() {
        let value = remainder << 16 | units[place]
        units[place] = value / 10
        remainder = value % 10
      }
      digits.append(Character("\(remainder)"))
    }
    let text = digits.isEmpty ? "0" : String(digits.reversed())
    return DecimalNumber("\(isNegative ? "-" : "")\(text)e\(exponent)")
  }
}
