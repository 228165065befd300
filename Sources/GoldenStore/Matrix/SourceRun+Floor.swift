import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

/// Stores of versions that are older than the oldest supported one.
extension SourceRun {
  /// Whether the history says that no store of the source is migrated any more.
  var isUnsupported: Bool { source < runner.catalog.history.oldestSupportedPosition }

  /// Expects of every pair that its migration is refused for the right reason and leaves nothing.
  mutating func runRefusals() {
    for pair in pairs {
      if let problem = refusal(.direct, to: pair.destination) {
        outcomes[pair.destination]?.add(problem)
      }
      outcomes[pair.destination]?.isRun = true
    }
    guard runner.matrix.isStepwise, let last = pairs.map(\.destination).max() else { return }
    // The refusal of the first hop is that of the whole chain, which was not to come further.
    if let problem = refusal(.stepwise, to: source + 1) {
      for pair in pairs { outcomes[pair.destination]?.add(problem) }
    }
    outcomes[last]?.hopsRun += last - source
  }

  /// What is wrong with how a migration is refused; `nil` where nothing is.
  private func refusal(
    _ route: MatrixProblem.Route, to destination: Int
  ) -> MatrixProblem? {
    do {
      let before = try files.digests().map(\.digest)
      let output = StoreFiles(main: try output(route, destination))
      do {
        _ = try migrate(files, from: source, to: destination, output.main)
        let history = runner.catalog.history
        return .notRefused(
          route, oldest: history.versions[history.oldestSupportedPosition].name)
      } catch MigrationError.unsupportedVersion {
        let left = try Catalog.fileNames(in: output.folder)
        guard left.isEmpty else {
          return .uncleanRefusal(
            route, reason: "it left " + left.map { "'\($0)'" }.joined(separator: ", "))
        }
      } catch GoldenError.migratorFailed {
        // An app refuses in words of its own, and may keep the copy that it was given.
        guard output.existingParts.contains(.main) else { return nil }
        _ = try StoreReader(
          files: output, layout: StoreLayout(runner.catalog.models[source]))
      } catch {
        return .refusedOtherwise(route, reason: "\(error)")
      }
      let after = try files.digests().map(\.digest)
      return before == after ? nil : .uncleanRefusal(route, reason: "the source changed")
    } catch {
      return .stopped(reason: "\(error)")
    }
  }
}
