import GoldenStore
import GoldenStoreModel

extension Command {
  static let run = Command(
    "run", "'check', then 'verify' of every built-in history: the main job",
    options: [.goldens], example: "goldenstore run"
  ) { invocation in
    let histories = invocation.histories
    let stopwatch = Stopwatch()
    let check = try CheckReport(of: histories, invocation: invocation)
    if !invocation.wantsJSON { try invocation.print(lines: check.lines) }
    let verify = try await VerifyReport(
      of: histories, selection: histories.map { VersionMatrix($0) }, invocation: invocation)
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
