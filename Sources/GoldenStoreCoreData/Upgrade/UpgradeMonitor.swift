/// Whoever watches an upgrade: hears how far it is, and may end it.
package struct UpgradeMonitor: Sendable {
  package let progress: @Sendable (UpgradeProgress) -> Void
  package let isCancelled: @Sendable () -> Bool

  package init(
    progress: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.progress = progress
    self.isCancelled = isCancelled
  }
}

/// The steps of one upgrade, each worth as much as the others.
struct UpgradeCourse: Sendable {
  let monitor: UpgradeMonitor
  let store: String
  /// How many hops there are; a copy before and one after them count like a hop.
  let hops: Int

  /// Says that a step begins, or how much of it is done.
  ///
  /// - Parameters:
  ///   - done: How many steps are behind.
  ///   - part: How much of this one is done, from 0 to 1.
  /// - Throws: `PersistenceError` for an upgrade that was cancelled.
  func tell(_ step: UpgradeStep, _ done: Int, part: Double = 0) throws(PersistenceError) {
    if monitor.isCancelled() { throw .store(store, .cancelled(step)) }
    say(step, done, part: part)
  }

  /// The same where it is too late to cancel.
  func say(_ step: UpgradeStep, _ done: Int, part: Double = 0) {
    let fraction = (Double(done) + min(max(part, 0), 1)) / Double(hops + 2)
    monitor.progress(UpgradeProgress(step: step, fractionCompleted: fraction))
  }
}
