/// What is wrong with a `-wal` file. Frames count from 1.
public enum WriteAheadLogDamage: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file ends inside its 32-byte header.
  case headerCutShort(bytes: Int64)
  /// The file does not begin with a magic number of SQLite.
  case unknownMagic(UInt32)
  /// The header has a format version or page size that SQLite does not write.
  case unknownFormat(version: UInt32, pageSize: UInt32)
  /// The header does not match its checksum.
  case headerChecksum
  /// The file ends inside a frame.
  case frameCutShort(frame: Int, bytes: Int64, expected: Int64)
  /// A frame does not match its checksum.
  case frameChecksum(frame: Int)
  /// A frame carries the salts of another log.
  case foreignFrame(frame: Int)
  /// The last frames belong to a transaction that was never committed.
  case uncommittedFrames(first: Int, last: Int)
  /// The log has pages of another size than the store.
  case otherPageSize(found: Int, expected: Int)
  /// The log makes another store of the main file.
  case otherStore(found: String, expected: String)

  public var description: String {
    switch self {
    case .headerCutShort(let bytes):
      "it is cut short: it has \(bytes) bytes of the 32 of its header"
    case .unknownMagic(let magic):
      "it begins with 0x\(String(magic, radix: 16)), which is not a write-ahead log's magic number"
    case .unknownFormat(let version, let pageSize):
      "its header has format version \(version) and page size \(pageSize)"
    case .headerChecksum:
      "its header does not match its checksum"
    case .frameCutShort(let frame, let bytes, let expected):
      "it is cut short: frame \(frame) has \(bytes) of \(expected) bytes"
    case .frameChecksum(let frame):
      "frame \(frame) does not match its checksum"
    case .foreignFrame(let frame):
      "frame \(frame) carries the salts of another log"
    case .uncommittedFrames(let first, let last):
      first == last
        ? "frame \(first) belongs to a transaction that was never committed"
        : "frames \(first) to \(last) belong to a transaction that was never committed"
    case .otherPageSize(let found, let expected):
      "it belongs to another store: its pages have \(found) bytes, those of the store \(expected)"
    case .otherStore(let found, let expected):
      "it belongs to another store: with it the identifier is '\(found)', without it '\(expected)'"
    }
  }
}
