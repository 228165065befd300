import Foundation
import GoldenStore

/// What a run found in the form that build servers read: a test case for each version and pair.
struct JUnitReport {
  /// One test case, with what is wrong with it.
  private struct Case {
    let name: String
    let seconds: Double
    let failures: [(kind: String, text: String)]
  }

  private struct Suite {
    let name: String
    let cases: [Case]
  }

  private var suites: [Suite] = []

  /// Adds what a matrix found.
  mutating func add(_ result: MatrixResult, variant: GoldenVariant) {
    var cases = result.outcomes.map { outcome in
      Case(
        name: "\(outcome.subject)", seconds: outcome.seconds,
        failures: outcome.failures.map { ($0.problem.kind, $0.description) })
    }
    let whole = result.failures.filter { $0.subject == nil }
    if !whole.isEmpty {
      cases.append(
        Case(
          name: "the whole run", seconds: 0,
          failures: whole.map { ($0.problem.kind, $0.description) }))
    }
    let suffix = variant == .hot ? "" : " (\(variant.rawValue))"
    suites.append(Suite(name: result.history + suffix, cases: cases))
  }

  /// Adds what a check of a catalog found, as one case.
  mutating func add(_ check: CatalogCheck) {
    suites.append(
      Suite(
        name: "\(check.history) (check)",
        cases: [
          Case(
            name: "goldens of '\(check.history)'", seconds: 0,
            failures: check.failures.map { ($0.problem.kind, $0.description) })
        ]))
  }

  /// Writes the report to a file, in a folder that is made where it is missing.
  ///
  /// - Throws: `GoldenError.fileSystem`.
  func write(to path: String) throws {
    try Catalog.touching("write", path) {
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  /// The report as XML.
  var text: String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    lines.append("<testsuites name=\"goldenstore\"\(Self.counts(of: suites.flatMap(\.cases)))>")
    for suite in suites {
      lines.append(
        "  <testsuite name=\(Self.quoted(suite.name))\(Self.counts(of: suite.cases))>")
      for test in suite.cases {
        let start =
          "    <testcase classname=\(Self.quoted(suite.name)) name=\(Self.quoted(test.name)) "
          + "time=\"\(Self.decimal(test.seconds))\""
        if test.failures.isEmpty {
          lines.append(start + "/>")
          continue
        }
        lines.append(start + ">")
        for failure in test.failures {
          let summary = failure.text.split(separator: "\n").first.map(String.init) ?? ""
          lines.append(
            "      <failure type=\(Self.quoted(failure.kind)) message=\(Self.quoted(summary))>"
              + Self.escaped(failure.text) + "</failure>")
        }
        lines.append("    </testcase>")
      }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func counts(of cases: [Case]) -> String {
    let failed = cases.count { !$0.failures.isEmpty }
    let seconds = cases.reduce(0) { $0 + $1.seconds }
    return " tests=\"\(cases.count)\" failures=\"\(failed)\" errors=\"0\" "
      + "time=\"\(decimal(seconds))\""
  }

  /// Milliseconds are enough, and a number as text has no exponent then.
  private static func decimal(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1_000).rounded())
    let fraction = String(thousandths % 1_000)
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text).replacingOccurrences(of: "\n", with: "&#10;") + "\""
  }

  /// A text as XML holds it; characters that no XML may hold are written as escapes.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{FFFE}", "\u{FFFF}": result += "\\u{\(String(scalar.value, radix: 16))}"
      case _ where scalar.properties.generalCategory == .control:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
