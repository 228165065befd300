import Foundation

/// Measures how long a command worked.
struct Stopwatch {
  private let start = ProcessInfo.processInfo.systemUptime

  /// Seconds since the start, in whole milliseconds.
  var seconds: Double {
    ((ProcessInfo.processInfo.systemUptime - start) * 1_000).rounded() / 1_000
  }
}
