import GoldenStore
import GoldenStoreMigration

/// How long each moment of a migration takes that nobody kills, in seconds.
struct CrashTiming {
  let moments: [MigrationMoment?]
  /// How long each of them takes; the last one is the end.
  let durations: [Double]
  let total: Double

  /// When a process is to be killed.
  enum Plan {
    /// So many seconds after its start.
    case after(Double)
    /// So many seconds after one of its moments has begun.
    case within(moment: Int, Double)
  }

  /// Half of the kills fall anywhere, the others into a moment of a kind drawn before, since some
  /// are short.
  func plan(_ generator: inout SeededGenerator) -> Plan {
    guard generator.below(2) == 0 else { return .after(generator.unit() * total * 1.02) }
    let kinds = Set(moments.compactMap { $0 }).sorted { $0.rawValue < $1.rawValue }
    let kind = generator.element(of: kinds)
    let places = moments.indices.filter { moments[$0] == kind }
    guard let place = generator.element(of: places) else { return .after(0) }
    return .within(moment: place, generator.unit() * durations[place])
  }
}
