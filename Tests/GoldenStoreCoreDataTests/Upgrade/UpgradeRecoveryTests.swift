import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// What an upgrade finds beside a store, and leaves alone or puts right.
struct UpgradeRecoveryTests {
  private static let replacement = UpgradeScript.Call(action: .replace, place: "")

  /// A store whose upgrade to version 3 was killed in the replacement; nil for right before it.
  private func sample(
    _ moment: UpgradeScript.Moment? = nil
  ) throws -> (sample: UpgradeSample, folder: UpgradeFolder) {
    let rehearsal = UpgradeScript()
    try UpgradeSample().upgrade(to: 3, rehearsal)
    let call = try #require(rehearsal.calls.firstIndex(of: Self.replacement))
    let sample = try UpgradeSample()
    let stop = moment.map { (call, $0) } ?? (call - 1, .before)
    _ = try? sample.upgrade(to: 3, UpgradeScript(stop: stop))
    let folder = UpgradeFolder(sample.files)
    #expect(FileManager.default.fileExists(atPath: folder.backup))
    #expect(
      FileManager.default.fileExists(
        atPath: moment == nil ? folder.result : folder.replacing))
    return (sample, folder)
  }

  @Test func aStoreThatCanBeReadIsNotOverwritten() throws {
    let (sample, _) = try sample()
    let files = sample.files
    try Migrator.run(
      { try UpgradeSample.append("!", $0) }, on: files, of: sample.history.versions[0].validated())
    try sample.upgrade(to: 3)
    #expect(try sample.books(at: 3).map { $0.prefix { $0 != " " } } == ["A!wd", "AA!wd", "AAA!wd"])
  }

  @Test func aStoreThatIsGoneComesBackFromItsBackup() throws {
    let (sample, folder) = try sample()
    try sample.files.delete()
    let upgrade = StoreUpgrade(
      try HistoryVersions(sample.history), of: sample.files, means: .portable())
    #expect(try upgrade.plan(to: 0).restoresBackup)
    // To plan changes nothing.
    #expect(sample.files.existingParts == [])
    try upgrade.run(to: 0)
    #expect(try sample.books(at: 1) == UpgradeSample.expected(at: 1))
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  /// A device that is locked, or a folder that may not be read, says nothing about the store.
  @Test(arguments: [
    (NSCocoaErrorDomain, 257), (NSPOSIXErrorDomain, 1), (UpgradeMeans.testDomain, 23),
  ]) func aProtectedStoreIsLeftAloneWithItsBackup(_ domain: String, _ code: Int) throws {
    let (sample, _) = try sample(.midway)
    let before = try sample.bytes()
    // The database is gone; something that may not be read lies there.
    try Data([9]).write(to: sample.url)
    let files = sample.files
    var means = UpgradeMeans.portable()
    let identity = means.identity
    means.identity = { store in
      if store == files {
        throw NSError(
          domain: NSCocoaErrorDomain, code: 259,
          userInfo: [NSUnderlyingErrorKey: NSError(domain: domain, code: code)])
      }
      return try identity(store)
    }
    let error = #expect(throws: PersistenceError.self) {
      try StoreUpgrade(HistoryVersions(sample.history), of: files, means: means).run(to: 2)
    }
    guard case .store(_, .protected) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try sample.bytes() == before.merging(["Library.sqlite": Data([9])]) { $1 })
    // As soon as it can be read, it is known for what it is.
    try sample.upgrade(to: 3)
    #expect(try sample.books(at: 3) == UpgradeSample.expected(at: 3))
  }

  @Test func valuesThatWereNotCopiedYetAreAdded() throws {
    let (sample, folder) = try sample(.secondMidway)
    #expect(sample.version() == 3)
    #expect(sample.files.existingSupportFolder == nil)
    // The killed process had begun to copy the value.
    let support = folder.files(in: folder.replacing).path(of: .supportFolder)
    let names = try FileManager.default.contentsOfDirectory(atPath: support + "/_EXTERNAL_DATA")
    let target = sample.files.path(of: .supportFolder) + "/_EXTERNAL_DATA"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    try Data([1]).write(to: URL(fileURLWithPath: "\(target)/\(try #require(names.first))"))
    try sample.upgrade(to: 3)
    #expect(try sample.books(at: 3) == UpgradeSample.expected(at: 3))
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == names)
  }

  @Test func theBackupOfAStoreThatSomebodyHasMadeAnewIsKept() throws {
    let (sample, folder) = try sample()
    try sample.files.delete()
    try UpgradeSample.write(sample.history.versions[0], to: sample.files.main, uuid: UUID())
    let before = try sample.ownBytes()
    try sample.upgrade(to: 1)
    let kept = folder.files(in: folder.keptBackup(1))
    #expect(try sample.books(at: 1, in: kept) == UpgradeSample.expected(at: 1))
    #expect(try sample.ownBytes().filter { !$0.key.contains("backup") } == before)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func aBackupThatWasNotFinishedIsNeverPutBack() throws {
    let (sample, folder) = try sample()
    try FileManager.default.moveItem(atPath: folder.backup, toPath: folder.unfinishedBackup)
    try sample.files.delete()
    #expect(try sample.upgrade(to: 3).source == nil)
    #expect(try sample.bytes().isEmpty)
  }

  @Test func aDamagedBackupHelpsNobodyAndIsNoObstacle() throws {
    let (sample, folder) = try sample()
    let main = folder.files(in: folder.backup).main
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: main))
    try sample.upgrade(to: 3)
    #expect(try sample.books(at: 3) == UpgradeSample.expected(at: 3))

    let (other, place) = try self.sample()
    try Data("nothing".utf8).write(
      to: URL(fileURLWithPath: place.files(in: place.backup).main))
    try other.files.delete()
    let before = try other.bytes()
    let error = #expect(throws: PersistenceError.self) { try other.upgrade(to: 3) }
    guard case .store(_, .notAStore) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try other.bytes() == before)
  }

  @Test func aWantedBackupIsKeptByTheUpgradeThatFindsIt() throws {
    let (sample, folder) = try sample(.after)
    try sample.upgrade(to: 3, backups: .kept)
    let kept = folder.files(in: folder.keptBackup(1))
    #expect(try sample.books(at: 1, in: kept) == UpgradeSample.expected(at: 1))
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func leftoversBesideAStoreOfThisVersionGo() throws {
    let (sample, folder) = try sample(.after)
    #expect(try sample.upgrade(to: 3).hops.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(try sample.books(at: 3) == UpgradeSample.expected(at: 3))
  }
}
