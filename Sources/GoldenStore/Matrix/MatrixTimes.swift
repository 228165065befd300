import Foundation
import GoldenStoreFormat
import GoldenStoreModel

/// How long each case of some matrices took, as a file.
package struct MatrixTimes: Codable, Sendable {
  /// Raised when the form of the file changes.
  private static let format = 1

  /// A case by names alone.
  private struct Key: Hashable {
    let history: String
    let first: String
    let second: String?

    init(history: String, first: String, second: String?) {
      self.history = history
      self.first = first
      self.second = second
    }

    init(_ subject: MatrixCase, history: String) {
      switch subject {
      case .version(let name): self.init(history: history, first: name, second: nil)
      case .pair(let pair):
        self.init(history: history, first: pair.sourceName, second: pair.destinationName)
      }
    }
  }

  private struct Entry: Codable, Sendable {
    var history: String
    var version: String?
    var from: String?
    var to: String?
    var seconds: Double

    init(_ outcome: CaseOutcome, history: String) {
      self.history = history
      seconds = outcome.seconds
      switch outcome.subject {
      case .version(let name): version = name
      case .pair(let pair): (from, to) = (pair.sourceName, pair.destinationName)
      }
    }

    var key: Key { Key(history: history, first: version ?? from ?? "", second: to) }
  }

  private var format = MatrixTimes.format
  private var cases: [Entry] = []

  /// Takes the times of every case that was run to its end.
  package init(_ results: [MatrixResult]) {
    cases = results.flatMap { result in
      result.outcomes.filter(\.isRun).map { Entry($0, history: result.history) }
    }
  }

  /// Reads a file, or every file `times*.json` of a folder.
  ///
  /// - Throws: `GoldenError.fileSystem`, `.unknownFormat`.
  package init(path: String) throws {
    guard StoreFiles.isFolder(path) else {
      self = try MatrixTimes(file: path)
      return
    }
    let names = try Catalog.fileNames(in: path).filter {
      $0.hasPrefix("times") && $0.hasSuffix(".json")
    }
    for name in names {
      cases += try MatrixTimes(file: path.appendingPathComponent(name)).cases
    }
  }

  private init(file: String) throws {
    let data = try Catalog.touching("read", file) {
      try Data(contentsOf: URL(fileURLWithPath: file))
    }
    guard let times = try? JSON.decode(MatrixTimes.self, from: data),
      times.format == MatrixTimes.format,
      times.cases.allSatisfy({ $0.seconds.isFinite && $0.seconds >= 0 })
    else {
      throw GoldenError.unknownFormat(
        file: file, found: "something else", expected: "the times of a run, format 1")
    }
    self = times
  }

  /// Writes `times.json`, or for a shard a file of its own, into a folder.
  package func write(into folder: String, shard: MatrixShard?) throws {
    let name = shard.map { "times-\($0.number)-of-\($0.count).json" } ?? "times.json"
    let path = folder.appendingPathComponent(name)
    let data = try JSON.encode(self)
    try Catalog.touching("write", path) {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try data.write(to: URL(fileURLWithPath: path))
    }
  }

  /// The seconds of each case; the longest where several runs recorded it.
  private var secondsByCase: [Key: Double] {
    Dictionary(cases.map { ($0.key, $0.seconds) }, uniquingKeysWith: max)
  }

  // MARK: Costs

  /// What each unit of each matrix costs: the recorded seconds where every case of the unit has
  /// some, and otherwise an estimate from the numbers of migrations and objects.
  ///
  /// - Parameter catalogs: The catalog of each matrix; a golden that is not there counts as empty.
  package static func costs(
    of matrices: [VersionMatrix], in catalogs: [Catalog], recorded: MatrixTimes? = nil
  ) -> [[Double]] {
    var estimates: [[Double]] = []
    var seconds: [[Double?]] = []
    let recorded = recorded?.secondsByCase ?? [:]
    for (matrix, catalog) in zip(matrices, catalogs) {
      let cases = matrix.cases(of: catalog.history)
      estimates.append(
        matrix.units.map { Double(matrix.stepCount(of: $0)) * catalog.weight(of: $0) })
      seconds.append(
        matrix.units.map { unit in
          let own = cases.filter { $0.belongs(to: unit, of: catalog.history) }
          let found = own.map { recorded[Key($0, history: matrix.history)] }
          return found.contains(nil) ? nil : found.reduce(0) { $0 + ($1 ?? 0) }
        })
    }
    // What is only estimated gets the same measure as what was recorded.
    let known = zip(estimates.joined(), seconds.joined()).filter { $1 != nil }
    let points = known.reduce(0) { $0 + $1.0 }
    let passed = known.reduce(0) { $0 + ($1.1 ?? 0) }
    let rate = points > 0 && passed > 0 ? passed / points : 1
    return zip(estimates, seconds).map { zip($0, $1).map { $1 ?? $0 * rate } }
  }
}

extension Catalog {
  /// How many objects cost as much as everything else about a migration.
  private static let objectsOfAMigration = 250.0

  fileprivate func weight(of unit: VersionMatrix.Unit) -> Double {
    let position =
      switch unit {
      case .version(let position): position
      case .pairs(let source): source
      }
    // A golden that cannot be read fails soon enough.
    let manifest = try? Manifest(contentsOf: golden(at: position).manifestPath)
    let objects = manifest?.entities.reduce(0) { $0 + $1.rows } ?? 0
    return 1 + Double(objects) / Catalog.objectsOfAMigration
  }
}

extension MatrixCase {
  fileprivate func belongs(to unit: VersionMatrix.Unit, of history: ModelHistory) -> Bool {
    switch (self, unit) {
    case (.version(let name), .version(let position)): history.versions[position].name == name
    case (.pair(let pair), .pairs(let source)): pair.source == source
    default: false
    }
  }
}
