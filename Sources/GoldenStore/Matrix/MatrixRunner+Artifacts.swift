import Foundation
import GoldenStoreFormat
import GoldenStoreModel

/// What failing cases leave.
extension MatrixRunner {
  /// Copies what a failing pair left to the artifacts.
  ///
  /// - Returns: The folder; `nil` where nothing is kept.
  func keep(_ folder: String, of pair: VersionPair, failures: [MatrixFailure]) -> String? {
    let destination = Golden.folderName(
      position: pair.destination, version: pair.destinationName)
    let name =
      Golden.folderName(position: pair.source, version: pair.sourceName) + "-to-" + destination
    return keep(
      name + (variant == .hot ? "" : "~" + variant.rawValue), failures,
      copies: [
        (folder.appendingPathComponent("source"), "source"),
        (folder.appendingPathComponent(destination), "result"),
      ])
  }

  /// Copies a failing golden to the artifacts.
  func keep(_ golden: Golden, failures: [MatrixFailure]) -> String? {
    keep(golden.folder.fileName, failures, copies: [(golden.folder, "golden")])
  }

  private func keep(
    _ name: String, _ failures: [MatrixFailure], copies: [(from: String, to: String)]
  ) -> String? {
    guard let artifacts else { return nil }
    let target = artifacts.appendingPathComponent(Golden.fileName(matrix.history))
      .appendingPathComponent(name)
    do {
      try? FileManager.default.removeItem(atPath: target)  // What an earlier run left, if it did.
      try FileManager.default.createDirectory(
        atPath: target, withIntermediateDirectories: true)
      let text = failures.map(\.description).joined(separator: "\n") + "\n"
      try Data(text.utf8).write(
        to: URL(fileURLWithPath: target.appendingPathComponent("failures.txt")))
      for copy in copies where FileManager.default.fileExists(atPath: copy.from) {
        try FileManager.default.copyItem(
          atPath: copy.from, toPath: target.appendingPathComponent(copy.to))
      }
      return target
    } catch {
      return nil  // The failures themselves are reported all the same.
    }
  }
}
