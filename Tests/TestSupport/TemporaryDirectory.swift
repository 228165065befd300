package import Foundation
import GoldenStoreFormat

/// Runs `body` with a new empty folder, which is deleted afterwards.
package func withTemporaryDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
  try GoldenStoreFormat.withTemporaryDirectory { path in
    try body(URL(fileURLWithPath: path, isDirectory: true))
  }
}
