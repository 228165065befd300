import Foundation

extension WriteAheadLog {
  /// Whether SQLite uses every byte of a log, as the `-shm` says that it made when it opened it.
  ///
  /// SQLite has looked at every frame then, so nobody has to do it again; only where it left some
  /// out a look at the log itself tells which, and why.
  ///
  /// Format: StoreFormat F44.
  ///
  /// - Parameters:
  ///   - log: The path of a `-wal` that a connection of this process has read from.
  ///   - index: The path of its `-shm`.
  /// - Throws: `StoreError.fileMissing` or `.fileSystem`.
  package static func isUsedCompletely(_ log: String, index: String) throws(StoreError) -> Bool {
    guard FileManager.default.fileExists(atPath: index) else { return false }
    let header = try SequentialFile(reading: log).read(upTo: headerSize)
    if header.isEmpty { return true }
    // A damaged header makes SQLite start as without a log.
    guard let pageSize = try? Header(header).pageSize else { return false }
    let bytes: Int64
    do {
      bytes = try FileStatus(log).bytes
    } catch {
      throw .fileSystem("read", log, error)
    }
    let (frames, rest) = (bytes - Int64(headerSize))
      .quotientAndRemainder(dividingBy: Int64(frameHeaderSize + pageSize))
    let index = try SequentialFile(reading: index).read(upTo: 20)
    guard index.count == 20, index[12] == 1 else { return false }
    return rest == 0 && frames == Int64(nativeWord(index, at: 16))
  }

  /// How many frames of a log were committed, as the `-shm` of whoever used it last says.
  ///
  /// To be asked before the log is opened, which makes the `-shm` anew from what is valid.
  ///
  /// Format: StoreFormat F44.
  ///
  /// - Returns: nil without a `-shm`, and where it is not that of this log.
  package static func committedFrames(
    of log: String, index: String
  ) throws(StoreError) -> Int? {
    guard FileManager.default.fileExists(atPath: index) else { return nil }
    let header = try SequentialFile(reading: log).read(upTo: headerSize)
    // Two copies of 48 bytes, which differ while one of them is written.
    let index = try SequentialFile(reading: index).read(upTo: 96)
    guard header.count == headerSize, index.count == 96, index[12] == 1,
      index[..<48].elementsEqual(index[48...]), index[32..<40].elementsEqual(header[16..<24])
    else { return nil }
    return Int(nativeWord(index, at: 16))
  }

  /// The numbers of a -shm are in the order of the machine.
  private static func nativeWord(_ bytes: [UInt8], at index: Int) -> UInt32 {
    let word = bytes[...].bigEndianWord(at: index)
    return UInt32(littleEndian: 1) == 1 ? word.byteSwapped : word
  }
}
