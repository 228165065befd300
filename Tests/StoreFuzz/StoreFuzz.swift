import Foundation
import GoldenStoreFormat

/// Damages stores and models at random and takes them along every path.
///
/// - `store-fuzz run [--seed S] [--minutes M | --seconds S] [--cases N] [--first N] [--json]`
/// - `store-fuzz case SEED NUMBER` shows one case; its files stay where `--keep` says.
/// - `store-fuzz work SEED FIRST COUNT SECONDS` is what `run` starts.
@main enum StoreFuzz {
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
    case "work" where arguments.count == 5: try work(arguments)
    case "case" where arguments.count == 3: try show(arguments)
    case "run", nil: try supervise(Array(arguments.dropFirst()))
    default:
      FileHandle.standardError.write(Data("unknown arguments; see tools/fuzz\n".utf8))
      exit(2)
    }
  }

  private static func supervise(_ arguments: [String]) throws {
    func value(_ option: String) -> String? {
      arguments.firstIndex(of: option).flatMap {
        $0 + 1 < arguments.count ? arguments[$0 + 1] : nil
      }
    }
    let seconds =
      value("--seconds").flatMap { Double($0) }
      ?? value("--minutes").flatMap { Double($0) }.map { $0 * 60 } ?? 60
    let supervisor = Supervisor(
      executable: URL(fileURLWithPath: CommandLine.arguments[0]),
      seed: value("--seed").flatMap { UInt64($0) } ?? 1,
      firstCase: value("--first").flatMap { Int($0) } ?? 0, seconds: seconds,
      limit: value("--cases").flatMap { Int($0) } ?? .max / 2)
    let report = try supervisor.run { report in
      guard seconds > 60 else { return }
      let line = "\(report.cases) cases, \(report.failures.count) failures\n"
      FileHandle.standardError.write(Data(line.utf8))
    }
    if arguments.contains("--json") {
      let summary = Summary(
        cases: report.cases, failures: report.failures, shortfalls: report.shortfalls,
        text: report.text)
      print(String(decoding: try JSON.encode(summary), as: UTF8.self))
    } else {
      print(report.text)
    }
    exit(report.failures.isEmpty && report.shortfalls.isEmpty ? 0 : 1)
  }

  private struct Summary: Encodable {
    let cases: Int
    let failures: [String]
    let shortfalls: [String]
    let text: String
  }

  /// Runs cases until the time is over; each one is announced before it begins.
  private static func work(_ arguments: [String]) throws {
    guard let seed = UInt64(arguments[1]), let first = Int(arguments[2]),
      let count = Int(arguments[3]), let seconds = Double(arguments[4])
    else { exit(2) }
    let start = Date()
    let samples = try FuzzSamples.all()
    for number in first..<first + count where Date().timeIntervalSince(start) < seconds {
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
      alarm(20)
      let outcome = try FuzzCase(seed: seed, number: number).run(samples)
      FileHandle.standardOutput.write(try JSONEncoder().encode(outcome) + Data("\n".utf8))
    }
  }

  private static func show(_ arguments: [String]) throws {
    guard let seed = UInt64(arguments[1]), let number = Int(arguments[2]) else { exit(2) }
    let outcome = try FuzzCase(seed: seed, number: number).run(FuzzSamples.all())
    print("layer \(outcome.layer), past \(outcome.gates.map(\.rawValue).sorted())")
    for sentence in outcome.sentences { print("  \(sentence)") }
    for failure in outcome.failures { print("FAILURE \(failure)") }
  }
}
