import GoldenStoreModel

/// One of several parts of a run, which together are the whole run: `2/4` is the second of four.
package struct MatrixShard: Hashable, Sendable, CustomStringConvertible {
  /// The most parts that a run can be divided into.
  package static let highest = 1_000

  /// From 1 to ``count``.
  package let number: Int
  package let count: Int

  /// Reads a text such as `2/4`; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...MatrixShard.highest).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  package var description: String { "\(number)/\(count)" }

  /// The part of each of some matrices that belongs to this shard.
  ///
  /// - Parameters: As ``divide(_:costs:count:start:)``.
  package func part(
    of matrices: [VersionMatrix], costs: [[Double]], start: Int = 0
  ) -> [VersionMatrix] {
    MatrixShard.divide(matrices, costs: costs, count: count, start: start)[number - 1]
  }

  /// The part of each of some matrices that each shard gets.
  ///
  /// Every unit is in exactly one of the shards. The most expensive unit is given to the shard that
  /// has the least so far, and so on; equals stay in their order, so that every machine divides
  /// alike.
  ///
  /// - Parameters:
  ///   - costs: What each unit of each matrix costs, in one measure for all, in the units' order.
  ///   - start: Which shard gets the first unit, so that small histories that are divided one by
  ///     one don't all meet in the first shard.
  package static func divide(
    _ matrices: [VersionMatrix], costs: [[Double]], count: Int, start: Int = 0
  ) -> [[VersionMatrix]] {
    let units = zip(matrices.indices, matrices).flatMap { index, matrix in
      zip(matrix.units, costs[index]).map { (matrix: index, unit: $0, cost: $1) }
    }
    let order = units.indices.sorted { first, second in
      units[first].cost != units[second].cost
        ? units[first].cost > units[second].cost : first < second
    }
    var loads = [Double](repeating: 0, count: count)
    let none = [Set<VersionMatrix.Unit>](repeating: [], count: matrices.count)
    var parts = [[Set<VersionMatrix.Unit>]](repeating: none, count: count)
    let turn = (0..<count).map { ($0 + start) % count }
    for index in order {
      let lightest = turn.min { loads[$0] < loads[$1] } ?? 0
      loads[lightest] += units[index].cost
      parts[lightest][units[index].matrix].insert(units[index].unit)
    }
    return parts.map { part in zip(matrices, part).map { $0.limited(to: $1) } }
  }

  /// A digest of who gets what: shards that were divided differently don't make one whole.
  package static func digest(of parts: [[VersionMatrix]]) -> String {
    let lines = parts.enumerated().flatMap { shard, matrices in
      matrices.flatMap { matrix in
        matrix.versions.map { "\(shard) \(matrix.history) \($0)" }
          + matrix.pairs.map { "\(shard) \(matrix.history) \($0.source) \($0.destination)" }
      }
    }
    let text = lines.joined(separator: "\n")
    return String(HashValue(digest: SHA256.digest(of: Array(text.utf8))).hexadecimal.prefix(16))
  }
}
