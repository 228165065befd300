import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel

extension Command {
  private static let limit = Option(
    "--limit", "N", "how many differences are shown as text (\(DifferenceReport.shownLines))")

  static let diff = Command(
    "diff", "two stores of one version, object by object",
    parameters: ["<A>", "<B>"],
    options: [
      Option("--model", "M", "the model of both; the one that each keeps is the default"), .order,
      limit,
    ],
    example: "goldenstore diff Before.sqlite After.sqlite --model Bookmarks",
    details: [
      """
      Exits with 1 where they differ. Works on copies; the stores are never opened. All
      differences are counted; JSON lists the first \(DifferenceReport.limit).
      """
    ]
  ) { invocation in
    let stores = invocation.arguments.positionals.prefix(2).map { StoreFiles(main: $0) }
    let layouts = try stores.map { try invocation.layout(of: $0) }
    let hashes = try layouts.map { try VersionHash.entityHashes(of: $0.model) }
    let report: DifferenceReport
    if hashes[0] == hashes[1] {
      report = try ContentsComparison.report(
        expected: StoreReader(files: stores[0], layout: layouts[0]),
        found: StoreReader(files: stores[1], layout: layouts[1]), model: layouts[0].model)
    } else {
      report = schemaReport(layouts[0].model, layouts[1].model)
    }
    if invocation.wantsJSON {
      try invocation.print(json: DiffReport(report))
    } else {
      let lines = try invocation.arguments.number(of: limit, in: 0...DifferenceReport.limit)
      try invocation.print(lines: [report.text(lines: lines ?? DifferenceReport.shownLines)])
    }
    return report.isEmpty ? .fine : .failed
  }

  /// Stores of two versions have no common objects: what differs is the schema.
  private static func schemaReport(
    _ first: ValidatedModel, _ second: ValidatedModel
  ) -> DifferenceReport {
    DifferenceReport(
      ModelDifference.between(first.model, second.model).map { difference in
        StoreDifference(
          .schema, entity: difference.entity,
          property: [difference.property, difference.aspect].compactMap { $0 }
            .joined(separator: ": "),
          expected: difference.expected.map { .text($0) } ?? .nothing,
          found: difference.found.map { .text($0) } ?? .nothing)
      })
  }
}

private struct DiffReport: Encodable {
  let equal: Bool
  let count: Int
  let differences: [StoreDifference]

  init(_ report: DifferenceReport) {
    equal = report.isEmpty
    count = report.count
    differences = report.differences
  }
}
