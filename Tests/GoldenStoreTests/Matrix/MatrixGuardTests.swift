import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// What guards a run against having done less, or something else, than it says.
struct MatrixGuardTests {
  private let history = BrowserModels.syncMetadata
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: GreenCatalog.goldens.appendingPathComponent("SyncMetadata"),
      toPath: folder.path.appendingPathComponent("SyncMetadata"))
  }

  private var catalog: Catalog {
    get throws { try Catalog(history, in: folder.path) }
  }

  @Test(arguments: ["new", "gone"])
  func aFileThatComesOrGoesDuringTheRunIsNamed(_ change: String) async throws {
    let catalog = try catalog
    let name = change == "new" ? "01-SyncMetadata/stray.txt" : "04-SyncMetadata-4/dump.txt"
    let path = catalog.folder.appendingPathComponent(name)
    let runner = MatrixRunner(
      catalog: catalog, matrix: VersionMatrix(history, source: 0, destination: 1)
    ) { store, source, destination, history, output in
      if change == "new" {
        try Data().write(to: URL(fileURLWithPath: path))
      } else if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
      return try MatrixRunner.ownMigrator(store, source, destination, history, output)
    }
    let problems = try await runner.run().failures.map(\.problem)
    #expect(problems.contains(.goldenChanged(file: name)), "\(problems)")
  }

  /// Another store of the same version and objects, such as one that somebody migrated there.
  @Test func aSourceWithAnotherIdentifierIsNotTheGolden() throws {
    let catalog = try catalog
    let files = catalog.golden(at: 1).files
    try files.delete()
    let generator = try StoreGenerator(history, position: 1)
    try StoreWriter.write(
      generator, layout: StoreLayout(generator.model), storeUUID: UUID(), variant: .hot,
      to: files.main)
    let failures = MatrixRunner(catalog: catalog, matrix: VersionMatrix(history))
      .runPairs(from: 1).map(\.failures)
    #expect(failures.count == 2)
    for failures in failures {
      #expect(
        failures.contains { $0.description.contains("the source is not of its version: its UUID") })
    }
  }

  @Test func aPairThatComparesLessThanTheManifestPromisesFails() throws {
    let catalog = try catalog
    let path = catalog.golden(at: 1).manifestPath
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let rows = try #require(text.range(of: "\"rows\" ?: ?[0-9]+", options: .regularExpression))
    let more = text[rows].replacingOccurrences(
      of: "[0-9]+", with: "1000", options: .regularExpression)
    try Data(text.replacingCharacters(in: rows, with: more).utf8)
      .write(to: URL(fileURLWithPath: path))
    let outcomes = MatrixRunner(catalog: catalog, matrix: VersionMatrix(history))
      .runPairs(from: 1)
    #expect(outcomes.count == 2)
    for outcome in outcomes {
      #expect(outcome.failures.map(\.problem.kind) == ["count", "count"])
      #expect(outcome.objectsCompared < 100)
    }
  }

  /// A process that says that it is done, and of nothing what came out.
  @Test func casesOfWhichAProcessSaysNothingNeverRan() async throws {
    var history = history
    history.shapes = [
      VersionShape("beta", of: history.versions[3].name, model: Self.beta(of: history.versions[3]))
    ]
    let catalog = try Catalog(history, in: folder.path)
    _ = try catalog.record(.missing)
    let script = folder.path.appendingPathComponent("says-nothing")
    try Data("#!/bin/sh\necho '{\"ended\":{\"_0\":[]}}'\n".utf8)
      .write(to: URL(fileURLWithPath: script))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let result = try await MatrixRunner(
      catalog: catalog, matrix: VersionMatrix(history),
      isolation: MatrixRunner.Isolation(executable: script, arguments: [])
    ).run()
    // 4 versions and 6 pairs; the shape, and its pair with its version.
    #expect(result.failures.map(\.problem) == Array(repeating: .neverRun, count: 12))
    #expect(Set(result.failures.map(\.subject)).count == 12)
    #expect(result.versionsRun == 0)
    #expect(result.pairsRun == 0)
    #expect(result.extraCasesExpected == 2)
    #expect(result.extraCasesRun == 0)
    #expect(!result.isGreen)
  }

  private static func beta(of model: Model) -> Model {
    var model = model
    model.entities[0].attributes.append(Attribute("beta", .string))
    return model
  }
}
