package import Foundation

/// The command that was built with the tests.
package enum BuiltExecutable {
  /// The executable `goldenstore` beside the test bundle; nil if it was not built.
  package static var goldenstore: URL? {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let runner = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    return (bundles + [runner])
      .map { $0.deletingLastPathComponent().appendingPathComponent("goldenstore") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
