import Foundation

/// Reads the models that Xcode edits: `.xcdatamodeld`, `.xcdatamodel`, and the XML inside.
public enum XCDataModelReader {
  /// The largest model file that is read; real ones have at most a few hundred kilobytes.
  static let byteLimit = 64 << 20

  /// Reads a model file or folder.
  ///
  /// An `.xcdatamodeld` gives all its versions, ordered by name with numbers as numbers unless
  /// `order` lists them; its current version is the one that `.xccurrentversion` names, else the
  /// last, with a note. An `.xcdatamodel` or an XML file under any name gives one version.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - order: The names of all versions, oldest first, or nil to go by name.
  /// - Throws: `ModelError.modelFile` with every problem of the first bad file and its place;
  ///   `ModelError.modelSource` where there is no XML to read.
  public static func read(_ path: String, order: [String]? = nil) throws(ModelError) -> ModelFile {
    let url = URL(fileURLWithPath: path)
    switch try kind(of: url, path: path) {
    case .file:
      return try single(try version(ofFile: url), order: order, path: path)
    case .folder where url.pathExtension == "xcdatamodel":
      return try single(try version(inFolder: url), order: order, path: path)
    case .folder where url.pathExtension == "xcdatamodeld":
      return try versions(inFolder: url, order: order, path: path)
    case .folder:
      throw .modelSource(path: path, problem: .unknownFolder)
    }
  }

  /// One model of a file, with its notes and what is left out.
  private typealias Version = (
    model: Model, notes: [ModelFileNote], omissions: [ModelFileOmission]
  )

  private enum Kind { case file, folder }

  private static func kind(of url: URL, path: String) throws(ModelError) -> Kind {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw .modelSource(path: path, problem: .missing)
    }
    return isFolder.boolValue ? .folder : .file
  }

  private static func single(
    _ version: Version, order: [String]?, path: String
  ) throws(ModelError) -> ModelFile {
    let name = version.model.name
    if let order { _ = try sorted([name], order: order, path: path) }
    return ModelFile(
      history: ModelHistory(name: name, versions: [version.model], currentVersion: name),
      notes: version.notes, omissions: version.omissions)
  }

  private static func versions(
    inFolder url: URL, order: [String]?, path: String
  ) throws(ModelError) -> ModelFile {
    let found = try names(inFolder: url)
      .filter { $0.hasSuffix(".xcdatamodel") }
      .map { String($0.dropLast(".xcdatamodel".count)) }
    guard !found.isEmpty else { throw .modelSource(path: path, problem: .noVersion) }
    let names = try sorted(found, order: order, path: path)
    var models: [Model] = []
    var notes: [ModelFileNote] = []
    var omissions: [ModelFileOmission] = []
    for name in names {
      let folder = url.appendingPathComponent(name + ".xcdatamodel", isDirectory: true)
      let version = try version(inFolder: folder)
      models.append(version.model)
      notes += version.notes
      omissions += version.omissions
    }
    let current = try currentVersion(inFolder: url, known: names)
    if current == nil, names.count > 1, let last = names.last {
      notes.append(
        ModelFileNote(
          file: url.lastPathComponent, place: nil, subject: .assumedCurrentVersion(last)))
    }
    return ModelFile(
      history: ModelHistory(
        name: url.deletingPathExtension().lastPathComponent, versions: models,
        currentVersion: current ?? names.last),
      notes: notes, omissions: omissions)
  }

  /// The names by themselves, or in the order that the caller gives, which must list them all.
  private static func sorted(
    _ names: [String], order: [String]?, path: String
  ) throws(ModelError) -> [String] {
    let sorted = names.sorted(by: VersionOrder.precedes)
    guard let order else { return sorted }
    var seen: Set<String> = []
    for name in order {
      guard names.contains(name) else {
        throw .modelSource(path: path, problem: .unknownVersionInOrder(name, known: sorted))
      }
      guard seen.insert(name).inserted else {
        throw .modelSource(path: path, problem: .repeatedVersionInOrder(name))
      }
    }
    let missing = sorted.filter { !seen.contains($0) }
    guard missing.isEmpty else {
      throw .modelSource(path: path, problem: .incompleteOrder(missing: missing))
    }
    return order
  }

  private struct CurrentVersion: Decodable {
    let name: String

    enum CodingKeys: String, CodingKey { case name = "_XCCurrentVersionName" }
  }

  private static func currentVersion(
    inFolder url: URL, known: [String]
  ) throws(ModelError) -> String? {
    let file = url.appendingPathComponent(".xccurrentversion")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let label = "\(url.lastPathComponent)/.xccurrentversion"
    let data = try contents(of: file, label: label)
    let listed: CurrentVersion
    do {
      // The editor's file is a small XML property list; a binary one could hide a bomb.
      guard !data.starts(with: Data("bplist".utf8)) else {
        throw ModelError.modelSource(path: label, problem: .binaryPropertyList)
      }
      listed = try PropertyListDecoder().decode(CurrentVersion.self, from: data)
    } catch let error as ModelError {
      throw error
    } catch {
      throw .modelSource(
        path: label, problem: .damagedCurrentVersion(reason: "found \(data.count) other bytes"))
    }
    let name =
      listed.name.hasSuffix(".xcdatamodel")
      ? String(listed.name.dropLast(".xcdatamodel".count)) : listed.name
    guard known.contains(name) else {
      throw .modelSource(
        path: url.lastPathComponent, problem: .unknownCurrentVersion(name, known: known))
    }
    return name
  }

  private static func version(inFolder url: URL) throws(ModelError) -> Version {
    let names = try names(inFolder: url)
    guard names.contains("contents") else {
      throw .modelSource(
        path: url.lastPathComponent,
        problem: names.contains("elements") ? .elementsFormat : .noContents)
    }
    return try version(ofFile: url.appendingPathComponent("contents"))
  }

  private static func version(ofFile url: URL) throws(ModelError) -> Version {
    let folder = url.deletingLastPathComponent()
    let file = url.lastPathComponent
    let isInside = folder.pathExtension == "xcdatamodel"
    let label = isInside ? "\(folder.lastPathComponent)/\(file)" : file
    let name: String
    if isInside, file == "contents" {
      name = folder.deletingPathExtension().lastPathComponent
    } else {
      name = url.pathExtension == "xml" ? url.deletingPathExtension().lastPathComponent : file
    }
    let data = try contents(of: url, label: label)
    if data.starts(with: Data("bplist".utf8)) {
      throw .modelSource(
        path: label, problem: file == "elements" ? .elementsFormat : .binaryPropertyList)
    }
    let root: ModelElement
    do throws(PlacedModelFileProblem) {
      root = try ModelElement.root(of: data)
    } catch {
      throw .modelFile(file: label, problems: [error])
    }
    var decoding = ModelDecoding(file: label)
    let model = decoding.model(named: name, from: root)
    guard decoding.problems.isEmpty else {
      throw .modelFile(file: label, problems: decoding.problems)
    }
    return (model, decoding.notes, ModelFileOmissions(of: root, version: name).omissions)
  }

  private static func names(inFolder url: URL) throws(ModelError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: url.path)
    } catch {
      throw .modelSource(
        path: url.lastPathComponent, problem: .unreadable(reason: error.localizedDescription))
    }
  }

  private static func contents(of url: URL, label: String) throws(ModelError) -> Data {
    let data: Data
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      if let size = attributes[.size] as? Int, size > byteLimit {
        throw ModelError.modelSource(
          path: label, problem: .oversized(bytes: size, limit: byteLimit))
      }
      data = try Data(contentsOf: url)
    } catch let error as ModelError {
      throw error
    } catch {
      throw .modelSource(path: label, problem: .unreadable(reason: error.localizedDescription))
    }
    return data
  }
}
