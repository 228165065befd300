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
    /// Whether a frame at or behind the first damage may have ended a transaction.
    var mayHaveLostCommit = false
  }

  /// How many frames are read at a time.
  private static let framesInMemory = 16

  /// Reads a `-wal` file from start to end, a few frames in memory at a time.
  ///
  /// A process that is killed within a transaction leaves frames whose checksums may be wrong, as
  /// SQLite changes them until the commit; that is no damage where no commit is among them.
  ///
  /// - Parameter committed: How many frames were committed by what the `-shm` said before anybody
  ///   opened the log anew (``committedFrames(of:index:)``); nil where it said nothing.
  /// - Throws: `StoreError.fileMissing` or `.fileSystem`; damage is a value, not an error.
  package init(contentsOf path: String, committed: Int? = nil) throws(StoreError) {
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
    while true {
      let bytes = try file.read(upTo: frameSize * Self.framesInMemory)
      if bytes.isEmpty { break }
      for start in stride(from: 0, to: bytes.count, by: frameSize) {
        let frame = bytes[start..<min(start + frameSize, bytes.count)]
        let number = scan.validFrames + scan.leftoverFrames + 1
        if damage == nil {
          damage =
            frame.count == frameSize
            ? Self.examine(frame, number: number, header: header, &checksum, &scan)
            : .frameCutShort(
              frame: number, bytes: Int64(frame.count), expected: Int64(frameSize))
        }
        if damage != nil, Self.mayEndTransaction(frame, header) { scan.mayHaveLostCommit = true }
      }
    }
    damage = Self.damage(damage, scan, committed: committed)
    self.init(header: header, scan: scan, damage: damage)
  }

  /// Whether a frame may be the last one of a transaction, by its header alone.
  private static func mayEndTransaction(_ bytes: ArraySlice<UInt8>, _ header: Header) -> Bool {
    guard bytes.count >= frameHeaderSize else { return true }
    let frame = Frame(bytes)
    return frame.pagesAfterCommit != 0 && frame.firstSalt == header.firstSalt
      && frame.secondSalt == header.secondSalt
  }

  /// What is wrong by the first damage and what lies behind it.
  private static func damage(
    _ found: WriteAheadLogDamage?, _ scan: Scan, committed: Int?
  ) -> WriteAheadLogDamage? {
    let isUnfinished =
      switch found {
      case nil: scan.committedFrames < scan.validFrames
      case .frameChecksum, .frameCutShort:
        !scan.mayHaveLostCommit || committed.map { $0 <= scan.committedFrames } ?? false
      default: committed.map { $0 <= scan.committedFrames } ?? false
      }
    guard isUnfinished else { return found }
    return .uncommittedFrames(
      first: scan.committedFrames + 1, last: scan.validFrames + (found == nil ? 0 : 1))
  }

  private static func examine(
    _ bytes: ArraySlice<UInt8>, number: Int, header: Header, _ checksum: inout Checksum,
    _ scan: inout Scan
  ) -> WriteAheadLogDamage? {
    let frame = Frame(bytes)
    guard frame.firstSalt == header.firstSalt, frame.secondSalt == header.secondSalt else {
      if frame.isUnfinished, scan.leftoverFrames == 0 { return .frameChecksum(frame: number) }
      // Each new start of the log adds 1 to the first salt.
      guard (1...0xFFFF).contains(header.firstSalt &- frame.firstSalt) else {
        return .foreignFrame(frame: number)
      }
      scan.leftoverFrames += 1
      return nil
    }
    guard scan.leftoverFrames == 0 else { return .foreignFrame(frame: number) }
    checksum.add(frame: bytes, isBigEndian: header.isBigEndian)
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
  /// The `-shm` no longer fits afterwards and must be deleted: SQLite builds it again. For a log
  /// that this process made: one with damage farther in is left changed up to there.
  ///
  /// - Throws: `StoreError.damagedWriteAheadLog`, or `.fileSystem`.
  package static func rewriteSalts(
    of path: String, first: UInt32, second: UInt32
  ) throws(StoreError) {
    let file = try SequentialFile(updating: path)
    let headerBytes = try file.read(upTo: headerSize)
    if headerBytes.isEmpty { return }
    let old: Header
    let new: Header
    do {
      old = try Header(headerBytes)
      new = try old.with(firstSalt: first, secondSalt: second)
    } catch {
      throw .damagedWriteAheadLog(file: path.fileName, damage: error)
    }
    if let damage = try rewriteFrames(of: file, from: old, to: new) {
      throw .damagedWriteAheadLog(file: path.fileName, damage: damage)
    }
    try file.write(new.bytes, at: 0)
  }

  /// Returns the first damage, before which it stops.
  private static func rewriteFrames(
    of file: SequentialFile, from old: Header, to new: Header
  ) throws(StoreError) -> WriteAheadLogDamage? {
    let frameSize = frameHeaderSize + old.pageSize
    var (oldChecksum, newChecksum) = (old.checksum, new.checksum)
    var scan = Scan()
    var offset = headerSize
    while true {
      try file.move(to: offset)
      var bytes = try file.read(upTo: frameSize * framesInMemory)
      if bytes.isEmpty { break }
      for start in stride(from: 0, to: bytes.count, by: frameSize) {
        let end = start + frameSize
        let number = scan.validFrames + 1
        guard end <= bytes.count else {
          return .frameCutShort(
            frame: number, bytes: Int64(bytes.count - start), expected: Int64(frameSize))
        }
        let damage = examine(
          bytes[start..<end], number: number, header: old, &oldChecksum, &scan)
        if let damage { return damage }
        guard scan.leftoverFrames == 0 else { return .foreignFrame(frame: number) }
        newChecksum.add(frame: bytes[start..<end], isBigEndian: new.isBigEndian)
        Frame.replace(
          in: &bytes, at: start, firstSalt: new.firstSalt, secondSalt: new.secondSalt,
          checksum: newChecksum)
      }
      try file.write(bytes, at: offset)
      offset += bytes.count
    }
    guard scan.committedFrames == scan.validFrames else {
      return .uncommittedFrames(first: scan.committedFrames + 1, last: scan.validFrames)
    }
    return nil
  }
}
