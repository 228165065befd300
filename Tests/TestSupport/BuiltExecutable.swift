package import Foundation

/// The commands that were built with the tests.
package enum BuiltExecutable {
  /// The executable `goldenstore`; nil if it was not built.
  package static var goldenstore: URL? { named("goldenstore") }

  /// The executable that kills migrations; nil if it was not built.
  package static var storeCrash: URL? { named("StoreCrash") }

  /// The executable that damages stores at random; nil if it was not built.
  package static var storeFuzz: URL? { named("StoreFuzz") }

  /// The executable that occupies a database; nil if it was not built.
  package static var storeOccupant: URL? { named("StoreOccupant") }

  /// An executable beside the test bundle.
  private static func named(_ name: String) -> URL? {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let runner = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    return (bundles + [runner])
      .map { $0.deletingLastPathComponent().appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
