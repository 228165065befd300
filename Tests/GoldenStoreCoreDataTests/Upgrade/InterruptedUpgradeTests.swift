import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Upgrades that fail, are cancelled or are killed at each thing that they do to the disk.
struct InterruptedUpgradeTests {
  typealias Moment = UpgradeScript.Moment

  /// The calls of an upgrade that nothing interrupts, of the sample's store to a version.
  private static func calls(to version: Int) throws -> [UpgradeScript.Call] {
    let script = UpgradeScript()
    try UpgradeSample().upgrade(to: version, script)
    return script.calls
  }

  /// The first call that touches the store itself.
  private static func replacement(_ calls: [UpgradeScript.Call]) throws -> Int {
    try #require(calls.firstIndex { $0 == UpgradeScript.Call(action: .replace, place: "") })
  }

  /// The stops of an upgrade: each call, each moment of it.
  private static func stops(
    _ calls: [UpgradeScript.Call]
  ) -> [(call: Int, moment: Moment)] {
    calls.indices.flatMap { call in moments(of: calls[call]).map { (call, $0) } }
  }

  private static func moments(of call: UpgradeScript.Call) -> [Moment] {
    switch call.action {
    case .replace: Moment.allCases
    case .remove: [.before, .midway, .after]
    // Before or after something was read is all the same.
    case .identity, .prepare, .open: [.before]
    case .run, .migrate, .makeFolder, .rename, .addExternalValues: [.before, .after]
    }
  }

  /// The sample after an upgrade that ended at a stop.
  private func interrupted(
    at stop: (call: Int, moment: Moment), to version: Int, failure: (any Error)? = nil
  ) throws -> (sample: UpgradeSample, original: [String: Data], error: PersistenceError?) {
    let sample = try UpgradeSample()
    let original = try sample.bytes()
    do {
      try sample.upgrade(to: version, UpgradeScript(stop: stop, failure: failure))
      return (sample, original, nil)
    } catch {
      return (sample, original, try #require(error as? PersistenceError))
    }
  }

  private func requireUpgraded(
    _ sample: UpgradeSample, to version: Int, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(sample.version() == version, comment, sourceLocation: sourceLocation)
    #expect(
      try sample.books(at: version) == UpgradeSample.expected(at: version), comment,
      sourceLocation: sourceLocation)
    let left = try sample.bytes().keys.filter { $0.contains("upgrade") || $0.contains("backup") }
    #expect(left == [], comment, sourceLocation: sourceLocation)
  }

  // MARK: Killed

  /// To version 6 every kind of hop runs; to version 3 the store keeps a value in a file of its own,
  /// which matters from the replacement on.
  @Test(arguments: [3, 6]) func aKilledUpgradeLosesNothingAndTheNextOneFinishesIt(
    _ version: Int
  ) throws {
    let calls = try Self.calls(to: version)
    let replacement = try Self.replacement(calls)
    let stops = Self.stops(calls).filter { version == 6 || $0.call >= replacement }
    #expect(stops.count > (version == 6 ? 50 : 8))
    for stop in stops {
      let comment: Comment = "killed \(stop.moment) call \(stop.call), \(calls[stop.call])"
      let (sample, original, error) = try interrupted(at: stop, to: version)
      let isUntouched =
        stop.call < replacement || (stop.call == replacement && stop.moment == .before)
      if isUntouched {
        #expect(try sample.ownBytes() == original, comment)
        #expect(error != nil, comment)
      } else if stop.call > replacement || stop.moment == .after {
        #expect(sample.version() == version, comment)
        #expect(try sample.books(at: version) == UpgradeSample.expected(at: version), comment)
      }
      let plan = try StoreUpgrade(
        HistoryVersions(sample.history), of: sample.files, means: .portable()
      ).plan(to: version - 1)
      let isReplacing = FileManager.default.fileExists(
        atPath: UpgradeFolder(sample.files).replacing)
      #expect(plan.finishesUpgrade == isReplacing, comment)
      #expect(plan.isUpToDate == (sample.version() == version && !isReplacing), comment)
      let done = try sample.upgrade(to: version)
      #expect(done == plan, comment)
      try requireUpgraded(sample, to: version, comment)
    }
  }

  /// Whoever puts things in order may be killed, too.
  @Test func aKilledRecoveryIsRecoveredFrom() throws {
    let calls = try Self.calls(to: 3)
    let replacement = try Self.replacement(calls)
    var stops = 0
    for moment in [Moment.midway, .secondMidway, .after] {
      for call in 0... {
        let (sample, _, _) = try interrupted(at: (replacement, moment), to: 3)
        let second = UpgradeScript(stop: (call, .before))
        _ = try? sample.upgrade(to: 3, second)
        // What comes after the recovery is like any upgrade.
        guard second.calls.count > call, second.calls[call].action != .prepare else { break }
        for later in Self.moments(of: second.calls[call]) where later != .before {
          let (sample, _, _) = try interrupted(at: (replacement, moment), to: 3)
          _ = try? sample.upgrade(to: 3, UpgradeScript(stop: (call, later)))
          try sample.upgrade(to: 3)
          try requireUpgraded(
            sample, to: 3, "\(moment) the replacement, then \(later) call \(call)")
          stops += 1
        }
        try sample.upgrade(to: 3)
        try requireUpgraded(sample, to: 3, "\(moment) the replacement, then before call \(call)")
      }
    }
    #expect(stops > 12)
  }

  // MARK: Failed

  /// Errors of each kind, and what they are told as.
  private static let failures: [(name: String, error: NSError, isFullDisk: Bool)] = [
    ("Cocoa 640", NSError(domain: NSCocoaErrorDomain, code: 640), true),
    (
      "SQLite 13 in a migration",
      NSError(
        domain: NSCocoaErrorDomain, code: 134_110,
        userInfo: [UpgradeMeans.testDomain: NSNumber(value: 13)]), true
    ),
    (
      "ENOSPC underneath",
      NSError(
        domain: NSCocoaErrorDomain, code: 512,
        userInfo: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: 28)]), true
    ),
    ("something else", NSError(domain: "Elsewhere", code: 7), false),
  ]

  @Test func aFailedUpgradeLeavesTheStoreAsItWas() throws {
    let version = 6
    let calls = try Self.calls(to: version)
    let replacement = try Self.replacement(calls)
    for (number, stop) in Self.stops(calls).enumerated() {
      let failure = Self.failures[number % Self.failures.count]
      let comment: Comment =
        "\(failure.name) \(stop.moment) call \(stop.call), \(calls[stop.call])"
      let (sample, original, error) = try interrupted(
        at: stop, to: version, failure: failure.error)
      if stop.call < replacement || (stop.call == replacement && stop.moment == .before) {
        #expect(error != nil, comment)
        // What could not be deleted is left to the next upgrade.
        #expect(try sample.ownBytes() == original, comment)
        if calls[stop.call].action != .remove {
          #expect(try sample.bytes() == original, comment)
        }
      } else if error != nil {
        // The backup was put back: the same store, by the means of a copy.
        #expect(sample.version() == 1, comment)
        #expect(try sample.books(at: 1) == UpgradeSample.expected(at: 1), comment)
        #expect(try sample.ownBytes().keys == original.keys, comment)
      } else {
        // Only leftovers could not be deleted.
        #expect(sample.version() == version, comment)
      }
      if let error { try requireKind(error, failure, calls[stop.call], comment) }
      try sample.upgrade(to: version)
      try requireUpgraded(sample, to: version, comment)
    }
  }

  private func requireKind(
    _ error: PersistenceError, _ failure: (name: String, error: NSError, isFullDisk: Bool),
    _ call: UpgradeScript.Call, _ comment: Comment
  ) throws {
    switch error {
    case .store("Library.sqlite", .diskFull(_, let cause)):
      #expect(failure.isFullDisk, comment)
      #expect(cause.domain == failure.error.domain, comment)
      #expect(cause.code == failure.error.code, comment)
    case .store("Library.sqlite", .failed(_, let cause)), .hop(_, _, .failed(let cause)):
      #expect(!failure.isFullDisk, comment)
      #expect(cause == CoreDataError(domain: "Elsewhere", code: 7, reason: cause.reason), comment)
    case .hop(_, _, .customCode(let place, let cause)):
      #expect(!failure.isFullDisk, comment)
      #expect((cause.underlying as NSError).domain == "Elsewhere", comment)
      #expect((call.action == .run) == (place != .entityMappings), comment)
    default: Issue.record("\(comment): \(error)")
    }
  }

  /// Where even the backup can't be put back, the next upgrade does it.
  @Test func whatCannotBeUndoneNowIsUndoneByTheNextUpgrade() throws {
    let sample = try UpgradeSample()
    let script = UpgradeScript { call in
      if call == UpgradeScript.Call(action: .replace, place: "") {
        // Half a store, and nothing to put it right.
        throw NSError(domain: NSCocoaErrorDomain, code: 640)
      }
    }
    let files = sample.files
    var means = UpgradeMeans.portable(script)
    let replace = means.replace
    means.replace = { destination, source in
      if destination == files { try Data([1, 2, 3]).write(to: URL(fileURLWithPath: files.main)) }
      try replace(destination, source)
    }
    let error = #expect(throws: PersistenceError.self) {
      try StoreUpgrade(HistoryVersions(sample.history), of: files, means: means).run(to: 5)
    }
    guard case .store(_, .diskFull(.replacement, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sample.version() == nil)
    let plan = try sample.upgrade()
    #expect(plan.restoresBackup)
    #expect(plan.description.hasPrefix("the backup of 'Library.sqlite' is put back and holds"))
    try requireUpgraded(sample, to: 6, "the second upgrade")
  }

  // MARK: Cancelled

  @Test func aCancelledUpgradeLeavesNothing() throws {
    final class Counter: @unchecked Sendable {
      // One upgrade asks one thing after the other.
      var asked = 0
    }
    var cancelled = 0
    for limit in 0... {
      let counter = Counter()
      let sample = try UpgradeSample()
      let original = try sample.bytes()
      let monitor = UpgradeMonitor(isCancelled: {
        counter.asked += 1
        return counter.asked > limit
      })
      do {
        try sample.upgrade(monitor: monitor)
        break
      } catch {
        guard case PersistenceError.store("Library.sqlite", .cancelled) = error else {
          Issue.record("\(error)")
          continue
        }
        cancelled += 1
        #expect(try sample.bytes() == original)
      }
    }
    #expect(cancelled > 12)
  }
}
