import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Stores of which a killed replacement has written some pages, so that their metadata are readable
/// and say nothing of the rest.
struct MixedStoreTests {
  /// What a mixture has of the result; the rest is of the store as it was.
  enum Mixture: CaseIterable {
    /// The metadata; a row is the old one.
    case metadata
    /// A row; the metadata, and so the version, are the old ones.
    case row

    /// Writes it over a store whose other copy is given.
    func write(to store: StoreFiles, of sample: UpgradeSample, result: StoreFiles) throws {
      try store.delete()
      switch self {
      case .metadata: try result.copy(to: store)
      case .row:
        try UpgradeSample.write(sample.history.versions[0], to: store.main)
      }
      let connection = try Connection(path: store.main, mode: .readWrite)
      try connection.execute("UPDATE ZBOOK SET ZTITLE = 'mixed' WHERE Z_PK = 2")
      try connection.close()
    }
  }

  /// The sample, and an upgrade of it to version 3 whose process is ended by the replacement of the
  /// store of a number, when that has become a mixture.
  private func mixed(
    _ mixture: Mixture, dies number: Int = 1, opens: Bool = true
  ) throws -> UpgradeSample {
    let sample = try UpgradeSample()
    let files = sample.files
    let folder = UpgradeFolder(files)
    let state = Counter()
    var means = UpgradeMeans.portable(
      UpgradeScript { call in
        if !opens, call.description == "open " { throw NSError(domain: "Elsewhere", code: 7) }
        if state.isDead { throw UpgradeScript.Killed() }
      })
    let replace = means.replace
    means.replace = { destination, source in
      guard destination == files else { return try replace(destination, source) }
      state.count += 1
      guard state.count == number else { return try replace(destination, source) }
      let result = [folder.replacing, folder.replaced].map(folder.files(in:)).first {
        FileManager.default.fileExists(atPath: $0.main)
      }
      try mixture.write(to: files, of: sample, result: try #require(result))
      state.isDead = true
      throw UpgradeScript.Killed()
    }
    #expect(throws: PersistenceError.self) {
      try StoreUpgrade(HistoryVersions(sample.history), of: files, means: means).run(to: 2)
    }
    #expect(state.isDead)
    // The metadata can be read, and the content is that of neither.
    #expect(sample.version() == (mixture == .metadata ? 3 : 1))
    #expect(try sample.books(at: mixture == .metadata ? 3 : 1)[1].hasPrefix("mixed"))
    return sample
  }

  private final class Counter: @unchecked Sendable {
    // One upgrade does one thing after the other.
    var count = 0
    var isDead = false
  }

  @Test(arguments: Mixture.allCases)
  func aReplacementThatWasKilledIsFinished(_ mixture: Mixture) throws {
    let sample = try mixed(mixture)
    let plan = try StoreUpgrade(
      HistoryVersions(sample.history), of: sample.files, means: .portable()
    ).plan(to: 2)
    #expect(plan.finishesUpgrade)
    #expect(
      plan.description == """
        the interrupted upgrade of 'Library.sqlite' is finished, which then holds version 'V3': \
        nothing to do
        """)
    #expect(try sample.upgrade(to: 3) == plan)
    #expect(try sample.books(at: 3) == UpgradeSample.expected(at: 3))
    #expect(!FileManager.default.fileExists(atPath: UpgradeFolder(sample.files).path))
  }

  @Test(arguments: Mixture.allCases)
  func withoutAResultItGetsItsBackup(_ mixture: Mixture) throws {
    let sample = try mixed(mixture)
    let folder = UpgradeFolder(sample.files)
    try Data("nothing".utf8).write(
      to: URL(fileURLWithPath: folder.files(in: folder.replacing).main))
    #expect(try sample.upgrade(to: 1).restoresBackup)
    #expect(try sample.books(at: 1) == UpgradeSample.expected(at: 1))
  }

  @Test(arguments: Mixture.allCases)
  func aBackupThatWasBeingPutBackIsPutBackAgain(_ mixture: Mixture) throws {
    let sample = try mixed(mixture, dies: 2, opens: false)
    let plan = try StoreUpgrade(
      HistoryVersions(sample.history), of: sample.files, means: .portable()
    ).plan(to: 0)
    #expect(plan.restoresBackup)
    #expect(try sample.upgrade(to: 1) == plan)
    #expect(try sample.books(at: 1) == UpgradeSample.expected(at: 1))
  }

  @Test func aResultThatMayNotBeReadNowWaits() throws {
    let sample = try mixed(.metadata)
    let before = try sample.bytes()
    let script = UpgradeScript { call in
      if call.description == "identity replacing" {
        throw NSError(domain: NSCocoaErrorDomain, code: 257)
      }
    }
    let error = #expect(throws: PersistenceError.self) { try sample.upgrade(to: 3, script) }
    guard case .store(_, .protected) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try sample.bytes() == before)
  }

  @Test func anotherStoreThatWasMadeSinceStays() throws {
    let sample = try mixed(.metadata)
    try sample.files.delete()
    let uuid = UUID()
    try UpgradeSample.write(sample.history.versions[0], to: sample.files.main, uuid: uuid)
    try sample.upgrade(to: 1)
    #expect(try StoreInspection(of: sample.files).metadata.storeUUID == uuid.uuidString)
    let folder = UpgradeFolder(sample.files)
    let kept = folder.files(in: folder.keptBackup(1))
    #expect(try sample.books(at: 1, in: kept) == UpgradeSample.expected(at: 1))
  }

  // MARK: Failed replacements

  /// Adds a mark to a title.
  private static func write(to files: StoreFiles) throws {
    let connection = try Connection(path: files.main, mode: .readWrite)
    try connection.execute("UPDATE ZBOOK SET ZTITLE = ZTITLE || '+' WHERE Z_PK = 2")
    try connection.close()
  }

  @Test func aRefusedReplacementLeavesWhatOthersHaveWritten() throws {
    let sample = try UpgradeSample()
    let files = sample.files
    let script = UpgradeScript { call in
      guard call.description == "replace " else { return }
      try Self.write(to: files)
      throw NSError(domain: UpgradeMeans.testDomain, code: 5)
    }
    let error = #expect(throws: PersistenceError.self) { try sample.upgrade(to: 3, script) }
    guard case .store(_, .inUse) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try sample.books(at: 1)[1] == "AA+ 10")
    #expect(!FileManager.default.fileExists(atPath: UpgradeFolder(files).path))
    try sample.upgrade(to: 3)
    #expect(try sample.books(at: 3)[1] == "AA+wd 10")
  }

  /// Old metadata over new rows look like a store that was left alone.
  @Test func aFailedReplacementIsUndoneWhateverTheMetadataSay() throws {
    let sample = try UpgradeSample()
    let files = sample.files
    let script = UpgradeScript { call in
      guard call.description == "replace ", try sample.books(at: 1)[1] == "AA 10" else { return }
      try Self.write(to: files)
      throw NSError(domain: NSCocoaErrorDomain, code: 640)
    }
    #expect(throws: PersistenceError.self) { try sample.upgrade(to: 3, script) }
    #expect(try sample.books(at: 1) == UpgradeSample.expected(at: 1))
    #expect(!FileManager.default.fileExists(atPath: UpgradeFolder(files).path))
  }

  @Test(arguments: [(UpgradeMeans.testDomain, 5), (NSCocoaErrorDomain, 257)])
  func aReplacedStoreThatCannotBeCheckedNowStays(_ domain: String, _ code: Int) throws {
    let sample = try UpgradeSample()
    let files = sample.files
    let script = UpgradeScript { call in
      guard call.description == "open " else { return }
      try Self.write(to: files)
      throw NSError(domain: domain, code: code)
    }
    #expect(throws: PersistenceError.self) { try sample.upgrade(to: 3, script) }
    try sample.upgrade(to: 3, backups: .kept)
    #expect(try sample.books(at: 3)[1] == "AAwd+ 10")
    let folder = UpgradeFolder(files)
    #expect(
      try sample.books(at: 1, in: folder.files(in: folder.keptBackup(1)))
        == UpgradeSample.expected(at: 1))
  }

  // MARK: Copies

  @Test func whatIsWrittenWhileTheStoreIsCopiedIsTakenAlong() throws {
    for times in [1, 2, 3] {
      let sample = try UpgradeSample()
      let files = sample.files
      let counter = Counter()
      var means = UpgradeMeans.portable()
      let replace = means.replace
      means.replace = { destination, source in
        try replace(destination, source)
        guard source == files, counter.count < times else { return }
        counter.count += 1
        try Self.write(to: files)
      }
      let upgrade = StoreUpgrade(
        try HistoryVersions(sample.history), of: files, means: means)
      if times < 3 {
        try upgrade.run(to: 2)
        #expect(try sample.books(at: 3)[1] == (times == 1 ? "AA+wd 10" : "AA++wd 10"))
      } else {
        #expect(throws: PersistenceError.store("Library.sqlite", .inUse(nil))) {
          try upgrade.run(to: 2)
        }
        #expect(try sample.books(at: 1)[1] == "AA+++ 10")
        #expect(!FileManager.default.fileExists(atPath: UpgradeFolder(files).path))
      }
    }
  }

  // MARK: Unreadable files

  /// Core Data's code for a corrupt file has other reasons, too.
  @Test func aFileThatIsOnlyOutOfReachIsNotTakenForDamaged() throws {
    func error(_ info: [String: Any], unreadable: Bool = false) throws -> StoreProblem? {
      let sample = try UpgradeSample()
      let files = sample.files
      var means = UpgradeMeans.portable()
      let identity = means.identity
      nonisolated(unsafe) let info = info
      means.identity = { store in
        guard store == files else { return try identity(store) }
        throw NSError(domain: NSCocoaErrorDomain, code: 259, userInfo: info)
      }
      if unreadable { means.beginning = { _ in throw NSError(domain: "Elsewhere", code: 1) } }
      let before = try sample.bytes()
      let thrown = #expect(throws: PersistenceError.self) {
        try StoreUpgrade(HistoryVersions(sample.history), of: files, means: means).run(to: 2)
      }
      #expect(try sample.bytes() == before)
      guard case .store(_, let problem)? = thrown else { return nil }
      return problem
    }
    guard case .failed(.plan, let cause) = try error([:]), cause.code == 259 else {
      Issue.record("a file that begins like a database was taken for damaged")
      return
    }
    guard case .protected = try error([:], unreadable: true) else {
      Issue.record("a file that can't be read was not taken for protected")
      return
    }
    for code in [11, 26, 267] {
      guard case .notAStore = try error([UpgradeMeans.testDomain: NSNumber(value: code)]) else {
        Issue.record("SQLite's \(code) was not taken for damaged")
        return
      }
    }
  }

  @Test func aBackupThatCannotBeReadIsKeptAndNoObstacle() throws {
    let rehearsal = UpgradeScript()
    try UpgradeSample().upgrade(to: 3, rehearsal)
    let call = try #require(rehearsal.calls.firstIndex { $0.description == "replace " })
    let sample = try UpgradeSample()
    _ = try? sample.upgrade(to: 3, UpgradeScript(stop: (call - 1, .before)))
    let script = UpgradeScript { call in
      if call.description == "identity backup" { throw NSError(domain: "Elsewhere", code: 7) }
    }
    try sample.upgrade(to: 3, script)
    #expect(try sample.books(at: 3) == UpgradeSample.expected(at: 3))
    let folder = UpgradeFolder(sample.files)
    #expect(
      try sample.books(at: 1, in: folder.files(in: folder.keptBackup(1)))
        == UpgradeSample.expected(at: 1))
  }
}
