import Foundation
import GoldenStoreFormat
import Testing

/// What tells that somebody has written to a store, and what completes one that was half copied.
struct StoreStampTests {
  private let folder: TemporaryDirectory
  private let store: StoreFiles

  init() throws {
    folder = try TemporaryDirectory()
    store = StoreFiles(main: folder.path.appendingPathComponent("Store.sqlite"))
  }

  private func write(_ bytes: String, to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path.folder, withIntermediateDirectories: true)
    try Data(bytes.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func readersLeaveNoTrace() throws {
    try write("main", to: store.main)
    let stamp = store.stamp()
    try write("", to: store.path(of: .writeAheadLog))
    try write("index", to: store.path(of: .sharedMemory))
    #expect(store.stamp() == stamp)
    #expect(store.partsWithContent == [.main])
  }

  @Test(arguments: [StoreFiles.Part.main, .writeAheadLog, .rollbackJournal])
  func writersDo(_ part: StoreFiles.Part) throws {
    for part in [StoreFiles.Part.main, .writeAheadLog, .rollbackJournal] {
      try write("bytes", to: store.path(of: part))
    }
    let stamp = store.stamp()
    let path = store.path(of: part)
    // As many bytes as before, at another time.
    try write("other", to: path)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 7)], ofItemAtPath: path)
    #expect(store.stamp() != stamp)
    try FileManager.default.removeItem(atPath: path)
    #expect(store.stamp() != stamp)
    #expect(!store.partsWithContent.contains(part))
  }

  @Test func anEmptyMainFileHoldsNothing() throws {
    #expect(store.partsWithContent == [])
    try write("", to: store.main)
    #expect(store.partsWithContent == [])
  }

  @Test func missingAndUnfinishedValuesAreAddedAndNothingElseIsTouched() throws {
    let other = StoreFiles(main: folder.path.appendingPathComponent("copy/Store.sqlite"))
    let (from, to) = (other.path(of: .supportFolder), store.path(of: .supportFolder))
    // No folder, nothing to add.
    try store.addExternalValues(of: other)
    #expect(store.existingSupportFolder == nil)
    for name in ["A", "B", "C"] { try write("value \(name)", to: "\(from)/_EXTERNAL_DATA/\(name)") }
    try write("val", to: "\(to)/_EXTERNAL_DATA/A")
    try write("VALUE B", to: "\(to)/_EXTERNAL_DATA/B")
    try write("mine", to: "\(to)/_EXTERNAL_DATA/D")
    // What a killed process had begun.
    try write("v", to: "\(to)/_EXTERNAL_DATA/C.partial")
    try store.addExternalValues(of: other)
    var found: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(to)/_EXTERNAL_DATA") {
      found[name] = try String(contentsOfFile: "\(to)/_EXTERNAL_DATA/\(name)", encoding: .utf8)
    }
    #expect(found == ["A": "value A", "B": "VALUE B", "C": "value C", "D": "mine"])
  }

  @Test func aFolderIsLockedOnce() throws {
    let first = try #require(try FolderLock.free(folder.path))
    #expect(try FolderLock.free(folder.path) == nil)
    withExtendedLifetime(first) {}
    #expect(throws: StoreError.self) { try FolderLock.free(folder.path + "/none") }
  }
}
