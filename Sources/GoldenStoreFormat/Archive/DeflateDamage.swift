/// Why bytes are not a raw DEFLATE stream.
public enum DeflateDamage: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stream ends before its last block does.
  case cutShort(atByte: Int)
  /// A block has the reserved type 3.
  case reservedBlockType(atByte: Int)
  /// The two lengths of a stored block contradict each other.
  case storedLength(atByte: Int)
  /// A set of code lengths that no Huffman code has.
  case codeLengths(atByte: Int)
  /// A code that stands for no symbol.
  case unknownCode(atByte: Int)
  /// A copy from before the first byte of the output.
  case distance(atByte: Int)
  /// More output than is allowed.
  case tooLarge(limit: Int)
  /// Bytes behind the last block.
  case trailingBytes(count: Int)

  public var description: String {
    switch self {
    case .cutShort(let byte): "the compressed data is cut short at byte \(byte)"
    case .reservedBlockType(let byte): "the block that ends at byte \(byte) has no known type"
    case .storedLength(let byte): "the stored block at byte \(byte) contradicts its own length"
    case .codeLengths(let byte): "the code lengths before byte \(byte) make no Huffman code"
    case .unknownCode(let byte): "the code before byte \(byte) stands for nothing"
    case .distance(let byte): "the copy before byte \(byte) begins before the output does"
    case .tooLarge(let limit): "the data inflates to more than \(limit) bytes"
    case .trailingBytes(let count): "\(count) bytes follow the last block"
    }
  }
}
