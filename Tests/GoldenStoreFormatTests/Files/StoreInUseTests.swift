import Foundation
import GoldenStoreFormat
import GoldenStoreSQLite
import TestSupport
import Testing

/// Stores that another process has open. Locks count between processes only, so it is a real one.
@Suite(.serialized) struct StoreInUseTests {
  private let folder: TemporaryDirectory
  private let files: StoreFiles
  private let copy: StoreFiles

  init() throws {
    folder = try TemporaryDirectory()
    files = StoreFiles(main: "\(folder.path)/Used.sqlite")
    copy = StoreFiles(main: "\(folder.path)/Copy.sqlite")
  }

  private func makeStore(_ journalMode: String) throws {
    let connection = try Connection(path: files.main, mode: .create)
    try connection.pragma("journal_mode = \(raw: journalMode)")
    try connection.execute("CREATE TABLE T (k INTEGER PRIMARY KEY, v INTEGER, filling BLOB)")
    try connection.execute(
      """
      WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < 400) \
      INSERT INTO T SELECT x, 0, randomblob(300) FROM r
      """)
    try connection.close()
  }

  /// The one value of all rows of the copy, which is deleted.
  private func stateOfCopy() throws -> Int64 {
    let connection = try Connection(path: copy.main, mode: .readWrite)
    let integrity = try connection.rows("PRAGMA integrity_check") { try $0.text(at: 0) }
    #expect(integrity == ["ok"])
    let values = try connection.rows("SELECT v, count(*) FROM T GROUP BY v") {
      [$0.integer(at: 0), $0.integer(at: 1)]
    }
    #expect(values.map(\.last) == [400])
    try connection.close()
    try copy.delete()
    return try #require(values.first?.first)
  }

  /// Whether the copy was made; a store in use is refused.
  private func copyUnlessInUse(patience: Double) throws -> Bool {
    do {
      try files.copy(to: copy, patience: patience)
      return true
    } catch StoreError.inUse {
      return false
    }
  }

  private func requireNothingLeft() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("Copy") } == [])
  }

  @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST"])
  func copyOfAStoreThatIsBeingWrittenIsOneOfItsStates(_ journalMode: String) throws {
    try makeStore(journalMode)
    let occupant = try Occupant("write", files)
    var states: [Int64] = []
    var refusals = 0
    // On a busy machine the other process may need a while for its next transactions.
    for attempt in 0..<60 where attempt < 10 || Set(states).count < 4 {
      if try copyUnlessInUse(patience: 2) {
        states.append(try stateOfCopy())
      } else {
        refusals += 1
        try requireNothingLeft()
      }
    }
    occupant.kill()
    #expect(states == states.sorted())
    // The other process did write in the meantime, and did not keep us out.
    #expect(Set(states).count >= 4, "\(states), \(refusals) refusals")
  }

  @Test func storeWithAnOpenTransactionInItsLogIsRefusedUntilThatEnds() throws {
    try makeStore("WAL")
    let occupant = try Occupant("change", files)
    let error = #expect(throws: StoreError.self) { try files.copy(to: copy, patience: 0.1) }
    #expect(
      error?.description
        == "'Used.sqlite' is in use by another process; close it there, or try again later")
    try requireNothingLeft()
    occupant.leave()
    try files.copy(to: copy, patience: 0.1)
    #expect(try stateOfCopy() == 0)
  }

  /// Before its commit a writer with a journal has changed nothing.
  @Test func storeWithAnOpenTransactionInMemoryIsCopiedAsItWasBefore() throws {
    try makeStore("DELETE")
    let occupant = try Occupant("change", files)
    #expect(files.existingParts == [.main, .rollbackJournal])
    try files.copy(to: copy, patience: 0.1)
    #expect(try stateOfCopy() == 0)
    occupant.leave()
  }

  @Test(arguments: [("DELETE", "spill"), ("DELETE", "exclude"), ("WAL", "spill")])
  func storeThatIsHalfChangedOrExcludedIsRefused(_ journalMode: String, _ mode: String) throws {
    try makeStore(journalMode)
    let occupant = try Occupant(mode, files)
    #expect(throws: StoreError.inUse(store: "Used.sqlite")) {
      try files.copy(to: copy, patience: 0.1)
    }
    try requireNothingLeft()
    occupant.leave()
  }

  /// A process that was killed leaves a main file that is half changed and a journal, or a log
  /// without a commit at its end; SQLite makes the last state of it, in the copy alone.
  @Test(arguments: ["DELETE", "PERSIST", "WAL"])
  func storeOfAKilledProcessIsCopiedWithWhatUndoesItsTransaction(_ journalMode: String) throws {
    try makeStore(journalMode)
    let occupant = try Occupant("spill", files)
    let sound = try Data(contentsOf: URL(fileURLWithPath: files.main))
    occupant.kill()
    let before = try bytes(of: files)
    let part: StoreFiles.Part = journalMode == "WAL" ? .writeAheadLog : .rollbackJournal
    #expect(try files.files().contains { $0.part == part && $0.bytes > 4096 })
    try files.copy(to: copy, patience: 0.1)
    #expect(copy.existingParts.contains(part))
    #expect(try stateOfCopy() == 0)
    #expect(try bytes(of: files) == before)
    #expect(sound.count > 100_000)
  }

  @Test func storeThatAnotherProcessHasOpenIsNeitherMovedNorDeleted() throws {
    try makeStore("WAL")
    let occupant = try Occupant("open", files)
    let before = try bytes(of: files)
    #expect(throws: StoreError.inUse(store: "Used.sqlite")) { try files.move(to: copy) }
    #expect(throws: StoreError.inUse(store: "Used.sqlite")) { try files.delete() }
    try requireNothingLeft()
    #expect(try bytes(of: files) == before)
    try files.copy(to: copy, patience: 0.1)
    #expect(try stateOfCopy() == 0)
    occupant.leave()
    try files.move(to: copy)
    #expect(try stateOfCopy() == 0)
  }

  @Test func digestsAreThoseOfOneState() throws {
    try makeStore("WAL")
    let occupant = try Occupant("open", files)
    let digests = try files.digests().map(\.digest)
    #expect(try files.digests().map(\.digest) == digests)
    #expect(digests.count == 3)
    occupant.leave()
  }
}
