package import Foundation
import GoldenStore
import GoldenStoreFormat

/// The commands that were built with the tests.
package enum BuiltExecutable {
  /// The executable `goldenstore`; nil if it was not built.
  package static var goldenstore: URL? { named("goldenstore") }

  /// The executable that kills migrations; nil if it was not built.
  package static var storeCrash: URL? { named("StoreCrash") }

  /// The executable that damages stores at random; nil if it was not built.
  package static var storeFuzz: URL? { named("StoreFuzz") }

  /// The executable whose migrator crashes or hangs; nil if it was not built.
  package static var matrixVictim: URL? { named("MatrixVictim") }

  /// The executable that occupies a database; nil if it was not built.
  package static var storeOccupant: URL? { named("StoreOccupant") }

  /// What a process wrote, and how it ended.
  package struct Output {
    package let code: Int32
    package let output: String
    package let errors: String
  }

  /// Runs an executable to its end.
  ///
  /// What the environment of the tests says of GoldenStore is none of its business.
  ///
  /// - Parameters:
  ///   - folder: Its working folder; `nil` for that of the tests.
  ///   - environment: Variables beside those of the tests.
  package static func run(
    _ executable: URL, _ arguments: [String], in folder: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Output {
    let texts = try TemporaryDirectory()
    // Files: a full pipe would stop the process while it is waited for, and the end of a pipe would
    // not be seen while another test's process has inherited it.
    let paths = ["output", "errors"].map { "\(texts.path)/\($0)" }
    for path in paths { try Data().write(to: URL(fileURLWithPath: path)) }
    let handles = try paths.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("GOLDENSTORE_") }.merging(environment) { $1 }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    process.waitUntilExit()
    for handle in handles { try handle.close() }
    let found = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return Output(code: process.terminationStatus, output: found[0], errors: found[1])
  }

  /// An executable beside the test bundle.
  private static func named(_ name: String) -> URL? {
    BuiltProduct.path(of: name).map { URL(fileURLWithPath: $0) }
  }
}
