import Foundation

/// What was built with the tests that run.
package enum BuiltProduct {
  /// The path of an executable beside the tests; `nil` where there is none.
  package static func path(of name: String) -> String? {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let runner = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    return (bundles + [runner])
      .map { $0.deletingLastPathComponent().appendingPathComponent(name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
