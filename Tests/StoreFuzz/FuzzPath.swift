import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite

/// Takes one damaged file along every path of the package and notes how far it gets.
final class FuzzPath {
  /// How many bytes more than before a case may need.
  private static let memoryLimit = 400 << 20

  let samples: FuzzSamples
  let folder: String
  /// Whether to take also those paths that the damage of this layer can't reach.
  private let isThorough: Bool
  var outcome: FuzzOutcome

  init(samples: FuzzSamples, number: Int, layer: FuzzLayer, folder: String) {
    self.samples = samples
    self.folder = folder
    isThorough = layer == .sound || number / FuzzLayer.allCases.count % 4 == 0
    outcome = FuzzOutcome(number: number, layer: layer)
  }

  // MARK: Stores

  func takeStore(_ store: StoreFiles) throws {
    let memory = PeakMemory.bytes
    let before = try contents(of: folder)
    try withTemporaryDirectory { output in
      attempt(.metadata) { _ = try StoreInspection(of: store) }
      takeCachedModel(of: store)
      guard outcome.layer.reachesRows || isThorough else { return }
      let reader = attempt(nil) { try StoreReader(files: store, layout: samples.layout) }
      if let reader { takeObjects(of: reader) }
      attempt(.physical) { _ = try PhysicalComparison.report(of: store, layout: samples.layout) }
      try migrate(store, to: output)
    }
    if try contents(of: folder) != before { outcome.failures.append("the source was changed") }
    let growth = PeakMemory.bytes - memory
    if growth > Self.memoryLimit { outcome.failures.append("it took \(growth) bytes of memory") }
  }

  private func takeCachedModel(of store: StoreFiles) {
    let cached = attempt(.archive) { try CompiledModelReader.model(cachedIn: store) }
    noteArchive(isRead: cached != nil)
    guard let model = cached?.history.versions.first,
      model.entities != samples.archivedEntities || isThorough,
      let layout = takeModel(model)
    else { return }
    guard layout.model != samples.layout.model else { return }
    attempt(nil) {
      let reader = try StoreReader(files: store, layout: layout)
      for entity in layout.entities where !entity.isAbstract {
        try reader.forEachObject(of: entity.name) { _ in }
      }
    }
  }

  private func takeObjects(of reader: StoreReader) {
    let entities = samples.layout.entities.filter { !$0.isAbstract }.map(\.name)
    attempt(.rows) {
      _ = try StoreDump.text(of: reader, entities: entities)
      for entity in entities {
        try reader.forEachObject(of: entity) { object in
          _ = try JSON.encode(object.values.map { DumpValue($0) })
        }
      }
    }
    attempt(.compared) {
      _ = try ContentsComparison.report(
        expected: samples.contents, found: reader, model: samples.layout.model
      ).fullText
    }
  }

  private func migrate(_ store: StoreFiles, to output: String) throws {
    let target = "\(output)/Migrated.sqlite"
    let last = samples.history.versions.count - 1
    let result = attempt(nil) {
      try Migrator.migrate(store, to: last, in: samples.history, to: target)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
    guard result != nil else {
      if left != [] { outcome.failures.append("a failed migration left \(left)") }
      return
    }
    if left != ["Migrated.sqlite"] { outcome.failures.append("a migration left \(left)") }
    attempt(.migrated) {
      let layout = try StoreLayout(samples.history.versions[last].validated())
      _ = try StoreReader(files: StoreFiles(main: target), layout: layout).contents()
    }
  }

  // MARK: Models

  func takeCompiledModel(_ file: String) throws {
    let memory = PeakMemory.bytes
    let before = try contents(of: folder)
    let result = attempt(.archive) { try CompiledModelReader.read(file) }
    noteArchive(isRead: result != nil)
    if let model = result?.history.versions.first { takeModel(model) }
    if try contents(of: folder) != before { outcome.failures.append("the source was changed") }
    let growth = PeakMemory.bytes - memory
    if growth > Self.memoryLimit { outcome.failures.append("it took \(growth) bytes of memory") }
  }

  func takeModelFile(_ file: String) throws {
    let before = try contents(of: folder)
    let result = attempt(.parsed) { try XCDataModelReader.read(file) }
    if let model = result?.history.versions.first { takeModel(model) }
    if try contents(of: folder) != before { outcome.failures.append("the source was changed") }
  }

  /// An archive that is refused got past its outer layers all the same.
  private func noteArchive(isRead: Bool) {
    if isRead {
      outcome.gates.formUnion([.inflated, .listed])
      return
    }
    guard case .damagedModelArchive(_, let damage)? = lastError as? StoreError else { return }
    switch damage {
    case .compression: break
    case .propertyList: outcome.gates.insert(.inflated)
    default: outcome.gates.formUnion([.inflated, .listed])
    }
  }

  @discardableResult
  private func takeModel(_ model: Model) -> StoreLayout? {
    guard let valid = attempt(.model, { try model.validated() }) else { return nil }
    attempt(nil) { _ = try VersionHash.entityHashes(of: valid) }
    attempt(.rearchived) { _ = try ArchivedModel.cacheContent(of: valid) }
    _ = ModelDifference.between(samples.layout.model.model, model)
    attempt(nil) {
      _ = try InPlaceMigration(from: samples.layout.model, to: valid).description
    }
    return attempt(.layout) {
      let layout = try StoreLayout(valid)
      _ = layout.statements.joined()
      return layout
    }
  }

  // MARK: Errors

  private var lastError: (any Error)?

  @discardableResult
  private func attempt<Result>(
    _ gate: FuzzGate?, _ body: () throws -> Result
  ) -> Result? {
    do {
      let result = try body()
      if let gate { outcome.gates.insert(gate) }
      return result
    } catch {
      lastError = error
      note(error, isPhysical: gate == .physical)
      return nil
    }
  }

  private func note(_ error: any Error, isPhysical: Bool) {
    let sentence = "\(error)"
    let isTyped =
      switch error {
      case is StoreError, is ModelError, is MigrationError, is GoldenError: true
      // The comparison of two files passes on what SQLite says.
      case is SQLiteError: isPhysical
      default: false
      }
    if !isTyped { outcome.failures.append("an error of type \(type(of: error)): \(sentence)") }
    if sentence.isEmpty || sentence.hasSuffix(".") {
      outcome.failures.append("not a sentence: '\(sentence)'")
    }
    outcome.sentences.append(sentence)
  }

  private func contents(of folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      contents[name] = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
    }
    return contents
  }
}

/// The most memory that this process has had at any time.
enum PeakMemory {
  static var bytes: Int {
    #if os(Linux)
      let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("VmHWM:") }
      return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}
