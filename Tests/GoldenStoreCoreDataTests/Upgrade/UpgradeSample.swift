import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// A store of the first version of a history with a stage of each kind, and an upgrade of it.
struct UpgradeSample {
  struct AppError: Error, Equatable {
    var text = "the app says no"
  }

  let folder: TemporaryDirectory
  let files: StoreFiles
  let history: ModelHistory

  var url: URL { URL(fileURLWithPath: files.main) }

  /// Five versions: inference, handlers around inference, a mapping over two versions.
  static func history(
    willMigrate: MigrationStage.Handler? = nil, didMigrate: MigrationStage.Handler? = nil,
    pages: @escaping @Sendable (StoredObject) throws -> AttributeValue = { book in
      .integer(Int64(try book["title"].stringValue?.utf8.count ?? 0))
    }
  ) -> ModelHistory {
    ModelHistory(
      "Shelf",
      stages: [
        .custom(
          from: "V2", to: "V3",
          willMigrate: willMigrate ?? { try append("w", $0) },
          didMigrate: didMigrate ?? { try append("d", $0) }),
        .custom(
          from: "V3", to: "V5",
          entityMappings: [
            CustomEntityMapping(
              from: "Book", to: "Book", setting: ["pages"],
              values: { book in ["pages": try pages(book)] })
          ]),
      ]
    ) {
      version("V1")
      version("V2") { Attribute("note", .string) }
      version("V3") {
        Attribute("note", .string)
        Attribute("pages", .string)
      }
      version("V4") { Attribute("pages", .string) }
      version("V5") { Attribute("pages", .integer32) }
      version("V6") {
        Attribute("pages", .integer32)
        Attribute("isRead", .boolean)
      }
    }
  }

  private static func version(
    _ name: String, @EntityBuilder _ attributes: () -> [EntityPart] = { [] }
  ) -> Model {
    Model(name) {
      Entity("Book") {
        Attribute("title", .string)
        Attribute("cover", .binary, allowsExternalBinaryDataStorage: true)
        attributes()
      }
    }
  }

  static func append(_ mark: String, _ context: any MigrationContext) throws {
    try context.forEachObject(of: "Book") { book in
      let title = try book["title"].stringValue ?? ""
      try context.update(book.reference, values: ["title": .string(title + mark)])
    }
  }

  // MARK: The store

  /// A folder in memory, where the system has one: these tests write many stores.
  private static let memory = StoreFiles.isFolder("/dev/shm") ? "/dev/shm" : nil

  static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  /// Writes the store: three books, one with a cover in a file of its own.
  init(
    _ history: ModelHistory = UpgradeSample.history(), at version: Int = 0,
    variant: StoreVariant = .hot
  ) throws {
    self.history = history
    folder = try TemporaryDirectory(in: Self.memory)
    files = StoreFiles(main: folder.path.appendingPathComponent("Library.sqlite"))
    try Self.write(history.versions[version], to: files.main, variant: variant)
  }

  static func write(
    _ model: Model, to path: String, variant: StoreVariant = .hot, uuid: UUID = uuid
  ) throws {
    let model = try model.validated()
    let shape = model.shape(of: try #require(model.entity(named: "Book")))
    let objects = (1...3).map { key in
      StoredObject(
        shape: shape, primaryKey: Int64(key),
        values: shape.attributes.map { attribute in
          switch attribute {
          case "title": .string(String(repeating: "A", count: key))
          case "cover": .binary(Data(repeating: UInt8(key), count: key == 3 ? 110_000 : 10))
          default: .null
          }
        }, targets: [])
    }
    try StoreWriter.write(
      StoreContents(entities: [EntityContents(entity: "Book", objects: objects)]),
      layout: StoreLayout(model), storeUUID: uuid, variant: variant, to: path)
  }

  /// What the upgrade to a version must make of the three books, counted from 1.
  static func expected(at version: Int) -> [String] {
    (1...3).map { key in
      let title = String(repeating: "A", count: key) + (version >= 3 ? "wd" : "")
      let pages = version >= 5 ? " \(title.utf8.count)" : ""
      return "\(title) \(key == 3 ? 110_000 : 10)\(pages)"
    }
  }

  @discardableResult func upgrade(
    to version: Int = 6, _ script: UpgradeScript = UpgradeScript(),
    backups: BackupRule = .removed, monitor: UpgradeMonitor = UpgradeMonitor(),
    means: UpgradeMeans? = nil
  ) throws -> UpgradePlan {
    try StoreUpgrade(
      HistoryVersions(history), of: files, backups: backups,
      means: means?.scripted(script) ?? .portable(script)
    ).run(to: version - 1, monitor: monitor)
  }

  /// The books of a store of a version, counted from 1: title, size of the cover, pages.
  func books(at version: Int, in files: StoreFiles? = nil) throws -> [String] {
    let layout = try StoreLayout(history.versions[version - 1].validated())
    let contents = try StoreReader(files: files ?? self.files, layout: layout).contents()
    return try contents.objects(of: "Book").map { book in
      let pages = book.value(of: "pages").flatMap { value -> String? in
        if case .integer(let number) = value { "\(number)" } else { nil }
      }
      return try [
        book["title"].stringValue ?? "", "\(book["cover"].dataValue?.count ?? 0)", pages,
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  /// The version that the store has, counted from 1; nil for none that can be read.
  func version() -> Int? {
    guard let metadata = try? StoreInspection(of: files).metadata,
      metadata.storeUUID == Self.uuid.uuidString
    else { return nil }
    return history.versions.firstIndex {
      (try? VersionHash.entityHashes(of: $0.validated())) == metadata.entityHashes
    }.map { $0 + 1 }
  }

  /// Every file in the folder with its bytes, the hidden ones included.
  func bytes() throws -> [String: Data] {
    var bytes: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let path = folder.path.appendingPathComponent(name)
      if StoreFiles.isFolder(path) {
        bytes[name + "/"] = Data()
      } else {
        bytes[name] = try Data(contentsOf: URL(fileURLWithPath: path))
      }
    }
    return bytes
  }

  /// The bytes of the store itself, without what an upgrade has left.
  func ownBytes() throws -> [String: Data] {
    try bytes().filter { !$0.key.contains(".upgrade") }
  }
}
