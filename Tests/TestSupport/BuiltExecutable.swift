package import Foundation
import GoldenStore

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

  /// An executable beside the test bundle.
  private static func named(_ name: String) -> URL? {
    BuiltProduct.path(of: name).map { URL(fileURLWithPath: $0) }
  }
}
