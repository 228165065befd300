import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import TestSupport
import Testing

@testable import StoreCrash

/// Migrations on a file system that is too small for them.
@Suite(.serialized) struct FullDiskTests {
  /// A small file system in memory, at a folder of its own until this goes away.
  private final class SmallDisk {
    struct Refusal: Error {}

    let path: String

    init(_ path: String, bytes: Int) throws {
      self.path = path
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
      try Self.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path)
    }

    func grow(to bytes: Int) throws {
      try Self.run("mount", "-o", "remount,size=\(bytes)", path)
    }

    deinit { try? Self.run("umount", path) }

    private static func run(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Refusal() }
    }
  }

  /// Whether this process may mount one.
  static let canMount: Bool = {
    guard let folder = try? TemporaryDirectory() else { return false }
    return (try? SmallDisk(folder.path + "/disk", bytes: 1 << 20)) != nil
  }()

  private static let persons: Int64 = 600
  private static let storeUUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  @Test(
    .enabled(if: canMount, "this process may not mount a small file system"),
    arguments: zip(CrashPath.allCases, [true, false, true, true, false]))
  func aFullDiskLeavesTheStoreWhole(_ path: CrashPath, _ isWriteAheadLogged: Bool) throws {
    try withTemporaryDirectory { (folder: URL) in
      let original = CrashFolder(path: folder.path + "/original")
      try original.make(
        persons: Self.persons, storeUUID: Self.storeUUID,
        isWriteAheadLogged: isWriteAheadLogged)
      let bytes = try original.contents().values.reduce(32768) { $0 + $1.count }
      var failures = 0
      for spare in [0, 40_000, 100_000, 200_000, 4_000_000] {
        let disk = try SmallDisk(folder.path + "/disk", bytes: bytes + spare)
        let work = CrashFolder(path: disk.path + "/work")
        try original.copy(to: work)
        do {
          try path.migrate(work.store)
        } catch let error as MigrationError {
          failures += 1
          switch error {
          case .cannotMigrate(_, _, .database), .store: break
          default: Issue.record("\(error)")
          }
          try check(work, folder, path)
          try disk.grow(to: bytes * 8 + 8_000_000)
          try path.migrate(work.store)
        }
        let seen = CrashFolder(path: folder.path + "/seen")
        try work.copy(to: seen)
        let end = try state(path.result(of: seen.store), path)
        #expect(end.version == path.versions.count - 1)
      }
      #expect((1...4).contains(failures), "\(failures) of 5 disks were too small")
    }
  }

  /// Checks what a failure has left, on another disk: looking at a store takes room as well.
  private func check(_ work: CrashFolder, _ folder: URL, _ path: CrashPath) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: work.path)
    #expect(
      names.allSatisfy { $0.hasPrefix("Store.sqlite") || $0 == ".Store_SUPPORT" }, "\(names)")
    let seen = CrashFolder(path: folder.path + "/seen")
    try work.copy(to: seen)
    let found = try state(seen.store, path)
    if path == .copied { #expect(found.version == 0) }
  }

  private func state(_ files: StoreFiles, _ path: CrashPath) throws -> CrashState {
    try CrashState(
      files, path: path, persons: Self.persons, storeUUID: Self.storeUUID)
  }
}
