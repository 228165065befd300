extension Catalog {
  /// Records before a run that checks goldens, as an environment or a trait asks.
  ///
  /// - Returns: The failure that turns the run red, so that nobody takes it for a check; `nil`
  ///   where nothing had to be written.
  /// - Throws: As ``record(_:seed:isTrial:willWrite:)``.
  package func recordBeforeRun(_ mode: RecordMode) throws -> MatrixFailure? {
    var changes: [String] = []
    let recording = try record(mode) { changes = $0.flatMap(\.lines) }
    guard !recording.written.isEmpty else { return nil }
    return MatrixFailure(
      history: history.name, subject: nil,
      .recorded(
        goldens: recording.versions.count, history: history.name, folder: folder,
        changes: changes),
      commandArguments: commandArguments)
  }
}
