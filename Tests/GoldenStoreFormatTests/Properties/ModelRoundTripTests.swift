import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Stores of random models with random contents: written, read back, and checked with plain SQL.
///
/// `GOLDENSTORE_SEED` chooses other models, `GOLDENSTORE_MODELS` how many of them; what fails names
/// the seed.
struct ModelRoundTripTests {
  static let seed = environment("GOLDENSTORE_SEED") ?? 1
  /// Models in a run, a multiple of the parts.
  static let modelCount = max(8, Int(environment("GOLDENSTORE_MODELS") ?? 240) / 8 * 8)

  private static func environment(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// The indexes of the models of one of eight parts, which run side by side.
  private static func models(ofPart part: Int) -> [Int] {
    (0..<modelCount).filter { $0 % 8 == part }
  }

  @Test("stores of random models are what was written", arguments: 0..<8)
  func roundTrips(part: Int) throws {
    let models = Self.models(ofPart: part)
    var objects = 0
    for index in models {
      let message = Comment(
        rawValue: "model \(index); run again with GOLDENSTORE_SEED=\(Self.seed)")
      do {
        let problems = try Self.problems(ofModel: index, &objects)
        #expect(problems == [], message)
      } catch {
        Issue.record(error, message)
      }
    }
    #expect(models.count == Self.modelCount / 8 && objects > models.count)
  }

  @Test("every feature occurs in a run")
  func features() throws {
    var counts: [String: Int] = [:]
    for index in 0..<Self.modelCount {
      let model = try RandomModel(seed: Self.seed, index: index).model.validated()
      let contents = RandomContents(model, seed: Self.seed, index: index)
      for feature in ModelFeatures(model, contents).found { counts[feature, default: 0] += 1 }
    }
    let missing = ModelFeatures.required.filter { counts[$0] == nil }
    #expect(missing == [], "GOLDENSTORE_SEED=\(Self.seed)")
    #expect(Set(ModelFeatures.required).count == ModelFeatures.required.count)
  }

  // MARK: One model

  private static func problems(ofModel index: Int, _ objects: inout Int) throws -> [String] {
    let model = try RandomModel(seed: seed, index: index).model.validated()
    let contents = RandomContents(model, seed: seed, index: index)
    let layout = try StoreLayout(model, includesHistory: index % 10 == 9)
    let variants = StoreVariant.allCases
    let variant = variants[index / 8 % variants.count]
    return try withFolder { folder in
      let files = StoreFiles(main: "\(folder)/Random.sqlite")
      try StoreWriter.write(
        contents.source, layout: layout, storeUUID: SampleStore.uuid, variant: variant,
        to: files.main)
      let reader = try StoreReader(files: files, layout: layout)
      let read = try reader.contents()
      objects += read.entities.reduce(0) { $0 + $1.objects.count }
      var problems = differences(read, contents.expected)
      problems += try variantProblems(files, variant, layout, contents.source)
      let connection = try Connection(path: files.main, mode: .readWrite)
      problems += try PlainConsistency(
        connection, layout: layout, contents: contents.expected
      ).problems
      problems += try plainProblems(connection, files, contents.expected, model)
      problems += try RecordedLayout.differences(connection, layout)
      problems += try PlainIndexes.problems(connection, layout)
      problems += try archiveProblems(connection, model, reader.metadata)
      try connection.close()
      return problems
    }
  }

  private static func differences(_ found: StoreContents, _ expected: StoreContents) -> [String] {
    var problems: [String] = []
    for (left, right) in zip(found.entities, expected.entities)
    where left.entity != right.entity || left.objects.count != right.objects.count {
      problems.append("read \(left.objects.count) objects of '\(left.entity)'")
    }
    for (left, right) in zip(
      found.entities.flatMap(\.objects), expected.entities.flatMap(\.objects))
    where left != right {
      problems.append("read \(left), expected \(right)")
    }
    if problems.isEmpty, found != expected { problems.append("read other contents") }
    return problems
  }

  /// The objects as a reading finds them that names all columns by itself.
  private static func plainProblems(
    _ connection: Connection, _ files: StoreFiles, _ contents: StoreContents,
    _ model: ValidatedModel
  ) throws -> [String] {
    var problems: [String] = []
    var compared = 0
    var ambiguous = 0
    let plain = try PlainReading(
      connection, model: model, store: URL(fileURLWithPath: files.main))
    for entity in model.model.entities where !entity.isAbstract {
      let objects = contents.objects(of: entity.name)
      let found = try plain.objects(of: entity) { _ in ambiguous += 1 }
      if found.map(\.primaryKey) != objects.map(\.primaryKey) {
        problems.append("plain SQL finds \(found.count) objects of '\(entity.name)'")
      }
      for (left, right) in zip(found, objects) {
        for (name, value) in zip(right.shape.attributes, right.values)
        where left.values[name] != value {
          problems.append("plain SQL: \(right.reference).\(name) is \(left.values[name] ?? .null)")
        }
        for (name, targets) in zip(right.shape.relationships, right.targets) {
          guard let found = left.targets[name] else { continue }
          compared += 1
          if found != targets {
            problems.append("plain SQL: \(right.reference).\(name) leads to \(found)")
          }
        }
      }
    }
    return problems + (ambiguous > compared + 8 ? ["plain SQL: \(ambiguous) ambiguous"] : [])
  }

  /// Which rows the main file holds without its `-wal`.
  private static func variantProblems(
    _ files: StoreFiles, _ variant: StoreVariant, _ layout: StoreLayout, _ contents: StoreContents
  ) throws -> [String] {
    let main = try Connection(path: files.main, mode: .immutable)
    defer { try? main.close() }
    let rows = try layout.tables.reduce(0) { sum, table in
      sum + Int(try main.integer("SELECT count(*) FROM \(identifier: table.name)"))
    }
    let all = contents.entities.reduce(0) { $0 + $1.objects.count }
    let expected =
      switch variant {
      case .hot: 0
      case .half: all / 2
      case .checkpointed, .rollback: all
      }
    let parts: [StoreFiles.Part] =
      variant == .hot || variant == .half
      ? [.main, .writeAheadLog, .sharedMemory] : [.main]
    return (rows == expected ? [] : ["\(variant): \(rows) of \(all) rows in the main file"])
      + (files.existingParts == parts ? [] : ["\(variant): files \(files.existingParts)"])
  }

  private static func differences<Property: Hashable>(
    of entity: String, _ found: [Property], _ expected: [Property]
  ) -> [String] {
    expected.filter { !found.contains($0) }.map { "'\(entity)': not archived: \($0)" }
      + found.filter { !expected.contains($0) }.map { "'\(entity)': archived: \($0)" }
  }

  /// The model in the file is the model, and hashes to what the metadata say.
  private static func archiveProblems(
    _ connection: Connection, _ model: ValidatedModel, _ metadata: StoreMetadata
  ) throws -> [String] {
    let content = try connection.firstRow("SELECT Z_CONTENT FROM Z_MODELCACHE") {
      $0.bytes(at: 0)
    }
    let archived = try ArchivedModel(cacheContent: content ?? Data(), versionName: model.name)
    var problems = archived.notes
    let found = archived.model.archivedForm
    let expected = model.model.archivedForm
    for (left, right) in zip(found.entities, expected.entities) where left != right {
      problems += differences(of: "\(right.name)", left.attributes, right.attributes)
      problems += differences(of: "\(right.name)", left.relationships, right.relationships)
      if problems.isEmpty { problems.append("archived \(left), expected \(right)") }
    }
    if problems.isEmpty, found != expected { problems.append("archived another model") }
    let hashes = try VersionHash.entityHashes(of: archived.model.validated())
    if hashes != metadata.entityHashes { problems.append("archived other hashes") }
    return problems
  }
}
