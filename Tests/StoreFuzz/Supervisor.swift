import Foundation

/// Runs cases in child processes, so that a trap or a hang costs one case and names it.
struct Supervisor {
  /// How many cases one child runs.
  private static let batch = 400

  let executable: URL
  let seed: UInt64
  let firstCase: Int
  let seconds: Double
  /// The number of cases to run at most.
  let limit: Int

  func run(progress: (FuzzReport) -> Void) throws -> FuzzReport {
    let start = Date()
    var report = FuzzReport(seed: seed)
    var next = firstCase
    // On a busy machine the time may be over before there is anything to judge.
    let minimum = FuzzReport.judgedCases * FuzzLayer.allCases.count
    while next < firstCase + limit,
      Date().timeIntervalSince(start) < seconds || next < firstCase + minimum
    {
      let rest = max(seconds - Date().timeIntervalSince(start), 5)
      next = try runChild(
        from: next, count: min(Self.batch, firstCase + limit - next), seconds: rest, &report)
      report.seconds = Date().timeIntervalSince(start)
      progress(report)
    }
    return report
  }

  /// Runs one child to its end and returns the number of the next case.
  private func runChild(
    from first: Int, count: Int, seconds: Double, _ report: inout FuzzReport
  ) throws -> Int {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sh")
    // No address space without end: an allocation that nothing bounds ends the child.
    child.arguments = [
      "-c", "ulimit -v 6000000 2>/dev/null; ulimit -c 0; exec \"$0\" \"$@\"", executable.path,
      "work", "\(seed)", "\(first)", "\(count)", "\(seconds)",
    ]
    let output = Pipe()
    child.standardOutput = output
    child.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"], uniquingKeysWith: { $1 })
    try child.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    child.waitUntilExit()
    var begun: Int?
    for line in data.split(separator: UInt8(ascii: "\n")) {
      if let number = Int(String(decoding: line, as: UTF8.self)) {
        begun = number
      } else {
        report.add(try JSONDecoder().decode(FuzzOutcome.self, from: Data(line)))
        begun = nil
      }
    }
    let next = first + count
    guard child.terminationReason == .uncaughtSignal || child.terminationStatus != 0 else {
      return begun ?? report.lastCase.map { $0 + 1 } ?? next
    }
    guard let number = begun else { throw SupervisorError(status: child.terminationStatus) }
    let layer = FuzzCase(seed: seed, number: number).layer.rawValue
    // 14 is SIGALRM, which a child sends itself when a case takes too long.
    let what = child.terminationStatus == 14 ? "hung" : "ended with \(child.terminationStatus)"
    report.failures.append("case \(number) (\(layer)) \(what)")
    report.lastCase = number
    return number + 1
  }
}

/// A child ended outside every case.
struct SupervisorError: Error {
  let status: Int32
}
