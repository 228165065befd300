import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

struct StoreUpgradeTests {
  @Test func aStoreGoesHopByHopAndKeepsWhoItIs() throws {
    let sample = try UpgradeSample()
    let script = UpgradeScript()
    let plan = try sample.upgrade(script)
    #expect(
      plan.description == """
        'Library.sqlite' holds version 'V1': 4 hops to 'V6'
          'V1' → 'V2' (inferred)
          'V2' → 'V3' (custom: willMigrate, didMigrate)
          'V3' → 'V5' (custom: entityMappings)
          'V5' → 'V6' (inferred)
        """)
    #expect(try sample.books(at: 6) == UpgradeSample.expected(at: 6))
    #expect(sample.version() == 6)
    let names = try FileManager.default.contentsOfDirectory(atPath: sample.folder.path)
    #expect(names.filter { $0.hasPrefix(".Library.sqlite") } == [])
    let calls = script.calls.map(\.description)
    #expect(calls.filter { $0.hasPrefix("prepare") }.count == 4)
    // Nothing is written before every hop is known to be possible.
    let firstWrite = try #require(calls.firstIndex { $0.hasPrefix("replace") })
    #expect(try #require(calls.lastIndex { $0.hasPrefix("prepare") }) < firstWrite)
    // The store is written once, and what is put there was opened before, and is after.
    #expect(
      script.calls.filter { [.replace, .migrate, .run, .open].contains($0.action) }
        .map(\.description) == [
          "replace backup-unfinished", "migrate work-1", "run work-1", "migrate work-2",
          "run work-2", "migrate work-3", "migrate work-4", "open work-4", "replace ", "open ",
        ])
    let again = UpgradeScript()
    let before = try sample.bytes()
    #expect(try sample.upgrade(again).isUpToDate)
    #expect(again.calls.map(\.action) == [.makeFolder, .identity])
    #expect(try sample.bytes() == before)
  }

  @Test(arguments: [2, 3, 5, 6]) func anyVersionCanBeTheDestination(_ version: Int) throws {
    let sample = try UpgradeSample()
    try sample.upgrade(to: version)
    #expect(sample.version() == version)
    #expect(try sample.books(at: version) == UpgradeSample.expected(at: version))
  }

  @Test func aHandlerAtTheStartLeavesTheBackupAlone() throws {
    let sample = try UpgradeSample(at: 1)
    let script = UpgradeScript()
    #expect(try sample.upgrade(to: 3, script, backups: .kept).hops.count == 1)
    #expect(
      script.calls.map(\.description).filter { $0.hasPrefix("replace") } == [
        "replace backup-unfinished", "replace work-0", "replace ",
      ])
    let kept = StoreFiles(
      main: sample.folder.path.appendingPathComponent("Library.sqlite.backup/Library.sqlite"))
    #expect(try sample.books(at: 2, in: kept) == UpgradeSample.expected(at: 2))
    #expect(try sample.books(at: 3) == UpgradeSample.expected(at: 3))
  }

  @Test func aBackupThatIsWantedIsKeptBesideTheStore() throws {
    let sample = try UpgradeSample()
    let original = try sample.bytes()
    try sample.upgrade(to: 2, backups: .kept)
    try sample.upgrade(to: 3, backups: .kept)
    let names = try FileManager.default.contentsOfDirectory(atPath: sample.folder.path).sorted()
    #expect(
      names.filter { $0.contains("backup") } == [
        "Library.sqlite.backup", "Library.sqlite.backup-2",
      ])
    for (name, bytes) in original {
      #expect(try sample.bytes()["Library.sqlite.backup/" + name] == bytes, "\(name)")
    }
    // What is kept for its own sake is never put back.
    try sample.files.delete()
    #expect(try sample.upgrade().source == nil)
    #expect(sample.files.existingParts == [])
  }

  @Test func aStoreThatIsNotThereYetIsLeftToItsOpener() throws {
    let sample = try UpgradeSample()
    try sample.files.delete()
    let plan = try sample.upgrade()
    #expect(plan.source == nil)
    #expect(
      plan.description
        == "there is no store 'Library.sqlite' yet; it is made with version 'V6'")
    #expect(try sample.bytes().isEmpty)
    // Its folder is there for whoever makes it, as a new app has none.
    let deep = StoreFiles(main: sample.folder.path + "/a/b/Library.sqlite")
    try StoreUpgrade(HistoryVersions(sample.history), of: deep, means: .portable()).run(to: 5)
    #expect(StoreFiles.isFolder(deep.folder))
    // What is left of a store that was destroyed is none.
    try Data().write(to: sample.url)
    #expect(try sample.upgrade().source == nil)
  }

  @Test func aSidecarWithoutItsStoreIsRefused() throws {
    let sample = try UpgradeSample()
    try FileManager.default.removeItem(atPath: sample.files.main)
    let before = try sample.bytes()
    #expect(
      throws: PersistenceError.store("Library.sqlite", .strayFiles(["Library.sqlite-wal"]))
    ) { try sample.upgrade() }
    #expect(try sample.bytes() == before)
  }

  // MARK: Refusals

  @Test func whatHasNoWayIsRefusedAndLeftAlone() throws {
    let sample = try UpgradeSample(at: 2)
    let before = try sample.bytes()
    func error(_ history: ModelHistory, to version: Int = 6) throws -> PersistenceError? {
      let upgrade = StoreUpgrade(
        try HistoryVersions(history), of: sample.files, means: .portable())
      let planned = #expect(throws: PersistenceError.self) { try upgrade.plan(to: version - 1) }
      let thrown = #expect(throws: PersistenceError.self) { try upgrade.run(to: version - 1) }
      #expect(planned == thrown)
      #expect(try sample.bytes() == before)
      return thrown
    }
    #expect(
      try error(sample.history, to: 2)
        == .store("Library.sqlite", .downgrade(found: "V3", wanted: "V2")))
    var history = sample.history
    history.oldestSupportedVersion = "V4"
    #expect(
      try error(history) == .store("Library.sqlite", .unsupportedVersion("V3", oldest: "V4")))
    history = sample.history
    history.versions.remove(at: 2)
    history.stages = []
    let unknown = try error(history, to: 5)
    guard case .store(_, .unknownVersion("Shelf", "V6", let differences, nil)) = unknown else {
      Issue.record("\(String(describing: unknown))")
      return
    }
    #expect(differences.count == 1)
    #expect(unknown?.coreData?.code == 134_130)
  }

  @Test func aHopThatCannotBeInferredIsRefusedBeforeAnythingIsWritten() throws {
    var history = UpgradeSample.history()
    history.stages.removeLast()
    let sample = try UpgradeSample(history, at: 3)
    let before = try sample.bytes()
    let script = UpgradeScript()
    let error = #expect(throws: PersistenceError.self) { try sample.upgrade(script) }
    guard case .hop(let hop, of: "Library.sqlite", .notInferred(let cause)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(hop == UpgradeHop(source: "V4", destination: "V5", kind: .inferred))
    #expect(cause.code == 134_140)
    #expect(cause.underlying?.code == 134_190)
    #expect(
      error?.description == """
        cannot migrate 'Library.sqlite' 'V4' → 'V5': Core Data infers no mapping, and the history \
        has no custom stage for it; add one: NSCocoaErrorDomain 134140 'Can't find or \
        automatically infer mapping model for migration' ← NSCocoaErrorDomain 134190 'Source and \
        destination attribute types are incompatible'
        """)
    #expect(!script.calls.contains { $0.action == .replace })
    #expect(try sample.bytes() == before)
  }

  @Test(arguments: CustomCodePlace.allCases)
  func errorsOfTheAppsCodeSayWhere(_ place: CustomCodePlace) throws {
    let failing: MigrationStage.Handler = { _ in throw UpgradeSample.AppError() }
    let sample = try UpgradeSample(
      UpgradeSample.history(
        willMigrate: place == .willMigrate ? failing : nil,
        didMigrate: place == .didMigrate ? failing : nil,
        pages: { _ in
          if place == .entityMappings { throw UpgradeSample.AppError() }
          return .integer(1)
        }))
    let before = try sample.bytes()
    let error = #expect(throws: PersistenceError.self) { try sample.upgrade() }
    guard case .hop(let hop, _, .customCode(place, let cause)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(hop.destination == (place == .entityMappings ? "V5" : "V3"))
    #expect(cause.underlying as? UpgradeSample.AppError == UpgradeSample.AppError())
    #expect(error?.description.contains("('\(place.rawValue)')") == true)
    #expect(try sample.bytes() == before)
  }

  @Test func aStageThatCannotMakeTheObjectsIsRefused() throws {
    let refusal = MigrationError.notSupportedYet(
      source: "V3", destination: "V5", what: "CloudKit mirroring")
    let hop = UpgradeHop(source: "V3", destination: "V5", kind: .custom([.entityMappings]))
    for (thrown, expected) in [
      (refusal, PersistenceError.hop(hop, of: "Library.sqlite", .refused(refusal))),
      (
        .cancelled(source: "V3", destination: "V5"),
        .store("Library.sqlite", .cancelled(.hop(hop)))
      ),
    ] {
      let sample = try UpgradeSample()
      let before = try sample.bytes()
      let script = UpgradeScript { call in
        if call.description == "migrate work-3" { throw thrown }
      }
      #expect(throws: expected) { try sample.upgrade(script) }
      #expect(try sample.bytes() == before)
    }
  }

  @Test func whatIsNoStoreIsNeverMadeAnew() throws {
    let sample = try UpgradeSample(variant: .rollback)
    for bytes in [Data("SQLite format 4, so to say".utf8), Data(repeating: 0xEE, count: 9000)] {
      try bytes.write(to: sample.url)
      let before = try sample.bytes()
      let error = #expect(throws: PersistenceError.self) { try sample.upgrade() }
      guard case .store("Library.sqlite", .notAStore(let cause)) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(cause.code == 259)
      #expect(try sample.bytes() == before)
    }
  }

  @Test func aResultOfAnotherVersionOrStoreIsRefused() throws {
    for (version, uuid) in [(2, UpgradeSample.uuid), (1, UUID())] {
      let sample = try UpgradeSample()
      let before = try sample.bytes()
      var means = UpgradeMeans.portable()
      means.migrate = { [history = sample.history] _, _, destination, _ in
        try UpgradeSample.write(history.versions[version], to: destination.main, uuid: uuid)
      }
      let error = #expect(throws: PersistenceError.self) {
        try StoreUpgrade(HistoryVersions(sample.history), of: sample.files, means: means)
          .run(to: 5)
      }
      guard case .hop(_, _, let problem) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      switch problem {
      case .wrongVersion(let difference):
        #expect(version == 2)
        #expect(difference.hasPrefix("entity 'Book' has hash "))
      case .wrongIdentity(expected: UpgradeSample.uuid.uuidString, found: uuid.uuidString):
        #expect(version == 1)
      default: Issue.record("\(problem)")
      }
      #expect(try sample.bytes() == before)
    }
  }

  @Test(arguments: [UpgradeStep.check, .open])
  func aResultThatCannotBeOpenedDoesNotStay(_ step: UpgradeStep) throws {
    let sample = try UpgradeSample()
    let before = try sample.bytes()
    let script = UpgradeScript { call in
      if call.description == (step == .check ? "open work-4" : "open ") {
        throw NSError(domain: NSCocoaErrorDomain, code: 134_100, userInfo: ["reason": "other"])
      }
    }
    #expect(
      throws: PersistenceError.store(
        "Library.sqlite", .failed(step, CoreDataError(code: 134_100, reason: "other")))
    ) { try sample.upgrade(script) }
    // By these means even the copy that was put back has the same bytes.
    #expect(try sample.bytes() == before)
  }

  // MARK: Others

  @Test func whatIsWrittenMeanwhileIsTakenAlong() throws {
    let sample = try UpgradeSample()
    let files = sample.files
    let script = UpgradeScript { call in
      guard call.description == "migrate work-3" else { return }
      let connection = try Connection(path: files.main, mode: .readWrite)
      guard
        try connection.integer("SELECT count(*) FROM ZBOOK WHERE ZTITLE = 'late'") == 0
      else { return }
      try connection.execute("UPDATE ZBOOK SET ZTITLE = 'late' WHERE Z_PK = 2")
      try connection.close()
    }
    try sample.upgrade(script)
    #expect(try sample.books(at: 6)[1] == "latewd 10 6")
    #expect(script.calls.filter { $0.description == "replace " }.count == 1)
  }

  @Test func whoeverWritesAllTheTimeKeepsTheStore() throws {
    let sample = try UpgradeSample()
    let files = sample.files
    let script = UpgradeScript { call in
      guard call.description == "migrate work-3" else { return }
      let connection = try Connection(path: files.main, mode: .readWrite)
      try connection.execute("UPDATE ZBOOK SET ZTITLE = ZTITLE || '+' WHERE Z_PK = 2")
      try connection.close()
    }
    #expect(throws: PersistenceError.store("Library.sqlite", .inUse(nil))) {
      try sample.upgrade(script)
    }
    #expect(sample.version() == 1)
    #expect(try sample.books(at: 1)[1] == "AA+++ 10")
    #expect(try sample.bytes().keys.allSatisfy { !$0.contains(".upgrade") })
  }

  @Test func progressNeverFallsAndEndsAtTheEnd() throws {
    final class Log: @unchecked Sendable {
      // One upgrade tells one thing after the other.
      var seen: [UpgradeProgress] = []
    }
    let log = Log()
    let sample = try UpgradeSample()
    try sample.upgrade(monitor: UpgradeMonitor(progress: { log.seen.append($0) }))
    let fractions = log.seen.map(\.fractionCompleted)
    #expect(fractions.first == 0)
    #expect(fractions.last == 1)
    #expect(fractions == fractions.sorted())
    #expect(Set(fractions).count > 6)
    let steps = log.seen.map(\.step).reduce(into: [UpgradeStep]()) { steps, step in
      if steps.last != step { steps.append(step) }
    }
    #expect(steps.first == .plan)
    #expect(steps.last == .open)
    #expect(steps.filter { if case .hop = $0 { true } else { false } }.count == 4)
  }
}
