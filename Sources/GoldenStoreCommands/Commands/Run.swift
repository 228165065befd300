import GoldenStore
import GoldenStoreModel

extension Command {
  static let run = Command(
    "run", "'check', then 'verify' of every built-in history in full: the main job",
    options: MatrixOptions.common + [.goldens], example: "goldenstore run",
    details: ["The tier is always 'full', whatever GOLDENSTORE_TIER says."]
      + MatrixOptions.details
  ) { invocation in
    let histories = invocation.histories
    let options = try MatrixOptions(invocation)
    let stopwatch = Stopwatch()
    let recorded = try invocation.recorded(of: histories)
    let check = try CheckReport(of: histories, invocation: invocation)
    if !invocation.wantsJSON { try invocation.print(lines: check.lines) }
    let verify = try await VerifyReport(
      of: histories, selection: histories.map { VersionMatrix($0) }, options: options,
      recorded: recorded, invocation: invocation)
    if let path = options.junit {
      var junit = JUnitReport()
      for model in check.models { junit.add(model) }
      verify.add(to: &junit)
      try junit.write(to: path)
    }
    if invocation.wantsJSON {
      try invocation.print(json: RunReport(check: check, verify: verify))
    } else {
      let isGreen = check.isGreen && verify.isGreen
      try invocation.print(
        lines: verify.lines + [
          "\(isGreen ? "fine" : "failed") after \(stopwatch.seconds) seconds"
        ])
    }
    return check.isGreen && verify.isGreen ? .fine : .failed
  }
}

private struct RunReport: Encodable {
  let check: CheckReport
  let verify: VerifyReport
}
