import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// The files that are made of models, compiled, run and compared with what was read.
struct CompiledConversionTests {
  /// Whether every model of the corpus is compiled instead of a sample; `tools/convert-corpus`
  /// sets it.
  private static let isComplete =
    ProcessInfo.processInfo.environment["GOLDENSTORE_CONVERT"] == "all"

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func whatIsCompiledIsEqualToTheSource() throws {
    let distinct = try RealModels.distinct()
    let several = distinct.filter { $0.history.versions.count > 1 }
    let largest = distinct.max { $0.text.utf8.count < $1.text.utf8.count }
    let own = distinct.filter { $0.kind == .folder && !$0.id.contains("/") }
    // Every model with several versions, those of the design, and some of each kind.
    var sample = several + own + [try #require(largest)]
    for kind in [ConvertedModel.Kind.contents, .handwritten, .compiled, .store, .shape] {
      sample += distinct.filter { $0.kind == kind }.prefix(8)
    }
    if Self.isComplete { sample = distinct }
    let models = sample.reduce(into: [ConvertedModel]()) { models, model in
      if !models.contains(where: { $0.text == model.text }) { models.append(model) }
    }
    let compared = try expectEqual(models)
    #expect(compared >= 40)
    print(
      "compiled and compared \(compared) of \(distinct.count) different files, made of "
        + "\(try RealModels.all.get().count) models")
  }

  @Test func whatIsPeculiarCompilesToo() throws {
    #expect(try expectEqual([PeculiarModel.converted]) == 1)
  }

  /// Compiles all files into one executable, and compares what it prints with the sources.
  private func expectEqual(_ models: [ConvertedModel]) throws -> Int {
    let folder = try TemporaryDirectory()
    var files: [String] = []
    var names: [String] = []
    for (number, model) in models.enumerated() {
      // Histories of one name would be constants of one name; any others live side by side.
      let name = names.contains(model.name) ? "convertedHistory\(number)" : model.name
      names.append(name)
      let declared = "public let \(model.name) = "
      #expect(model.text.count(of: declared) == 1)
      let text = model.text.replacingOccurrences(of: declared, with: "public let \(name) = ")
      let path = "\(folder.path)/File\(number).swift"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      files.append(path)
    }
    let main = "\(folder.path)/main.swift"
    try Data(Self.program(names).utf8).write(to: URL(fileURLWithPath: main))
    let executable = "\(folder.path)/print"
    let module = try BuiltModule()
    let compiler = try BuiltExecutable.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swiftc", "-swift-version", "6", "-Onone", "-warnings-as-errors", "-j2"]
        + ["-module-cache-path", "\(folder.path)/cache", "-module-name", "Converted"]
        + ["-I", module.folder, "-o", executable, main] + files + module.objects)
    try #require(compiler.code == 0, "\(compiler.errors.prefix(4_000))")
    let printed = try BuiltExecutable.run(URL(fileURLWithPath: executable), [])
    #expect(printed.code == 0)
    let lines = printed.output.split(separator: "\n")
    try #require(lines.count == models.count)
    for (line, model) in zip(lines, models) {
      let expected = try ConvertedModel.json(model.expected)
      #expect(line.utf8.elementsEqual(expected.utf8), "\(model.id)")
    }
    return lines.count
  }

  /// Prints each history as ``HistoryJSON`` does, on a line of its own.
  private static func program(_ names: [String]) -> String {
    """
    import Foundation
    import GoldenStoreModel

    struct HistoryJSON: Encodable {
      let name: String
      let current: String?
      let oldest: String?
      let versions: [Model]
    }

    let all: [ModelHistory] = [\(names.joined(separator: ", "))]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for history in all {
      let json = HistoryJSON(
        name: history.name, current: history.currentVersion,
        oldest: history.oldestSupportedVersion, versions: history.versions)
      print(String(decoding: try encoder.encode(json), as: UTF8.self))
    }
    """
  }
}

/// The module that is built with the tests, for a compiler beside the package's build.
private struct BuiltModule {
  /// Where the compiler finds it.
  let folder: String
  /// What the linker needs of it.
  let objects: [String]

  init() throws {
    let products = try #require(BuiltExecutable.goldenstore).deletingLastPathComponent()
    folder = products.appendingPathComponent("Modules").path
    let build = products.appendingPathComponent("GoldenStoreModel.build")
    // The build keeps the objects of sources that are gone.
    let sources = PackageFolder.url.appendingPathComponent("Sources/GoldenStoreModel")
    objects = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { source in
        let name = (source.split(separator: "/").last.map(String.init) ?? source) + ".o"
        return build.appendingPathComponent(name).path
      }
    try #require(!objects.isEmpty)
  }
}
