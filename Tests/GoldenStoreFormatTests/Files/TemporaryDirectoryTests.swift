import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

struct TemporaryDirectoryTests {
  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  @Test func whatAKilledProcessLeftIsDeletedByTheNext() throws {
    try withTemporaryDirectory { (folder: URL) in
      let abandoned = folder.path + "/.goldenstore.7B0F"
      try FileManager.default.createDirectory(
        atPath: abandoned + "/inner", withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: abandoned + "/inner/Store.sqlite"))
      let other = folder.path + "/.goldenstorage"
      try FileManager.default.createDirectory(
        atPath: other, withIntermediateDirectories: true)
      let first = try TemporaryDirectory(in: folder.path)
      let left = try names(in: folder.path)
      #expect(left.count == 2 && !left.contains(".goldenstore.7B0F"))
      #expect(left.contains(".goldenstorage"))
      // One whose owner lives stays, even where something in it is locked.
      let lock = try FolderLock(first.path)
      let second = try TemporaryDirectory(in: folder.path)
      #expect(StoreFiles.isFolder(first.path) && StoreFiles.isFolder(second.path))
      withExtendedLifetime(lock) {}
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test func concurrentFoldersAreNotTakenForAbandoned() throws {
    try withTemporaryDirectory { (folder: URL) in
      DispatchQueue.concurrentPerform(iterations: 64) { number in
        do {
          let directory = try TemporaryDirectory(in: folder.path)
          let file = directory.path + "/\(number)"
          try Data("x".utf8).write(to: URL(fileURLWithPath: file))
          usleep(1000)
          #expect(FileManager.default.fileExists(atPath: file))
          withExtendedLifetime(directory) {}
        } catch {
          Issue.record("\(error)")
        }
      }
      let left = try names(in: folder.path)
      #expect(left == [])
    }
  }
}
