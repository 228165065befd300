public import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

/// What opens and migrates copies of the goldens; whatever it is, the same is expected of it.
public struct MigratorUnderTest: Sendable {
  /// Opens the store at a URL as an app does, which migrates it, and closes it again.
  ///
  /// The store is a copy that may be changed; it must be at the version when the closure returns.
  public typealias Open = @Sendable (_ store: URL, _ version: String) throws -> Void

  /// The versions to which code of one's own can migrate.
  public enum Reach: Hashable, Sendable {
    /// The current version of the history alone, as an app's own code does. Every pair that ends
    /// there runs, directly.
    case currentVersion
    /// Any later version. Every pair runs, directly and stepwise.
    case everyVersion
  }

  /// The code of one's own; nil for the portable engine.
  let open: Open?
  let reach: Reach

  /// Whether this is GoldenStore's own engine.
  package var isPortable: Bool { open == nil }

  /// GoldenStore's own engine: follows the history's stages, and infers everything else.
  public static let portable = MigratorUnderTest(open: nil, reach: .everyVersion)

  /// Code of one's own.
  ///
  /// - Parameters:
  ///   - reach: The versions to which it migrates.
  ///   - open: Opens, migrates and closes a store. What it throws fails the pair as refused.
  public static func custom(
    reaching reach: Reach = .currentVersion, _ open: @escaping Open
  ) -> MigratorUnderTest {
    MigratorUnderTest(open: open, reach: reach)
  }

  /// The part of a matrix that the migrator can run.
  package func matrix(_ matrix: VersionMatrix, of history: ModelHistory) -> VersionMatrix {
    reach == .everyVersion ? matrix : matrix.direct(to: history.currentPosition)
  }

  /// One hop on a copy.
  func migrate(of catalog: Catalog) -> MatrixRunner.Migrate {
    guard let open else {
      // Versions are checked and hashed once, not once for each hop.
      let versions = Result { () throws(MigrationError) in try HistoryVersions(catalog.history) }
      return { store, source, destination, _, output in
        try Migrator.migrate(
          store, from: source, to: destination, in: versions.get(), to: output)
      }
    }
    return { store, source, destination, history, output in
      let files = StoreFiles(main: output)
      try store.copy(to: files)
      do {
        try open(URL(fileURLWithPath: output), history.versions[destination].name)
      } catch {
        throw GoldenError.migratorFailed(reason: "\(error)")
      }
      return MigrationResult(output: files, source: source, destination: destination, steps: [])
    }
  }
}
