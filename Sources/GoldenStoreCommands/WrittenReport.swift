/// What a command that writes says: `{"written":[…],"removed":[…]}`.
struct WrittenReport: Encodable {
  var written: [String] = []
  var removed: [String] = []
  /// What a trial would change; `nil` where no trial was asked for.
  var changes: [String]?

  var lines: [String] {
    let lines = written.map { "wrote \($0)" } + removed.map { "removed \($0)" }
    return lines.isEmpty ? ["nothing to write"] : lines
  }
}

extension Invocation {
  /// Prints what was written, as JSON or as lines.
  func print(_ report: WrittenReport) throws {
    if wantsJSON {
      try print(json: report)
    } else {
      try print(lines: report.lines)
    }
  }
}
