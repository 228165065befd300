package import GoldenStoreSQLite

/// What makes a log that of another store.
///
/// Nothing in a `-wal` names its main file, and SQLite takes any whose checksums are right. But
/// pages have one size, and a store keeps its identifier for life.
///
/// Format: StoreFormat F46.
extension WriteAheadLog {
  /// The damage where the pages have another size than those of the store.
  ///
  /// - Throws: `StoreError.fileSystem`; a log without a header is none of another store.
  package static func foreignPages(
    of files: StoreFiles, _ header: DatabaseHeader
  ) throws(StoreError) -> WriteAheadLogDamage? {
    let path = files.path(of: .writeAheadLog)
    // One byte more: a header alone is a log that nothing was written to.
    let bytes = try SequentialFile(reading: path).read(upTo: headerSize + 1)
    guard bytes.count > headerSize, let log = try? Header(Array(bytes.dropLast())),
      log.pageSize != header.pageSize
    else { return nil }
    return .otherPageSize(found: log.pageSize, expected: header.pageSize)
  }

  /// The damage where the store has another identifier with the log than without.
  ///
  /// - Parameters:
  ///   - files: A private copy, as it is opened here.
  ///   - connection: The same copy, opened with the log.
  package static func foreignIdentifier(
    of files: StoreFiles, connection: Connection
  ) -> WriteAheadLogDamage? {
    // A main file that nobody can read without its log has no identifier of its own.
    guard let alone = try? Connection(path: files.main, mode: .immutable),
      let expected = identifier(alone), let found = identifier(connection),
      found != expected
    else { return nil }
    return .otherStore(found: found, expected: expected)
  }

  /// SQLite leaves out what was not committed, rightly; anything else that it leaves out is a loss.
  ///
  /// - Parameter store: The name of the store, for the message.
  /// - Throws: `StoreError.damagedWriteAheadLog`.
  package static func requireSound(
    _ damage: WriteAheadLogDamage?, of store: String
  ) throws(StoreError) {
    switch damage {
    case nil, .uncommittedFrames: return
    case let damage?: throw .damagedWriteAheadLog(file: store + "-wal", damage: damage)
    }
  }

  private static func identifier(_ connection: Connection) -> String? {
    // Whatever keeps the identifier from being read is said where the metadata are.
    try? connection.firstRow("SELECT Z_UUID FROM Z_METADATA") { try $0.text(at: 0) }
  }
}
