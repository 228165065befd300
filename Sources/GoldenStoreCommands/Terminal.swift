import Foundation
import GoldenStoreModel

/// Where a command writes: data to one handle, everything else to the other.
struct Terminal: Sendable {
  private let output: FileHandle
  private let errors: FileHandle
  /// Whether somebody watches: progress is drawn there only.
  private let isInteractive: Bool
  private let hasColor: Bool

  init(output: FileHandle, errors: FileHandle, environment: [String: String]) {
    self.output = output
    self.errors = errors
    let isDumb = environment["TERM"] == nil || environment["TERM"] == "dumb"
    isInteractive =
      isatty(errors.fileDescriptor) == 1 && !isDumb && !Terminal.isSet("CI", environment)
    hasColor = isInteractive && !Terminal.isSet("NO_COLOR", environment)
  }

  private static func isSet(_ name: String, _ environment: [String: String]) -> Bool {
    environment[name].map { !$0.isEmpty } ?? false
  }

  /// Writes data for the caller.
  func write(_ data: Data) throws {
    clearProgress()
    do {
      try output.write(contentsOf: data)
    } catch {
      throw CommandError.unwritableOutput(reason: error.localizedDescription)
    }
  }

  /// Writes text for the caller.
  func write(_ text: String) throws {
    try write(Data(text.utf8))
  }

  /// Says something that is no data, on a line of its own.
  func note(_ text: String) {
    clearProgress()
    tell(Terminal.harmless(text) + "\n")
  }

  /// A text without control characters but line breaks and tabs, so that nothing in a store can
  /// steer a terminal.
  static func harmless(_ text: String) -> String {
    func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
    }
    guard !text.unicodeScalars.allSatisfy(isHarmless) else { return text }
    return text.unicodeScalars.map {
      isHarmless($0) ? String($0) : "\\u{\(String($0.value, radix: 16))}"
    }.joined()
  }

  /// Reports an error.
  func report(_ error: any Error) {
    clearProgress()
    if case ModelError.modelFile = error {
      // Says where and that it is an error on each of its lines, as compilers do.
      tell(Terminal.harmless("\(error)\n"))
      return
    }
    let prefix = hasColor ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
    tell("\(prefix) \(Terminal.harmless("\(error)"))\n")
  }

  /// Redraws the one line of progress; nothing where nobody watches.
  func progress(_ text: String) {
    guard isInteractive else { return }
    let line = Terminal.harmless(text).map { $0 == "\n" || $0 == "\t" ? " " : $0 }
    tell("\r\u{1B}[K" + String(line.prefix(78)))
  }

  private func clearProgress() {
    if isInteractive { tell("\r\u{1B}[K") }
  }

  private func tell(_ text: String) {
    // There is nobody left to tell when the channel for errors itself fails.
    try? errors.write(contentsOf: Data(text.utf8))
  }
}
