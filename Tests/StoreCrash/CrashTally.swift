/// What became of the kills of one path.
struct CrashTally: Codable {
  let path: String
  /// How long one migration takes, from the start of its process.
  let seconds: Double
  var kills = 0
  /// How many kills fell where.
  var places: [CrashPlace: Int] = [:]
  /// How often each version was found, counted from 0.
  var versions: [Int: Int] = [:]
  var failures: [String] = []
  var elapsed = 0.0

  init(path: CrashPath, seconds: Double) {
    self.path = path.rawValue
    self.seconds = seconds
  }

  /// How many kills fell into what must be all or nothing.
  var hits: Int { count(.copy, .handler, .transaction) }

  /// How many fell into what moves what is done to its place.
  var lateHits: Int { count(.checkpoint, .swap) }

  private func count(_ places: CrashPlace...) -> Int {
    places.reduce(0) { $0 + (self.places[$1] ?? 0) }
  }

  /// What this is not worth, having missed what it was to hit.
  var shortfalls: [String] {
    var shortfalls: [String] = []
    let required = (hits: max(1, min(50, kills / 4)), late: max(1, min(5, kills / 40)))
    if hits < required.hits {
      shortfalls.append(
        "\(path): \(hits) kills fell inside the transaction or the copy, "
          + "expected at least \(required.hits)")
    }
    if lateHits < required.late {
      shortfalls.append(
        "\(path): \(lateHits) kills fell in the checkpoint or the swap, "
          + "expected at least \(required.late)")
    }
    return shortfalls
  }

  static let heading =
    "path      kills  run s  "
    + CrashPlace.allCases.map(\.rawValue)
    .joined(separator: "  ") + "  versions found  failures  seconds"

  var line: String {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let run = "\((seconds * 100).rounded() / 100)"
    let columns = CrashPlace.allCases.map {
      right("\(places[$0] ?? 0)", $0.rawValue.count + 2)
    }
    let found = versions.sorted { $0.key < $1.key }.map { "V\($0.key + 1):\($0.value)" }
    return path + String(repeating: " ", count: 10 - path.count) + right("\(kills)", 5)
      + right(run, 7) + columns.joined() + "  " + found.joined(separator: " ")
      + "  \(failures.count)  \(Int(elapsed))"
  }
}

extension CrashPlace: Codable {}
