import FaultyFiles
import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import TestSupport
import Testing

@testable import StoreCrash

/// Migrations whose writes fail, at one write after the other.
///
/// What the stores hold is computed from their keys and read with plain SQL, as where migrations
/// are killed.
@Suite(.serialized) struct WriteFailureTests {
  private static let persons: Int64 = 150
  private static let storeUUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  /// What fails, and the result code of SQLite for it.
  enum Fault {
    case full, writeOnce, writeAll, sync, delete

    var kind: Int32 {
      switch self {
      case .full: Int32(FAULTY_FULL.rawValue)
      case .writeOnce: Int32(FAULTY_WRITE_ONCE.rawValue)
      case .writeAll: Int32(FAULTY_WRITE_ALL.rawValue)
      case .sync: Int32(FAULTY_SYNC.rawValue)
      case .delete: Int32(FAULTY_DELETE.rawValue)
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let path: CrashPath
    let fault: Fault
    let isWriteAheadLogged: Bool

    var testDescription: String {
      "\(path), \(fault), \(isWriteAheadLogged ? "WAL" : "rollback journal")"
    }
  }

  static let cases =
    CrashPath.allCases.flatMap { path in
      [
        Case(path: path, fault: .full, isWriteAheadLogged: true),
        Case(path: path, fault: .full, isWriteAheadLogged: false),
        Case(path: path, fault: .writeOnce, isWriteAheadLogged: true),
      ]
    } + [
      Case(path: .rebuild, fault: .writeAll, isWriteAheadLogged: false),
      Case(path: .rebuild, fault: .sync, isWriteAheadLogged: true),
      Case(path: .rebuild, fault: .delete, isWriteAheadLogged: false),
      Case(path: .custom, fault: .delete, isWriteAheadLogged: true),
    ]

  @Test(arguments: cases)
  func aWriteThatFailsLeavesTheStoreWhole(_ row: Case) throws {
    try #require(faulty_install() == 0)
    try withTemporaryDirectory { (folder: URL) in
      let original = CrashFolder(path: folder.path + "/original")
      try original.make(
        persons: Self.persons, storeUUID: Self.storeUUID,
        isWriteAheadLogged: row.isWriteAheadLogged)
      var number = 1
      var failures = 0
      var hits = 0
      while true {
        let work = CrashFolder(path: folder.path + "/work")
        try original.copy(to: work)
        faulty_arm(work.path, row.fault.kind, Int32(number))
        let error = Result { try row.path.migrate(work.store) }.failure
        let isHit = faulty_disarm() > 0
        try check(work, original, row, error, isHit: isHit)
        if error != nil { failures += 1 }
        if !isHit { break }
        hits += 1
        number += number / 2 + 1
      }
      #expect(hits > 0, "the fault never happened")
      // Where a journal or a log is never synchronised or deleted, there is nothing to fail.
      #expect(failures > 0 || row.fault == .sync || row.fault == .delete, "failed never")
    }
  }

  /// A copy that is lost is made again; what an app has only one of must be on the disk.
  @Test func onlyAStoreInPlaceWaitsForTheDiskAtItsCommits() throws {
    try #require(faulty_install() == 0)
    for path in CrashPath.allCases {
      try withTemporaryDirectory { (folder: URL) in
        let work = CrashFolder(path: folder.path + "/work")
        try work.make(
          persons: Self.persons, storeUUID: Self.storeUUID, isWriteAheadLogged: false)
        faulty_arm(work.path, Fault.sync.kind, 1)
        let error = Result { try path.migrate(work.store) }.failure
        let failed = faulty_disarm()
        #expect((failed > 0) == (path != .copied), "\(path)")
        if path == .copied { #expect(error == nil) }
      }
    }
  }

  private func check(
    _ work: CrashFolder, _ original: CrashFolder, _ row: Case, _ error: (any Error)?, isHit: Bool
  ) throws {
    let last = row.path.versions.count - 1
    if let error {
      #expect(isHit, "\(error)")
      requireTyped(error, row.fault)
    }
    let result = row.path.result(of: work.store)
    if row.path == .copied {
      let before = try original.contents()
      let after = try work.contents()
      #expect(before.allSatisfy { after[$0.key] == $0.value }, "the source is only read")
      #expect(result.existingParts.contains(.main) == (error == nil))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: work.path)
    #expect(
      names.allSatisfy {
        $0.hasPrefix("Store.sqlite") || $0 == ".Store_SUPPORT"
          || (row.path == .copied && error == nil && $0.hasPrefix("Result.sqlite"))
          || (row.path == .copied && error == nil && $0 == ".Result_SUPPORT")
      }, "\(names)")
    let found = try state(
      row.path == .copied && error == nil ? result : work.store, row.path)
    if error == nil { #expect(found.version == last) }
    guard row.path != .copied else { return }
    try row.path.migrate(work.store)
    #expect(try state(work.store, row.path).version == last)
  }

  private func state(_ files: StoreFiles, _ path: CrashPath) throws -> CrashState {
    try CrashState(
      files, path: path, persons: Self.persons, storeUUID: Self.storeUUID)
  }

  private func requireTyped(_ error: any Error, _ fault: Fault) {
    switch error as? MigrationError {
    case .cannotMigrate(_, _, .database)?, .store?: break
    // A -wal that cannot be deleted looks like one that somebody uses.
    case .inUse? where fault == .delete: break
    default: Issue.record("\(error)")
    }
  }
}

extension Result {
  /// The error; nil for a success.
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
