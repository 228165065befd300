import Foundation

/// What a `-wal` file holds, found without SQLite.
///
/// SQLite ignores everything from the first bad frame on, without a word: a log that was cut or
/// changed opens as an older, or an empty, store. This type says so.
///
/// Format: StoreFormat F33.
package struct WriteAheadLog: Hashable, Sendable {
  package static let headerSize = 32
  package static let frameHeaderSize = 24

  /// Bytes per page; 0 in a log without a header.
  package let pageSize: Int
  /// How often the log was started again.
  package let checkpointSequence: UInt32
  package let firstSalt: UInt32
  package let secondSalt: UInt32
  /// Frames from the first on whose salts and checksums are right.
  package let validFrames: Int
  /// Frames up to the last commit: those that a reader sees.
  package let committedFrames: Int
  /// Pages of the database after the last commit; 0 without one.
  package let committedPages: UInt32
  /// Frames after the valid ones that an earlier use of the same file left behind.
  package let leftoverFrames: Int
  /// The first thing that is wrong; nil for a sound log, an empty one included.
  package let damage: WriteAheadLogDamage?

  static let empty = WriteAheadLog(header: nil, scan: Scan(), damage: nil)

  private init(header: Header?, scan: Scan, damage: WriteAheadLogDamage?) {
    pageSize = header?.pageSize ?? 0
    checkpointSequence = header?.checkpointSequence ?? 0
    firstSalt = header?.firstSalt ?? 0
    secondSalt = header?.secondSalt ?? 0
    validFrames = scan.validFrames
    committedFrames = scan.committedFrames
    committedPages = scan.committedPages
    leftoverFrames = scan.leftoverFrames
    self.damage = damage
  }

  struct Scan {
    var validFrames = 0
    var committedFrames = 0
    var committedPages: UInt32 = 0
    var leftoverFrames = 0
  }

  /// Reads a `-wal` file from start to end, one frame in memory at a time.
  ///
  /// - Throws: `StoreError.fileMissing` or `.fileSystem`; damage is a value, not an error.
  package init(contentsOf path: String) throws(StoreError) {
    let file = try SequentialFile(reading: path)
    let headerBytes = try file.read(upTo: Self.headerSize)
    guard !headerBytes.isEmpty else {
      self = .empty
      return
    }
    let header: Header
    do {
      header = try Header(headerBytes)
    } catch {
      self.init(header: nil, scan: Scan(), damage: error)
      return
    }
    var scan = Scan()
    var damage: WriteAheadLogDamage?
    var checksum = header.checksum
    let frameSize = Self.frameHeaderSize + header.pageSize
    while damage == nil {
      let bytes = try file.read(upTo: frameSize)
      if bytes.isEmpty { break }
      let number = scan.validFrames + scan.leftoverFrames + 1
      guard bytes.count == frameSize else {
        damage = .frameCutShort(
          frame: number, bytes: Int64(bytes.count), expected: Int64(frameSize))
        break
      }
      damage = Self.examine(bytes, number: number, header: header, &checksum, &scan)
    }
    if damage == nil, scan.committedFrames < scan.validFrames {
      damage = .uncommittedFrames(first: scan.committedFrames + 1, last: scan.validFrames)
    }
    self.init(header: header, scan: scan, damage: damage)
  }

  private static func examine(
    _ bytes: [UInt8], number: Int, header: Header, _ checksum: inout Checksum, _ scan: inout Scan
  ) -> WriteAheadLogDamage? {
    let frame = Frame(bytes)
    guard frame.firstSalt == header.firstSalt, frame.secondSalt == header.secondSalt else {
      // Each new start of the log adds 1 to the first salt.
      guard (1...0xFFFF).contains(header.firstSalt &- frame.firstSalt) else {
        return .foreignFrame(frame: number)
      }
      scan.leftoverFrames += 1
      return nil
    }
    guard scan.leftoverFrames == 0 else { return .foreignFrame(frame: number) }
    checksum.add(bytes[0..<8], isBigEndian: header.isBigEndian)
    checksum.add(bytes[frameHeaderSize...], isBigEndian: header.isBigEndian)
    guard frame.checksum == checksum else { return .frameChecksum(frame: number) }
    scan.validFrames += 1
    if frame.pagesAfterCommit != 0 {
      scan.committedFrames = scan.validFrames
      scan.committedPages = frame.pagesAfterCommit
    }
    return nil
  }

  /// Gives a sound log other salts, and every frame the checksum that belongs to them.
  ///
  /// SQLite takes salts from its random source; with fixed ones equal contents have equal bytes.
  /// The `-shm` no longer fits afterwards and must be deleted: SQLite builds it again.
  ///
  /// - Throws: `StoreError.damagedWriteAheadLog`, or `.fileSystem`.
  package static func rewriteSalts(
    of path: String, first: UInt32, second: UInt32
  ) throws(StoreError) {
    let log = try WriteAheadLog(contentsOf: path)
    if let damage = log.damage { throw .damagedWriteAheadLog(file: path.fileName, damage: damage) }
    guard log.leftoverFrames == 0 else {
      throw .damagedWriteAheadLog(
        file: path.fileName, damage: .foreignFrame(frame: log.validFrames + 1))
    }
    let file = try SequentialFile(updating: path)
    let headerBytes = try file.read(upTo: headerSize)
    guard let header = try? Header(headerBytes).with(firstSalt: first, secondSalt: second) else {
      return  // The scan above found no damage, so there is no header: the log is empty.
    }
    try file.write(header.bytes, at: 0)
    var checksum = header.checksum
    let frameSize = frameHeaderSize + header.pageSize
    for frame in 0..<log.validFrames {
      let offset = headerSize + frame * frameSize
      try file.move(to: offset)
      var bytes = try file.read(upTo: frameSize)
      checksum.add(bytes[0..<8], isBigEndian: header.isBigEndian)
      checksum.add(bytes[frameHeaderSize...], isBigEndian: header.isBigEndian)
      Frame.replace(in: &bytes, firstSalt: first, secondSalt: second, checksum: checksum)
      try file.write(Array(bytes[0..<frameHeaderSize]), at: offset)
    }
  }
}
