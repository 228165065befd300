import Foundation
import GoldenStore
import GoldenStoreFormat

/// Finds the folder of a catalog from the place of a test file.
enum CatalogFolder {
  /// Looks in the file's folder and in every one above it.
  ///
  /// Without such a folder it is the one beside the nearest `Package.swift`, where a recording
  /// will make it.
  static func find(_ path: String, from file: String) -> String {
    if path.hasPrefix("/") { return path }
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    var package: String?
    while true {
      let candidate = folder.path.appendingPathComponent(path)
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
      let manifest = folder.path.appendingPathComponent("Package.swift")
      if package == nil, FileManager.default.fileExists(atPath: manifest) { package = candidate }
      let parent = folder.deletingLastPathComponent()
      if parent.path == folder.path { return package ?? path }
      folder = parent
    }
  }
}
