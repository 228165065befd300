import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Objects of a model, put together by property names.
struct SampleStore {
  static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  let layout: StoreLayout
  private var objects: [String: [StoredObject]] = [:]

  init(_ model: Model) throws {
    layout = try StoreLayout(model.validated())
  }

  var contents: StoreContents {
    StoreContents(
      entities: layout.entities.map {
        EntityContents(entity: $0.name, objects: objects[$0.name] ?? [])
      })
  }

  /// Adds an object; properties that are not named are NULL or without targets.
  mutating func add(
    _ entity: String, _ primaryKey: Int64, _ values: [String: AttributeValue] = [:],
    targets: [String: [Int64]] = [:]
  ) throws {
    let found = try #require(layout.entity(named: entity))
    let shape = layout.model.shape(of: try #require(layout.model.entity(named: entity)))
    objects[entity, default: []].append(
      StoredObject(
        shape: shape, primaryKey: primaryKey,
        values: shape.attributes.map { values[$0] ?? .null },
        targets: found.relationships.map { layout in
          (targets[layout.relationship.name] ?? []).map {
            ObjectReference(entity: layout.relationship.destination, primaryKey: $0)
          }
        }))
  }

  /// Writes the store in a folder and returns its files.
  @discardableResult
  func write(
    in folder: String, name: String = "Sample.sqlite", variant: StoreVariant = .hot
  ) throws -> StoreFiles {
    let files = StoreFiles(main: "\(folder)/\(name)")
    try StoreWriter.write(
      contents, layout: layout, storeUUID: Self.uuid, variant: variant, to: files.main)
    return files
  }

  /// Writes the store to a temporary folder and reads it back.
  func roundTrip(_ variant: StoreVariant = .hot) throws -> StoreContents {
    try withFolder { folder in
      try StoreReader(files: write(in: folder, variant: variant), layout: layout).contents()
    }
  }

  /// A model with one attribute `value` of entity `Thing`.
  static func model(
    _ type: AttributeType, isOptional: Bool = true, isExternal: Bool = false
  ) -> Model {
    Model("V1") {
      Entity("Thing") {
        Attribute(
          "value", type, isOptional: isOptional, allowsExternalBinaryDataStorage: isExternal)
      }
    }
  }
}

/// Runs a closure with the path of a new folder, which is deleted afterwards.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  try GoldenStoreFormat.withTemporaryDirectory { path in try body(path) }
}

/// Returns the contents of every file of a store, by name.
func bytes(of files: StoreFiles) throws -> [String: Data] {
  var result: [String: Data] = [:]
  for file in try files.files() {
    result[file.name] = FileManager.default.contents(atPath: "\(files.folder)/\(file.name)")
  }
  return result
}
