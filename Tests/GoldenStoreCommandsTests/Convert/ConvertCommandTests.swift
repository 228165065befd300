import BrowserModels
import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// `convert` as a command: what it writes, says and refuses.
struct ConvertCommandTests {
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    lastSavedToolsVersion="22222" sourceLanguage="Swift" usedWithCloudKit="YES" \
    userDefinedModelVersionIdentifier="">
      <entity name="Book" representedClassName="Book" syncable="YES" codeGenerationType="class">
        <attribute name="pages" optional="YES" attributeType="Integer 32" \
    usesScalarValueType="YES" defaultValueString="none"/>
        <attribute name="title" optional="YES" attributeType="String" syncable="NO" \
    usesScalarValueType="NO" novelty="1"/>
      </entity>
      <entity name="Author" codeGenerationType="class"/>
      <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Book"/></configuration>
      <composite name="Unused"><attribute name="x" attributeType="String"/></composite>
      <elements><element name="Book" positionX="0" positionY="0" width="1" height="1"/></elements>
    </model>
    """

  /// A folder `Library.xcdatamodeld` of versions with the same contents.
  private func library(
    _ versions: [String] = ["Library"], in folder: TemporaryDirectory, contents: String = contents
  ) throws -> String {
    let path = folder.path.appendingPathComponent("Library.xcdatamodeld")
    for version in versions {
      let version = "\(path)/\(version).xcdatamodel"
      try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: true)
      try Data(contents.utf8).write(to: URL(fileURLWithPath: version + "/contents"))
    }
    return path
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func whatIsWrittenIsNamed() async throws {
    let folder = try TemporaryDirectory()
    let first = folder.path.appendingPathComponent("First.swift")
    let second = folder.path.appendingPathComponent("Second.swift")
    let model = try library(in: folder)
    let outcome = try await runCommand("convert", model, "--out", first, "--json")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == #"{"removed":[],"written":["\#(first)"]}"# + "\n")
    let again = try await runCommand("convert", model, "--out", second)
    #expect(again.output == "wrote \(second)\n")
    #expect(try text(first) == text(second))
    let found = try HistoryReading.history(of: text(first))
    #expect(try found.versions == XCDataModelReader.read(model).history.versions)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["First.swift", "Library.xcdatamodeld", "Second.swift"])
  }

  @Test func whatTheLanguageCannotSayIsAComment() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("Library.swift")
    _ = try await runCommand("convert", library(in: folder), "--out", path)
    let heading = try text(path).prefix { $0 != "{" }
    #expect(
      heading == """
        public import GoldenStoreModel

        // Converted from 'Library.xcdatamodeld' by 'goldenstore convert'.
        //
        // Left out, as it serves the editor alone: documentVersion, elements, lastSavedToolsVersion, type.
        //
        // Noticed in the source:
        // - Library.xcdatamodel/contents:5:5: note: ignored unknown attribute 'novelty' of element
        //   'attribute'
        // - Library.xcdatamodel/contents:4:5: note: default 'none' of integer attribute 'pages' counts as 0

        /// Every version of 'Library', oldest first.
        public let library = ModelHistory("Library")\u{20}
        """)
    let version = try text(path).components(separatedBy: "\n\n").first {
      $0.contains("libraryVersion1 =")
    }
    #expect(
      version == """
        // Left out, as nothing here depends on it:
        // - sourceLanguage 'Swift'
        // - usedWithCloudKit 'YES' of the model, configuration 'Cloud'
        // - codeGenerationType 'class' of every entity
        // - usesScalarValueType 'YES' of Book.pages
        // - syncable 'NO' of Book.title
        // - composite type 'Unused', which no attribute uses
        private let libraryVersion1 = Model(
          "Library", versionIdentifiers: [""],
          configurations: [ModelConfiguration("Cloud", entities: ["Book"])]
        ) {
          bookEntity
          authorEntity
        }
        """)
    try Formatter.expectUnchanged([text(path)])
  }

  @Test func aVersionSaysWhatItChanges() async throws {
    let folder = try TemporaryDirectory()
    let model = try library(["Library", "Library 2", "Library 3"], in: folder)
    let third = model + "/Library 3.xcdatamodel/contents"
    let changed = Self.contents.replacingOccurrences(of: "name=\"title\"", with: "name=\"name\"")
    try Data(changed.utf8).write(to: URL(fileURLWithPath: third))
    let path = folder.path.appendingPathComponent("Library.swift")
    _ = try await runCommand("convert", model, "--out", path)
    let blocks = try text(path).components(separatedBy: "\n\n")
    let second = blocks.first { $0.contains("libraryVersion2 =") }
    #expect(
      second?.hasPrefix("// Left out as in 'Library'.\n/// The same as 'Library'.\nprivate let")
        == true)
    let last = try #require(blocks.first { $0.contains("libraryVersion3 =") })
    #expect(
      last.contains(
        """
        /// Since 'Library 2':
        /// - entity 'Book': attribute 'title' was removed
        /// - entity 'Book': attribute 'name' was added
        private let
        """))
    #expect(blocks.count { $0.contains("Entity(\"Book\"") } == 2)
    #expect(blocks.count { $0.contains("Entity(\"Author\"") } == 1)
  }

  @Test func theOrderOfVersionsIsTheGivenOne() async throws {
    let folder = try TemporaryDirectory()
    let model = try library(["Beta", "Alpha"], in: folder)
    let path = folder.path.appendingPathComponent("Library.swift")
    let outcome = try await runCommand(
      "convert", model, "--order", "Beta, Alpha", "--out", path)
    #expect(outcome.exitCode == 0)
    let found = try HistoryReading.history(of: text(path))
    #expect(found.versions.map(\.name) == ["Beta", "Alpha"])
  }

  @Test func anEarlierVersionMayBeTheCurrentOne() async throws {
    let folder = try TemporaryDirectory()
    let model = try library(["Library", "Library 2"], in: folder)
    let list = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\
      <key>_XCCurrentVersionName</key><string>Library.xcdatamodel</string></dict></plist>
      """
    try Data(list.utf8).write(to: URL(fileURLWithPath: model + "/.xccurrentversion"))
    let path = folder.path.appendingPathComponent("Library.swift")
    _ = try await runCommand("convert", model, "--out", path)
    #expect(try text(path).contains(#"ModelHistory("Library", currentVersion: "Library") {"#))
  }

  @Test func whatAHistoryDeclaresBesideItsVersionsIsCounted() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("Bookmarks.swift")
    let outcome = try await runCommand("convert", "Bookmarks", "--out", path)
    #expect(outcome.exitCode == 0)
    #expect(try text(path).contains("// Left out, as it has no text: 5 seed rules.\n"))
    let found = try HistoryReading.history(of: text(path))
    #expect(found.versions == BrowserModels.bookmarks.versions)
  }

  @Test func joinedModelsAreOneVersion() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("Both.swift")
    let outcome = try await runCommand("convert", "Bookmarks+PrivacyStats", "--out", path)
    #expect(outcome.exitCode == 0)
    let found = try HistoryReading.history(of: text(path))
    #expect(found.name == "Bookmarks+PrivacyStats")
    #expect(found.versions.count == 1)
    #expect(
      found.versions[0].entities.map(\.name) == ["BookmarkEntity", "DailyBlockedTrackersEntity"])
  }

  @Test func aStoreServesAsSource() async throws {
    let folder = try TemporaryDirectory()
    _ = try await runCommand(
      "generate", "PrivacyStats", "--out", folder.path, "--wal", "checkpointed")
    let store = folder.path.appendingPathComponent("PrivacyStats.sqlite")
    let path = folder.path.appendingPathComponent("PrivacyStats.swift")
    let outcome = try await runCommand("convert", store, "--out", path)
    #expect(outcome.exitCode == 0)
    let found = try HistoryReading.history(of: text(path))
    #expect(found.versions.first?.entities == BrowserModels.privacyStats.versions[0].entities)
    let ordered = try await runCommand("convert", store, "--order", "A", "--out", path)
    #expect(ordered.exitCode == 2)
    #expect(
      ordered.sentence
        == "option '--order' has no use here: 'PrivacyStats.sqlite' is no '.xcdatamodeld'")
  }

  @Test func anExistingFileIsLeftAlone() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("Library.swift")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let outcome = try await runCommand("convert", library(in: folder), "--out", path)
    #expect(outcome.exitCode == 3)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.contains(
        "error: '\(path)' exists already; choose another file, or delete it\n"))
    #expect(try text(path) == "mine")
  }

  @Test func aMissingFolderIsNotMade() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("Sources/Library.swift")
    let outcome = try await runCommand("convert", "Bookmarks", "--out", path)
    #expect(outcome.exitCode == 3)
    #expect(
      outcome.errors
        == "error: cannot write '\(path)': there is no folder 'Sources' to write it to\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aFileThatCannotBeWrittenLeavesNothing() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent(String(repeating: "x", count: 250) + ".swift")
    let outcome = try await runCommand("convert", "Bookmarks", "--out", path)
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors.hasPrefix("error: cannot write '\(path)': "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aBrokenSourceIsASentence() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("Library.swift")
    let broken = Self.contents.replacingOccurrences(of: "Integer 32", with: "Integr 32")
    let model = try library(in: folder, contents: broken)
    let outcome = try await runCommand("convert", model, "--out", path)
    #expect(outcome.exitCode == 3)
    #expect(
      outcome.errors
        == "Library.xcdatamodel/contents:4:5: error: unknown attribute type 'Integr 32'; "
        + "did you mean 'Integer 32'?\n")
    #expect(!FileManager.default.fileExists(atPath: path))
    let missing = try await runCommand("convert", "Bookmarks")
    #expect(missing.exitCode == 2)
    #expect(missing.sentence == "'convert' needs '--out FILE'")
  }
}
