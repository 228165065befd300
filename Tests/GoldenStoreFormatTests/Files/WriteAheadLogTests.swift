import Foundation
import GoldenStoreFormat
import GoldenStoreSQLite
import TestSupport
import Testing

struct WriteAheadLogTests {
  /// Makes a database whose `-wal` holds three commits, and passes it with the log's bytes.
  private static func withLog(
    _ body: (_ files: StoreFiles, _ log: Data) throws -> Void
  ) throws {
    try withFolder { folder in
      let files = StoreFiles(main: "\(folder)/Sample.sqlite")
      let connection = try Connection(path: files.main, mode: .create)
      try connection.pragma("page_size = 4096")
      try connection.pragma("journal_mode = WAL")
      try connection.execute("CREATE TABLE T (A)")
      try connection.execute("INSERT INTO T VALUES (1)")
      try connection.execute("INSERT INTO T VALUES (2)")
      try connection.keepWriteAheadLogOnClose()
      try connection.close()
      let log = FileManager.default.contents(atPath: files.path(of: .writeAheadLog))
      try body(files, try #require(log))
    }
  }

  private static func scan(_ bytes: Data) throws -> WriteAheadLog {
    try withFolder { folder in
      try bytes.write(to: URL(fileURLWithPath: "\(folder)/Sample.sqlite-wal"))
      return try WriteAheadLog(contentsOf: "\(folder)/Sample.sqlite-wal")
    }
  }

  @Test func countsTheFramesThatSQLiteWrote() throws {
    try Self.withLog { _, bytes in
      let log = try Self.scan(bytes)
      #expect(log.damage == nil)
      #expect(log.pageSize == 4096)
      #expect(log.validFrames == (bytes.count - 32) / (4096 + 24))
      #expect(log.committedFrames == log.validFrames)
      #expect(log.committedPages == 2)
      #expect(log.leftoverFrames == 0)
    }
  }

  @Test func emptyLogIsSound() throws {
    let log = try Self.scan(Data())
    #expect(log.damage == nil && log.validFrames == 0)
  }

  /// The sentence of each kind of damage, for a log of four frames.
  static let damages: [(sentence: String, change: @Sendable (inout Data) -> Void)] = [
    ("it is cut short: it has 31 bytes of the 32 of its header", { $0 = $0.prefix(31) }),
    (
      "it begins with 0x41414141, which is not a write-ahead log's magic number",
      { $0.replaceSubrange(0..<4, with: Data("AAAA".utf8)) }
    ),
    ("its header has format version 3007000 and page size 4097", { $0[11] = 1 }),
    ("its header does not match its checksum", { $0[16] ^= 1 }),
    ("it is cut short: frame 4 has 4119 of 4120 bytes", { $0 = $0.dropLast() }),
    ("it is cut short: frame 2 has 5 of 4120 bytes", { $0 = $0.prefix(32 + 4120 + 5) }),
    ("frame 3 does not match its checksum", { $0[32 + 2 * 4120 + 1000] ^= 1 }),
    ("frame 1 does not match its checksum", { $0[32 + 16] ^= 1 }),
    ("frame 2 carries the salts of another log", { $0[32 + 4120 + 8] ^= 0x80 }),
  ]

  @Test(arguments: damages.indices)
  func namesTheDamage(_ index: Int) throws {
    let (sentence, change) = Self.damages[index]
    try Self.withLog { _, bytes in
      #expect((bytes.count - 32) / 4120 == 4)
      var changed = bytes
      change(&changed)
      let log = try Self.scan(changed)
      #expect(log.damage?.description == sentence)
    }
  }

  @Test func framesAfterTheLastCommitAreReported() throws {
    try Self.withLog { _, bytes in
      // The first commit has two frames; without the second it is not complete.
      let log = try Self.scan(bytes.prefix(32 + 4120))
      #expect(log.committedFrames == 0)
      #expect(
        log.damage?.description == "frame 1 belongs to a transaction that was never committed")
    }
  }

  /// A process that is killed within a transaction leaves frames behind the last commit, some of
  /// which carry checksums that are wrong until the commit.
  @Test(arguments: [true, false], [true, false])
  func whatWasNeverCommittedIsNoDamage(_ isCutShort: Bool, _ isUnfinished: Bool) throws {
    try Self.withLog { _, bytes in
      var log = bytes
      // Frames of the same log that end no transaction, with a wrong checksum, or none yet.
      for _ in 0..<3 {
        var frame = bytes.suffix(4120)
        frame.replaceSubrange(frame.startIndex + 4..<frame.startIndex + 8, with: Data(count: 4))
        if isUnfinished {
          frame.replaceSubrange(
            frame.startIndex + 8..<frame.startIndex + 24, with: Data(count: 16))
        }
        log.append(frame)
      }
      if isCutShort { log.removeLast(4000) }
      let scan = try Self.scan(log)
      #expect(scan.committedFrames == 4)
      #expect(scan.damage == .uncommittedFrames(first: 5, last: 5))
    }
  }

  /// The last frames may have been committed or not: only the -shm of whoever wrote them knows.
  @Test func theIndexTellsWhatWasCommitted() throws {
    try Self.withLog { files, bytes in
      let (log, index) = (files.path(of: .writeAheadLog), files.path(of: .sharedMemory))
      var damaged = bytes
      damaged[32 + 3 * 4120 + 1000] ^= 1
      try damaged.write(to: URL(fileURLWithPath: log))
      #expect(try WriteAheadLog.committedFrames(of: log, index: index) == 4)
      #expect(
        try WriteAheadLog(contentsOf: log, committed: 4).damage == .frameChecksum(frame: 4))
      #expect(
        try WriteAheadLog(contentsOf: log, committed: 3).damage
          == .uncommittedFrames(first: 4, last: 4))
      // The index of another log says nothing, nor does one that is being written.
      for position in [33, 60] {
        var other = try #require(FileManager.default.contents(atPath: index))
        other[position] ^= 1
        let path = "\(index)-other"
        try other.write(to: URL(fileURLWithPath: path))
        #expect(try WriteAheadLog.committedFrames(of: log, index: path) == nil)
      }
      #expect(try WriteAheadLog.committedFrames(of: log, index: "\(index)-none") == nil)
    }
  }

  @Test func framesOfAnEarlierUseAreNoDamage() throws {
    try withFolder { folder in
      let files = StoreFiles(main: "\(folder)/Sample.sqlite")
      let connection = try Connection(path: files.main, mode: .create)
      try connection.pragma("journal_mode = WAL")
      try connection.execute("CREATE TABLE T (A)")
      for index in 0..<5 { try connection.execute("INSERT INTO T VALUES (\(index))") }
      try connection.checkpoint(.passive)
      try connection.execute("INSERT INTO T VALUES (9)")
      try connection.keepWriteAheadLogOnClose()
      try connection.close()
      let log = try WriteAheadLog(contentsOf: files.path(of: .writeAheadLog))
      #expect(log.damage == nil)
      #expect(log.validFrames == 1)
      #expect(log.leftoverFrames == 6)
      #expect(
        try !WriteAheadLog.isUsedCompletely(
          files.path(of: .writeAheadLog), index: files.path(of: .sharedMemory)))
    }
  }

  @Test func rewrittenLogIsOneThatSQLiteReads() throws {
    try Self.withLog { files, _ in
      let path = files.path(of: .writeAheadLog)
      try WriteAheadLog.rewriteSalts(of: path, first: 0x0102_0304, second: 0xFFFF_FFFE)
      let log = try WriteAheadLog(contentsOf: path)
      #expect(log.damage == nil)
      #expect(log.firstSalt == 0x0102_0304 && log.secondSalt == 0xFFFF_FFFE)
      try FileManager.default.removeItem(atPath: files.path(of: .sharedMemory))
      let connection = try Connection(path: files.main, mode: .readWrite)
      #expect(try connection.integer("SELECT sum(A) FROM T") == 3)
    }
  }

  /// More frames than are held in memory at a time, and not a multiple of them.
  @Test func longLogIsCountedAndRewritten() throws {
    try withFolder { folder in
      let files = StoreFiles(main: "\(folder)/Sample.sqlite")
      let connection = try Connection(path: files.main, mode: .create)
      try connection.pragma("journal_mode = WAL")
      try connection.pragma("wal_autocheckpoint = 0")
      try connection.execute("CREATE TABLE T (A)")
      for index in 0..<150 {
        try connection.execute("INSERT INTO T VALUES (zeroblob(3000) || \(index))")
      }
      try connection.keepWriteAheadLogOnClose()
      try connection.close()
      let path = files.path(of: .writeAheadLog)
      let before = try WriteAheadLog(contentsOf: path)
      let bytes = try #require(FileManager.default.contents(atPath: path))
      #expect(before.damage == nil && before.validFrames == (bytes.count - 32) / 4120)
      #expect(before.validFrames > 300)

      try WriteAheadLog.rewriteSalts(of: path, first: 7, second: 8)
      try FileManager.default.removeItem(atPath: files.path(of: .sharedMemory))
      let after = try WriteAheadLog(contentsOf: path)
      #expect(after.damage == nil && after.firstSalt == 7 && after.secondSalt == 8)
      #expect(after.committedFrames == before.committedFrames)
      let reopened = try Connection(path: files.main, mode: .readWrite)
      #expect(try reopened.integer("SELECT count(*) FROM T") == 150)

      for frame in [1, 64, 65, 300] {
        var damaged = bytes
        damaged[32 + frame * 4120 - 1] ^= 1
        try damaged.write(to: URL(fileURLWithPath: path))
        #expect(try WriteAheadLog(contentsOf: path).damage == .frameChecksum(frame: frame))
        #expect(
          throws: StoreError.damagedWriteAheadLog(
            file: "Sample.sqlite-wal", damage: .frameChecksum(frame: frame))
        ) { try WriteAheadLog.rewriteSalts(of: path, first: 7, second: 8) }
      }
    }
  }

  @Test func damagedLogIsNotRewritten() throws {
    try Self.withLog { files, bytes in
      var damaged = bytes
      damaged[5000] ^= 1
      let path = files.path(of: .writeAheadLog)
      try damaged.write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: StoreError.self) {
        try WriteAheadLog.rewriteSalts(of: path, first: 1, second: 2)
      }
      #expect(
        error?.description
          == "'Sample.sqlite-wal' is damaged: frame 2 does not match its checksum")
      #expect(FileManager.default.contents(atPath: path) == damaged)
    }
  }

  /// A -shm that SQLite made of a log says that it is used completely exactly where it is sound,
  /// committed to its end, and without frames of an earlier use.
  @Test func indexTellsWhetherEveryFrameIsUsed() throws {
    func isUsed(_ files: StoreFiles, _ log: Data) throws -> Bool {
      try log.write(to: URL(fileURLWithPath: files.path(of: .writeAheadLog)))
      let connection = try Connection(path: files.main, mode: .readWrite)
      try connection.keepWriteAheadLogOnClose()
      return try WriteAheadLog.isUsedCompletely(
        files.path(of: .writeAheadLog), index: files.path(of: .sharedMemory))
    }
    try Self.withLog { files, bytes in
      let isUsedWhole = try isUsed(files, bytes)
      #expect(isUsedWhole)
      let isUsedEmpty = try isUsed(files, Data())
      #expect(isUsedEmpty)
      for damage in Self.damages {
        var damaged = bytes
        damage.change(&damaged)
        let isUsedDamaged = try isUsed(files, damaged)
        #expect(!isUsedDamaged, "\(damage.sentence)")
      }
      // Each commit of this log is one frame, so it is complete without the last one.
      let isUsedShortened = try isUsed(files, bytes.dropLast(4120))
      #expect(isUsedShortened)
    }
  }

  /// SQLite's own recovery is the judge: it must find what this type counts.
  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func logsOfRealStoresAreSound() throws {
    var logs = 0
    for store in Corpus.stores {
      try Corpus.withCopy(of: store) { main in
        let files = StoreFiles(main: main.path)
        guard files.existingParts.contains(.writeAheadLog) else { return }
        let log = try WriteAheadLog(contentsOf: files.path(of: .writeAheadLog))
        logs += 1
        #expect(log.damage == nil, "\(store.id)")
        let connection = try Connection(path: files.main, mode: .readWrite)
        let pages = try connection.integer("SELECT * FROM pragma_page_count")
        if log.committedFrames > 0 { #expect(Int64(log.committedPages) == pages, "\(store.id)") }
      }
    }
    #expect(logs == 9)
  }
}
