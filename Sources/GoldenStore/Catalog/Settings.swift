import Foundation
import GoldenStoreFormat
package import GoldenStoreModel

/// What the environment says about goldens.
package struct Settings: Sendable {
  /// `GOLDENSTORE_RECORD`: which goldens a run writes; `nil` where it is not set.
  package let recordMode: RecordMode?
  /// `GOLDENSTORE_PAIR`: which pairs run; `nil` for all.
  package let pair: String?
  /// `GOLDENSTORE_TIER`: how much of a matrix runs; `nil` where it is not set.
  package let tier: MatrixTier?
  /// `GOLDENSTORE_SHARD`: which part of every matrix runs; `nil` for all of it.
  package let shard: MatrixShard?
  /// `GOLDENSTORE_ARTIFACTS`: the folder for what failing cases leave.
  package let artifacts: String?
  /// `GOLDENSTORE_DIR`: the folder that holds the catalogs.
  package let goldens: String?

  /// Reads the variables; an empty one counts as not set.
  ///
  /// - Throws: `GoldenError.unknownSetting`.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    func text(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws -> Choice?
    where Choice.RawValue == String {
      guard let value = text(name) else { return nil }
      guard let choice = Choice(rawValue: value) else {
        throw GoldenError.unknownSetting(
          name: name, value: value, known: Choice.allCases.map { "'\($0.rawValue)'" })
      }
      return choice
    }
    recordMode = try choice("GOLDENSTORE_RECORD")
    tier = try choice("GOLDENSTORE_TIER")
    shard = try text("GOLDENSTORE_SHARD").map { value in
      guard let shard = MatrixShard(value) else {
        throw GoldenError.unknownSetting(
          name: "GOLDENSTORE_SHARD", value: value, known: ["'1/4'", "'2/4'", "'4/4'"])
      }
      return shard
    }
    pair = text("GOLDENSTORE_PAIR")
    artifacts = text("GOLDENSTORE_ARTIFACTS")
    goldens = text("GOLDENSTORE_DIR")
  }

  /// What of a catalog's matrix runs: the tier, what `GOLDENSTORE_PAIR` selects of it, and of that
  /// the shard.
  ///
  /// A pair that is asked for runs in full, unless `GOLDENSTORE_TIER` says otherwise.
  ///
  /// - Parameter tier: The tier where the environment names none.
  /// - Throws: `GoldenError.unknownSetting`.
  package func matrix(of catalog: Catalog, tier: MatrixTier = .full) throws -> VersionMatrix {
    let whole = try matrix(of: catalog.history, tier: tier)
    guard let shard else { return whole }
    // Small histories, of which the first shard would get everything, begin elsewhere.
    let start = catalog.history.name.utf8.reduce(0) { ($0 * 31 + Int($1)) % shard.count }
    return shard.part(
      of: [whole], costs: MatrixTimes.costs(of: [whole], in: [catalog]), start: start)[0]
  }

  /// The matrix that `GOLDENSTORE_PAIR` selects: `V3→V7` or `3-7` for one pair, `3-*` and `*-7`
  /// for all from or to one version. A version is its name, or its number from 1.
  ///
  /// - Throws: `GoldenError.unknownSetting`.
  package func matrix(of history: ModelHistory, tier: MatrixTier = .full) throws -> VersionMatrix {
    guard let pair else { return VersionMatrix(history, tier: self.tier ?? tier) }
    for separator in ["→", "-"] {
      var start = pair.startIndex
      // A version's name may hold the separator itself.
      while let range = pair.range(of: separator, range: start..<pair.endIndex) {
        let ends = [pair[..<range.lowerBound], pair[range.upperBound...]].map(String.init)
        if let matrix = try? matrix(of: history, ends) { return matrix }
        start = range.upperBound
      }
    }
    throw GoldenError.unknownSetting(
      name: "GOLDENSTORE_PAIR", value: pair, known: ["'3-7'", "'3-*'", "'V3→V7'"])
  }

  private func matrix(of history: ModelHistory, _ ends: [String]) throws -> VersionMatrix {
    let positions = try ends.map { end in
      end == "*" ? nil : try history.position(of: end.trimmingCharacters(in: .whitespaces))
    }
    return VersionMatrix(
      history, tier: tier ?? .full, source: positions[0], destination: positions[1])
  }
}
