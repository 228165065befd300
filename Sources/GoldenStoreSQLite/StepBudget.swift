import CGoldenStoreSQLite

/// How many steps of SQLite's virtual machine a statement may take.
///
/// Pages of a damaged file can refer to each other so that a table of ten pages has more rows than
/// anybody can count; SQLite would walk through all of them.
struct StepBudget {
  /// Far more than any statement of this package needs, whatever the size of the file.
  static let base = 20_000_000
  /// A row takes a few steps a column, and a column at least one byte.
  static let perByte = 200
  /// How many steps SQLite takes between two questions whether to go on.
  static let interval = 100_000

  /// The steps that one statement may take; `nil` for any number.
  private(set) var limit: Int?
  private var taken = 0

  init() {}

  init(bytes: Int64) {
    let (steps, overflow) = Int(clamping: bytes).multipliedReportingOverflow(by: Self.perByte)
    limit = overflow ? .max : max(steps, Self.base)
  }

  /// Begins to count again: another statement runs.
  mutating func renew() { taken = 0 }

  /// Counts one interval; false when the statement has to end.
  mutating func spend() -> Bool {
    taken += Self.interval
    return limit.map { taken <= $0 } ?? true
  }
}

extension Connection {
  /// Makes SQLite give up a statement that takes too many steps, reading the schema included.
  func limitSteps(of handle: OpaquePointer) {
    stepBudget = StepBudget(bytes: 0)
    // The handler ends with the connection, so the pointer outlives every call.
    sqlite3_progress_handler(
      handle, Int32(StepBudget.interval),
      { context in
        guard let context else { return 0 }
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        return connection.stepBudget.spend() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Allows as many steps as the size of the file can need.
  func adaptStepBudget() throws {
    let pages = try integer("PRAGMA page_count")
    let size = try integer("PRAGMA page_size")
    stepBudget = StepBudget(bytes: pages.multipliedReportingOverflow(by: size).partialValue)
  }
}
