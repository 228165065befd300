import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import Testing

struct StoreFilesTests {
  private static func makeUnit(in folder: String) throws -> StoreFiles {
    let files = StoreFiles(main: "\(folder)/My Store.sqlite")
    for (part, text) in [
      (StoreFiles.Part.main, "main"), (.writeAheadLog, "log"), (.sharedMemory, ""),
      (.rollbackJournal, "journal"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: files.path(of: part)))
    }
    let external = "\(folder)/.My Store_SUPPORT/_EXTERNAL_DATA"
    try FileManager.default.createDirectory(atPath: external, withIntermediateDirectories: true)
    try Data("abc".utf8).write(to: URL(fileURLWithPath: "\(external)/B"))
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(external)/A"))
    return files
  }

  private static let names = [
    "My Store.sqlite", "My Store.sqlite-wal", "My Store.sqlite-shm", "My Store.sqlite-journal",
    ".My Store_SUPPORT/_EXTERNAL_DATA/A", ".My Store_SUPPORT/_EXTERNAL_DATA/B",
  ]

  @Test func listsEveryFileWithItsSize() throws {
    try withFolder { folder in
      let files = try Self.makeUnit(in: folder).files()
      #expect(files.map(\.name) == Self.names)
      #expect(files.map(\.bytes) == [4, 3, 0, 7, 1, 3])
      #expect(
        files.map(\.part) == [
          .main, .writeAheadLog, .sharedMemory, .rollbackJournal, .supportFolder, .supportFolder,
        ])
    }
  }

  @Test func aLinkStandsForTheStoreThatItLeadsTo() throws {
    try withFolder { folder in
      let real = try Self.makeUnit(in: folder)
      let link = folder + "/link.sqlite"
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: real.main)
      let files = try StoreFiles(main: link).files()
      #expect(files.map(\.name) == Self.names)
    }
  }

  @Test func digestsAreThoseOfTheContents() throws {
    try withFolder { folder in
      let digests = try Self.makeUnit(in: folder).digests()
      #expect(digests.map(\.file.name) == Self.names)
      // SHA-256 of "abc" and of nothing, from FIPS 180.
      #expect(
        digests[5].digest.hexadecimal
          == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      #expect(
        digests[2].digest.hexadecimal
          == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }
  }

  @Test func copiesEveryPartUnderTheNewName() throws {
    try withFolder { folder in
      let files = try Self.makeUnit(in: folder)
      let copy = StoreFiles(main: "\(folder)/Copy.db")
      try files.copy(to: copy)
      #expect(
        try copy.files().map(\.name) == [
          "Copy.db", "Copy.db-wal", "Copy.db-shm", "Copy.db-journal",
          ".Copy_SUPPORT/_EXTERNAL_DATA/A", ".Copy_SUPPORT/_EXTERNAL_DATA/B",
        ])
      #expect(try copy.digests().map(\.digest) == files.digests().map(\.digest))
    }
  }

  /// Sizes about those of the pieces in which files are copied.
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_001])
  func copiesEveryByte(_ count: Int) throws {
    try withFolder { folder in
      let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
      let files = StoreFiles(main: "\(folder)/Sample.sqlite")
      try bytes.write(to: URL(fileURLWithPath: files.main))
      let copy = StoreFiles(main: "\(folder)/Copy.sqlite")
      try files.copy(to: copy)
      #expect(FileManager.default.contents(atPath: copy.main) == bytes)
      #expect(FileManager.default.contents(atPath: files.main) == bytes)
    }
  }

  @Test func copiesOfReadOnlyFilesCanBeWritten() throws {
    try withFolder { folder in
      let files = try Self.makeUnit(in: folder)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: files.main)
      let copy = StoreFiles(main: "\(folder)/Copy.sqlite")
      try files.copy(to: copy)
      let attributes = try FileManager.default.attributesOfItem(atPath: copy.main)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o644)
    }
  }

  @Test func copiesWhatASymbolicLinkLeadsTo() throws {
    try withFolder { folder in
      let real = "\(folder)/real"
      try Data("main".utf8).write(to: URL(fileURLWithPath: real))
      let files = StoreFiles(main: "\(folder)/Link.sqlite")
      try FileManager.default.createSymbolicLink(
        atPath: files.main, withDestinationPath: real)
      let copy = StoreFiles(main: "\(folder)/Copy.sqlite")
      try files.copy(to: copy)
      try FileManager.default.removeItem(atPath: real)
      #expect(FileManager.default.contents(atPath: copy.main) == Data("main".utf8))
    }
  }

  @Test func movesEveryPart() throws {
    try withFolder { folder in
      let files = try Self.makeUnit(in: folder)
      let digests = try files.digests().map(\.digest)
      let moved = StoreFiles(main: "\(folder)/Moved.sqlite")
      try files.move(to: moved)
      #expect(files.existingParts.isEmpty)
      #expect(try moved.digests().map(\.digest) == digests)
    }
  }

  @Test func deletesEveryPartAndNothingElse() throws {
    try withFolder { folder in
      let files = try Self.makeUnit(in: folder)
      try Data().write(to: URL(fileURLWithPath: "\(folder)/My Store.sqlite-waltz"))
      try files.delete()
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder) == ["My Store.sqlite-waltz"])
    }
  }

  /// A stale sidecar of another store would damage the new one.
  @Test(arguments: StoreFiles.Part.allCases)
  func neverMeetsAStalePart(_ part: StoreFiles.Part) throws {
    try withFolder { folder in
      let files = try Self.makeUnit(in: folder)
      let target = StoreFiles(main: "\(folder)/Target.sqlite")
      try Data("stale".utf8).write(to: URL(fileURLWithPath: target.path(of: part)))
      let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      let stale = target.path(of: part).dropFirst(folder.count + 1)
      for operation in [StoreFiles.copy, StoreFiles.move] {
        let error = #expect(throws: StoreError.self) { try operation(files)(target) }
        #expect(error == .destinationOccupied(files: [String(stale)]))
      }
      let after = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(after == before)
    }
  }

  @Test func danglingLinkCountsAsAStalePart() throws {
    try withFolder { folder in
      let target = StoreFiles(main: "\(folder)/Target.sqlite")
      try FileManager.default.createSymbolicLink(
        atPath: target.path(of: .writeAheadLog), withDestinationPath: "\(folder)/nowhere")
      #expect(throws: StoreError.destinationOccupied(files: ["Target.sqlite-wal"])) {
        try target.requireAbsent()
      }
    }
  }

  @Test func sidecarWithoutMainFileIsNoStore() throws {
    try withFolder { folder in
      let files = try Self.makeUnit(in: folder)
      try FileManager.default.removeItem(atPath: files.main)
      #expect(throws: StoreError.fileMissing(path: files.main)) { try files.files() }
      #expect(throws: StoreError.fileMissing(path: files.main)) {
        try files.copy(to: StoreFiles(main: "\(folder)/Copy.sqlite"))
      }
    }
  }

  /// The support folder fits the file system's limit for names, the other parts don't.
  @Test func failureInTheMiddleLeavesNothing() throws {
    try withFolder { folder in
      let files = try Self.makeUnit(in: folder)
      let target = StoreFiles(main: "\(folder)/Copy.\(String(repeating: "x", count: 247))")
      let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      for operation in [StoreFiles.copy, StoreFiles.move] {
        #expect(throws: StoreError.self) { try operation(files)(target) }
        let after = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(after == before)
        #expect(try files.files().map(\.name) == Self.names)
      }
    }
  }

  @Test func neverMakesTheFolderOfTheDestination() throws {
    try withFolder { folder in
      let files = try Self.makeUnit(in: folder)
      let target = StoreFiles(main: "\(folder)/missing/Copy.sqlite")
      for operation in [StoreFiles.copy, StoreFiles.move] {
        #expect(throws: StoreError.wrongFileKind(path: target.folder, expected: "folder")) {
          try operation(files)(target)
        }
      }
      #expect(!FileManager.default.fileExists(atPath: target.folder))
    }
  }

  @Test func namesOfPartsFollowTheMainFile() {
    let bare = StoreFiles(main: "store")
    #expect(bare.folder == ".")
    #expect(bare.path(of: .supportFolder) == "./.store_SUPPORT")
    #expect(StoreFiles(main: "/a/b.c.db").path(of: .supportFolder) == "/a/.b.c_SUPPORT")
    #expect(StoreFiles(main: "/a/.hidden").path(of: .supportFolder) == "/a/..hidden_SUPPORT")
  }

  @Test func temporaryFolderGoesAwayWithItsContents() throws {
    var kept = ""
    try withTemporaryDirectory { path in
      kept = path
      try Data().write(to: URL(fileURLWithPath: "\(path)/file"))
    }
    #expect(!FileManager.default.fileExists(atPath: kept))
    #expect(throws: CocoaError.self) {
      try withTemporaryDirectory { path in
        kept = path
        throw CocoaError(.fileReadUnknown)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: kept))
  }
}
