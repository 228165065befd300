import Foundation
import GoldenStoreFormat
import GoldenStoreModel

extension Catalog {
  /// What belongs to nothing in a catalog, and what of it is to go.
  package struct Leftovers: Hashable, Sendable {
    /// The paths of files and folders of no version, in order.
    package var paths: [String] = []
    /// The lines of the pins about no version or entity, in order.
    package var lines: [String] = []
    /// What belongs to a version that was sealed, or was adopted, and stays: the names of versions
    /// that the history lacks.
    package var kept: [String] = []

    package var isEmpty: Bool { paths.isEmpty && lines.isEmpty }
  }

  /// Finds what belongs to no version of the history; nothing changes.
  ///
  /// What has shipped is none of it: a version that the history lacks and that is sealed stays,
  /// with its pins and its goldens.
  ///
  /// - Throws: `GoldenError.fileSystem`.
  package func leftovers() throws -> Leftovers {
    var leftovers = Leftovers()
    guard FileManager.default.fileExists(atPath: folder) else { return leftovers }
    let pins = try existingPins()
    let models = try pinnedModels()
    let protected = pins?.protectedVersions ?? []
    leftovers.kept = protected.filter { name in !models.contains { $0.name == name } }
    for line in pins?.lines ?? [] where pins?.isUseless(line, models: models) == true {
      leftovers.lines.append(line.text)
    }
    leftovers.paths = try unlisted(pins).filter { name in
      !isProtected(name, by: leftovers.kept)
    }.map(folder.appendingPathComponent)
    return leftovers
  }

  /// Removes what was found: the lines first, so that no pin outlives its golden.
  ///
  /// - Throws: `GoldenError.fileSystem`; what was removed until then stays removed.
  package func remove(_ leftovers: Leftovers) throws {
    if !leftovers.lines.isEmpty {
      var pins = try self.pins()
      pins.remove { leftovers.lines.contains($0.text) && $0.isAboutSomething }
      try write(pins)
    }
    for path in leftovers.paths {
      try Catalog.touching("delete", path) { try FileManager.default.removeItem(atPath: path) }
    }
  }

  /// Whether a folder is that of a version which has shipped: by its manifest, or by its name
  /// where there is none to read.
  private func isProtected(_ name: String, by versions: [String]) -> Bool {
    let path = folder.appendingPathComponent(name).appendingPathComponent("manifest.json")
    // One that cannot be read leaves the name alone to go by.
    let manifest = try? Manifest(contentsOf: path)
    return versions.contains { version in
      let folderName = Golden.fileName(version)
      return manifest?.version == version || manifest?.version.hasPrefix(version + "+") == true
        || name.hasSuffix("-" + folderName) || name.contains("-" + folderName + "+")
    }
  }
}

extension Pins {
  /// The versions that are sealed, or of which a store was adopted.
  fileprivate var protectedVersions: [String] {
    var names: [String] = []
    for line in lines {
      switch line {
      case .state(let version, .sealed, _), .adopted(let version, _, _):
        if !names.contains(version) { names.append(version) }
      default: continue
      }
    }
    return names
  }

  /// Whether a line is about a version or entity that is not there, and that nobody has sealed.
  fileprivate func isUseless(_ line: Line, models: [ValidatedModel]) -> Bool {
    guard isUnknown(line, models: models) else { return false }
    switch line {
    case .state(let version, _, _), .pin(let version, _, _), .adopted(let version, _, _):
      return !protectedVersions.contains(version)
    case .comment, .unreadable: return false
    }
  }
}

extension Pins.Line {
  fileprivate var isAboutSomething: Bool {
    switch self {
    case .comment, .unreadable: false
    case .state, .pin, .adopted: true
    }
  }
}
