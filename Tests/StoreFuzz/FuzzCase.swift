import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// One damaged store or model, decided by a seed and a number.
struct FuzzCase {
  let seed: UInt64
  let number: Int

  var layer: FuzzLayer {
    FuzzLayer.allCases[number % FuzzLayer.allCases.count]
  }

  /// Damages a sample in a folder of its own and takes it along every path.
  ///
  /// - Parameter samples: Taken in turns.
  func run(_ samples: [FuzzSamples]) throws -> FuzzOutcome {
    let samples = samples[number / FuzzLayer.allCases.count % samples.count]
    return try withTemporaryDirectory { folder in
      var random = SeededGenerator(seed: seed, layer.rawValue, "\(number)")
      let path = FuzzPath(samples: samples, number: number, layer: layer, folder: folder)
      switch layer {
      case .sound:
        try path.takeStore(try samples.write(.hot, in: folder))
        let compiled = "\(folder)/Sample.mom"
        try samples.archive.write(to: URL(fileURLWithPath: compiled))
        try path.takeCompiledModel(compiled)
        let file = "\(folder)/contents"
        try Data(ModelText.sample.utf8).write(to: URL(fileURLWithPath: file))
        try path.takeModelFile(file)
      case .compiledBytes, .compiledObjects:
        let file = "\(folder)/Sample.mom"
        try compiledModel(samples.archive, &random).write(to: URL(fileURLWithPath: file))
        try path.takeCompiledModel(file)
      case .modelFile:
        let file = "\(folder)/contents"
        try ModelText.damaged(&random).write(to: URL(fileURLWithPath: file))
        try path.takeModelFile(file)
      default:
        try path.takeStore(try store(samples, in: folder, &random))
      }
      return path.outcome
    }
  }

  private func compiledModel(
    _ archive: Data, _ random: inout SeededGenerator
  ) throws -> Data {
    var archive = archive
    if layer == .compiledBytes {
      random.damage(&archive)
      return archive
    }
    return try damagedList(archive, &random)
  }

  /// A list with damaged values; the sound one where the damage can't be encoded.
  private func damagedList(_ list: Data, _ random: inout SeededGenerator) throws -> Data {
    let value = random.damage(try BinaryPropertyList.decode(list))
    do {
      return try BinaryPropertyList.encode(value)
    } catch {
      return list
    }
  }

  private func store(
    _ samples: FuzzSamples, in folder: String, _ random: inout SeededGenerator
  ) throws -> StoreFiles {
    let isLogged = layer == .logFrame || random.chance(0.3)
    let store = try samples.write(isLogged ? .hot : .rollback, in: folder)
    switch layer {
    case .mainFile:
      try change(.main, of: store) { random.damage(&$0) }
    case .page:
      var damage = ContainerDamage(random: random)
      try change(.main, of: store) { damage.damagePage(&$0) }
    case .logFrame:
      var damage = ContainerDamage(random: random)
      try change(.writeAheadLog, of: store) { damage.damageLog(&$0) }
    case .metadataBytes, .metadataValues, .cells, .schema, .cacheStream, .cacheBytes,
      .cacheObjects:
      try changeTables(of: store, samples, &random)
    case .sound, .compiledBytes, .compiledObjects, .modelFile: break
    }
    return store
  }

  private func changeTables(
    of store: StoreFiles, _ samples: FuzzSamples, _ random: inout SeededGenerator
  ) throws {
    var damage = try TableDamage(store, random: random)
    switch layer {
    case .metadataBytes, .metadataValues:
      var list =
        try damage.connection.firstRow("SELECT Z_PLIST FROM Z_METADATA") {
          $0.bytes(at: 0)
        } ?? Data()
      if layer == .metadataBytes {
        random.damage(&list)
      } else {
        list = try damagedList(list, &random)
      }
      try damage.replace("Z_PLIST", of: "Z_METADATA", with: list)
    case .cells: try damage.damageRows()
    case .schema: try damage.damageSchema()
    case .cacheStream:
      var stream = RawDeflate.deflate(samples.archive)
      random.damage(&stream)
      try damage.replace("Z_CONTENT", of: "Z_MODELCACHE", with: stream)
    case .cacheBytes:
      var archive = samples.archive
      random.damage(&archive)
      try damage.replace("Z_CONTENT", of: "Z_MODELCACHE", with: RawDeflate.deflate(archive))
    default:
      let archive = try damagedList(samples.archive, &random)
      try damage.replace("Z_CONTENT", of: "Z_MODELCACHE", with: RawDeflate.deflate(archive))
    }
    try damage.connection.close()
  }

  private func change(
    _ part: StoreFiles.Part, of store: StoreFiles, _ body: (inout Data) -> Void
  ) throws {
    let url = URL(fileURLWithPath: store.path(of: part))
    var bytes = try Data(contentsOf: url)
    body(&bytes)
    try bytes.write(to: url)
  }
}

/// What became of a case.
struct FuzzOutcome: Codable {
  let number: Int
  let layer: FuzzLayer
  /// What was read without an error.
  var gates: Set<FuzzGate> = []
  /// The sentences of the errors, in the order of the paths.
  var sentences: [String] = []
  /// What must never happen: an error without a sentence or of another type, a changed source,
  /// files left behind, memory without bounds.
  var failures: [String] = []
}
