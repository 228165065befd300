import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreTesting
import TestSupport
import Testing

/// What the trait does before and after a suite: record, run what no test asks for, guard the
/// goldens. It is called as Swift Testing calls it; what it reports is caught as known.
struct GoldensTraitTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var catalog: Catalog {
    get throws {
      try Catalog(
        BrowserModels.privacyStats.withoutShapes,
        folder: folder.path.appendingPathComponent("PrivacyStats"))
    }
  }

  /// Runs a suite of one version, and collects what the trait reports.
  private func reports(
    record: RecordMode = .never, during body: @escaping @Sendable () throws -> Void = {}
  ) async throws -> [String] {
    let trait = GoldensTrait.goldens(
      BrowserModels.privacyStats.withoutShapes,
      in: folder.path.appendingPathComponent("PrivacyStats"),
      record: record)
    let test = try #require(Test.current)
    let found = Reports()
    try await withKnownIssue(isIntermittent: true) {
      try await trait.provideScope(for: test, testCase: nil) {
        for version in BrowserModels.privacyStats.withoutShapes.versions.map(\.name) {
          try await expectGolden(version)
        }
        try body()
      }
    } matching: { issue in
      found.add(issue.comments.map(\.rawValue).joined())
      return true
    }
    return found.all
  }

  @Test func nothingIsReportedOfGoldensInOrder() async throws {
    _ = try catalog.record(.missing)
    #expect(try await reports() == [])
  }

  @Test func nothingIsRecordedUnlessAsked() async throws {
    let reports = try await reports()
    #expect(reports.contains { $0.contains("the golden is missing") })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func aRecordingRunEndsRed() async throws {
    let first = try await reports(record: .missing)
    #expect(first.count == 1)
    #expect(first.first?.hasPrefix("recorded 1 golden of 'PrivacyStats' in ") == true)
    #expect(first.first?.hasSuffix("and run again without recording") == true)
    #expect(try await reports(record: .missing) == [])
    // Everything that is asked for is written, so that it ends red again.
    #expect(try await reports(record: .all).count == 1)
    #expect(try await reports(record: .changed) == [])
  }

  @Test func aRecordingSaysWhatChanges() async throws {
    _ = try catalog.record(.missing)
    let dump = try catalog.golden(at: 0).dumpPath
    try Data("x".utf8).write(to: URL(fileURLWithPath: dump))
    let reports = try await reports(record: .changed)
    #expect(reports.first?.contains("'PrivacyStats' of 'PrivacyStats': the same objects") == true)
  }

  @Test func aChangedGoldenTurnsTheSuiteRed() async throws {
    _ = try catalog.record(.missing)
    let dump = try catalog.golden(at: 0).dumpPath
    let reports = try await reports {
      try Data("x".utf8).write(to: URL(fileURLWithPath: dump))
    }
    #expect(reports.contains { $0.contains("changed while the") })
  }

  /// Records, and takes a store of the field.
  private func adoptField() throws {
    _ = try catalog.record(.missing)
    let generator = try StoreGenerator(
      BrowserModels.privacyStats.withoutShapes, position: 0, seed: 3)
    let store = StoreFiles(main: folder.path.appendingPathComponent("Field.sqlite"))
    try StoreWriter.write(
      generator, layout: StoreLayout(generator.model), storeUUID: generator.storeUUID,
      variant: .hot, to: store.main)
    _ = try catalog.adopt(store, as: "field")
  }

  @Test func whatNoTestAsksForIsCountedToo() async throws {
    try adoptField()
    let session = GoldenSession(
      MatrixRunner(
        catalog: try catalog, matrix: VersionMatrix(BrowserModels.privacyStats.withoutShapes)))
    #expect(await session.runVersion(0)?.failures == [])
    #expect(try await session.runExtras().map(\.subject) == [.version("PrivacyStats+field")])
    #expect(await session.summary.contains("1 of 1 cases of shapes and adopted stores: fine"))
  }

  @Test func anAdoptedStoreThatIsBrokenTurnsTheSuiteRed() async throws {
    try adoptField()
    #expect(try await reports() == [])
    let log = try catalog.golden(at: 0).adopted(as: "field").files.main + "-wal"
    try FileManager.default.removeItem(atPath: log)
    #expect(try await reports().contains { $0.contains("it has lost its '-wal'") })
  }
}

/// What was reported, from whatever thread.
private final class Reports: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  func add(_ text: String) {
    lock.lock()
    defer { lock.unlock() }
    texts.append(text)
  }

  var all: [String] {
    lock.lock()
    defer { lock.unlock() }
    return texts
  }
}
