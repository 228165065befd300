import Foundation

/// Measures how long something took.
package struct Stopwatch: Sendable {
  private let start = ProcessInfo.processInfo.systemUptime

  /// Starts at once.
  package init() {}

  /// Seconds since the start, in whole milliseconds.
  package var seconds: Double {
    ((ProcessInfo.processInfo.systemUptime - start) * 1_000).rounded() / 1_000
  }
}
