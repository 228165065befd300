import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration

/// Kills migrations of one path, one after the other, and looks at what each of them has left.
final class CrashSupervisor {
  private let executable: URL
  private let path: CrashPath
  private let persons: Int64
  private let folder: String
  private let storeUUID: UUID
  private var generator: SeededGenerator
  private let seed: UInt64
  private var originals: [CrashFolder] = []
  private var timings: [CrashTiming] = []
  /// What the last migration left, before anybody looked.
  private var seen: [String: Data] = [:]

  private var work: CrashFolder { CrashFolder(path: folder.appendingPathComponent("work")) }
  private var look: CrashFolder { CrashFolder(path: folder.appendingPathComponent("look")) }
  private var trail: CrashTrail { CrashTrail(path: folder.appendingPathComponent("trail")) }
  private var temporary: String { folder.appendingPathComponent("tmp") }

  init(executable: URL, path: CrashPath, persons: Int64, seed: UInt64, folder: String) {
    self.executable = executable
    self.path = path
    self.persons = persons
    self.seed = seed
    self.folder = folder.appendingPathComponent(path.rawValue)
    generator = SeededGenerator(seed: seed, "crash", path.rawValue)
    storeUUID = generator.uuid()
  }

  /// Kills a number of migrations.
  ///
  /// - Parameter progress: Called after each of them.
  func run(kills: Int, progress: (CrashTally) -> Void) throws -> CrashTally {
    let start = Date()
    try FileManager.default.createDirectory(
      atPath: temporary, withIntermediateDirectories: true)
    for isWriteAheadLogged in [true, false] {
      let name = isWriteAheadLogged ? "wal" : "rollback"
      let original = CrashFolder(path: folder.appendingPathComponent(name))
      try original.make(
        persons: persons, storeUUID: storeUUID, isWriteAheadLogged: isWriteAheadLogged)
      originals.append(original)
      timings.append(try time(original))
    }
    var tally = CrashTally(path: path, seconds: timings[0].total)
    for number in 0..<kills {
      do {
        let (place, version) = try kill(number)
        tally.places[place, default: 0] += 1
        tally.versions[version, default: 0] += 1
      } catch {
        let kept = CrashFolder(path: folder.appendingPathComponent("kept-\(number)"))
        try kept.write(seen)
        let moments = try trail.moments().map { $0.map { "\($0)" } ?? "end" }
        tally.failures.append(
          "\(path.rawValue) kill \(number): \(error); after \(moments.joined(separator: ", ")); "
            + "its files are in \(kept.path)")
      }
      tally.kills += 1
      tally.elapsed = Date().timeIntervalSince(start)
      progress(tally)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: temporary)
    if !left.isEmpty { tally.failures.append("\(path.rawValue): in the temporary folder: \(left)") }
    return tally
  }

  /// Every fourth store has a rollback journal.
  private func variant(_ number: Int) -> Int { number % 4 == 3 ? 1 : 0 }

  // MARK: Processes

  private func start() throws -> Process {
    try trail.begin()
    let process = Process()
    process.executableURL = executable
    process.arguments = ["migrate", path.rawValue, work.store.main, trail.path]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": temporary], uniquingKeysWith: { $1 })
    try process.run()
    return process
  }

  private func requireSuccess(_ process: Process) throws {
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw CrashFailure("the migration ended with \(process.terminationStatus) by itself")
    }
  }

  /// Migrates a store without a kill and takes the time of each moment.
  private func time(_ original: CrashFolder) throws -> CrashTiming {
    try original.copy(to: work)
    let begin = Date()
    let process = try start()
    var times: [Double] = []
    while process.isRunning {
      let count = trail.count
      while times.count < count { times.append(Date().timeIntervalSince(begin)) }
      usleep(50)
    }
    try requireSuccess(process)
    let moments = try trail.moments()
    guard moments.count == times.count, let end = times.last else {
      throw CrashFailure("\(times.count) of \(moments.count) moments were seen")
    }
    try requireEnd(original, isMarked: true)
    return CrashTiming(
      moments: moments, durations: zip(times, times.dropFirst()).map { $1 - $0 } + [0.001],
      total: end)
  }

  private func kill(_ process: Process, _ plan: CrashTiming.Plan) throws {
    switch plan {
    case .after(let seconds): usleep(UInt32(seconds * 1_000_000))
    case .within(let moment, let seconds):
      while trail.count <= moment, process.isRunning { usleep(50) }
      usleep(UInt32(seconds * 1_000_000))
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let isKilled =
      process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    if !isKilled { try requireSuccess(process) }
  }

  // MARK: Judgement

  /// Kills one migration, looks at what it left, and migrates to the end.
  private func kill(_ number: Int) throws -> (CrashPlace, version: Int) {
    let original = originals[variant(number)]
    try original.copy(to: work)
    let process = try start()
    try kill(process, timings[variant(number)].plan(&generator))
    seen = try work.contents()
    try look.write(seen)
    let moments = try trail.moments()
    let found = try path == .copied ? lookAtCopy(original) : lookAtStore()
    let isCommitted = try requireVersion(found.version, after: moments)
    try requireMarks(found, after: moments)
    let result = try path.migrate(work.store)
    try requireEnd(
      original, isMarked: found.version < 2 || found.isTeamMarked,
      isUntouched: result.steps.isEmpty)
    return (CrashPlace(moments, isCommitted: isCommitted), found.version)
  }

  private func state(_ files: StoreFiles) throws -> CrashState {
    try CrashState(files, path: path, persons: persons, storeUUID: storeUUID)
  }

  private func lookAtStore() throws -> CrashState { try state(look.store) }

  /// The source must be as it was, byte for byte, and the output whole or absent.
  private func lookAtCopy(_ original: CrashFolder) throws -> CrashState {
    let files = try look.contents()
    for (name, data) in try original.contents() where files[name] != data {
      throw CrashFailure("'\(name)' of the source has changed")
    }
    let result = path.result(of: look.store)
    guard result.existingParts.contains(.main) else { return try state(look.store) }
    let found = try state(result)
    // Whoever finds a whole output has no need to migrate; here it is to be made again.
    try path.result(of: work.store).delete()
    return found
  }

  /// Checks that what was committed, or put in place, is there, and nothing that was not.
  ///
  /// - Returns: Whether the last change that may have been made was.
  private func requireVersion(_ version: Int, after moments: [MigrationMoment?]) throws -> Bool {
    let steps: [MigrationMoment] =
      path == .copied || path == .custom ? [.swap] : [.commit]
    let begun = moments.filter { $0.map(steps.contains) ?? false }.count
    let isOpen = moments.last.map { $0.map(steps.contains) ?? false } ?? false
    guard version == begun || (isOpen && version == begun - 1) else {
      throw CrashFailure("the store has version \(version + 1) after \(begun) changes")
    }
    return version == begun
  }

  /// Checks that handlers have done all or nothing, at the time that is theirs.
  private func requireMarks(_ found: CrashState, after moments: [MigrationMoment?]) throws {
    let hasBegun = moments.filter { $0 == .handler }.count
    let isWithin = moments.last == .handler
    func require(_ isMarked: Bool, handler: Int) throws {
      let mayBe = hasBegun >= handler
      let mustBe = hasBegun > handler || (hasBegun == handler && !isWithin)
      guard isMarked ? mayBe : !mustBe else {
        throw CrashFailure("handler \(handler) has \(isMarked ? "" : "not ")left its mark")
      }
    }
    try require(found.isTagMarked, handler: 1)
    try require(found.isTeamMarked, handler: 2)
  }

  /// Checks the store when nothing is left to do.
  ///
  /// - Parameter isUntouched: Whether the last migration found nothing to do, and so left the
  ///   store with the sidecars that it had.
  private func requireEnd(
    _ original: CrashFolder, isMarked: Bool, isUntouched: Bool = false
  ) throws {
    let result = path.result(of: work.store)
    var names: Set<String> = [result.name]
    if isUntouched {
      names.formUnion(result.existingParts.map { result.path(of: $0).fileName })
    }
    if path == .copied {
      names.formUnion(try original.contents().keys.filter { !$0.contains("/") })
      names.insert(".Result_SUPPORT")
    }
    try work.requireOnly(names)
    let mode = try DatabaseHeader(contentsOf: original.store.main).isWriteAheadLogged
    guard try DatabaseHeader(contentsOf: result.main).isWriteAheadLogged == mode else {
      throw CrashFailure("the journal mode has changed")
    }
    let end = try state(result)
    guard end.version == path.versions.count - 1 else {
      throw CrashFailure("the store has version \(end.version + 1) in the end")
    }
    let hasHandlers = path == .staged
    guard end.isTagMarked == hasHandlers, end.isTeamMarked == (hasHandlers && isMarked) else {
      throw CrashFailure("a handler has not run, or once too often")
    }
  }
}
