import Foundation
import GoldenStoreFormat

/// Kills migrations at random moments and checks that nothing is lost.
///
/// - `StoreCrash run [--kills N] [--seed S] [--path P] [--persons N] [--folder DIR] [--json]`
/// - `StoreCrash migrate PATH STORE TRAIL` is what `run` starts and kills.
@main enum StoreCrash {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(3)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch arguments.first {
    case "migrate" where arguments.count == 4:
      guard let path = CrashPath(rawValue: arguments[1]) else { exit(2) }
      try CrashVictim.run(path, store: arguments[2], trail: arguments[3])
    case "run", nil: try supervise(Array(arguments.dropFirst()))
    default:
      FileHandle.standardError.write(Data("unknown arguments; see tools/crash\n".utf8))
      exit(2)
    }
  }

  private static func supervise(_ arguments: [String]) throws {
    func value(_ option: String) -> String? {
      arguments.firstIndex(of: option).flatMap {
        $0 + 1 < arguments.count ? arguments[$0 + 1] : nil
      }
    }
    let paths = try value("--path").map { name in
      guard let path = CrashPath(rawValue: name) else {
        throw CrashFailure(
          "no path '\(name)'; there are \(CrashPath.allCases.map(\.rawValue))")
      }
      return [path]
    }
    let seed = value("--seed").flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
    let folder =
      value("--folder")
      ?? NSTemporaryDirectory().appendingPathComponent("goldenstore-crash-\(UUID().uuidString)")
    let report = try kill(
      paths ?? CrashPath.allCases, kills: value("--kills").flatMap { Int($0) } ?? 200,
      persons: value("--persons").flatMap { Int64($0) } ?? 100_000, seed: seed, folder: folder)
    if arguments.contains("--json") {
      print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    } else {
      print(report.text)
    }
    exit(report.isFine ? 0 : 1)
  }

  private static func kill(
    _ paths: [CrashPath], kills: Int, persons: Int64, seed: UInt64, folder: String
  ) throws -> CrashReport {
    var report = CrashReport(seed: seed, folder: folder)
    for path in paths {
      let supervisor = CrashSupervisor(
        executable: URL(fileURLWithPath: CommandLine.arguments[0]), path: path,
        persons: persons, seed: seed, folder: folder)
      let tally = try supervisor.run(kills: kills) { tally in
        guard tally.kills % 20 == 0 else { return }
        FileHandle.standardError.write(Data((tally.line + "\n").utf8))
      }
      report.tallies.append(tally)
    }
    if report.isFine { try FileManager.default.removeItem(atPath: folder) }
    return report
  }
}

/// What became of all kills.
struct CrashReport: Codable {
  let seed: UInt64
  let folder: String
  var tallies: [CrashTally] = []

  var problems: [String] { tallies.flatMap { $0.failures + $0.shortfalls } }
  var isFine: Bool { problems.isEmpty }

  var text: String {
    let table = [CrashTally.heading] + tallies.map(\.line)
    let end = isFine ? [] : problems + ["seed \(seed); the files are kept in \(folder)"]
    return (table + end).joined(separator: "\n")
  }
}
