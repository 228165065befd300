import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel

/// The sound stores and models that cases damage: few objects, every shape of property.
struct FuzzSamples {
  let history: ModelHistory
  let layout: StoreLayout
  let contents: StoreContents
  /// The files of each variant, by the part of the store.
  let files: [StoreVariant: [StoreFiles.Part: Data]]
  /// The keyed archive of the model, as a `.mom` holds it.
  let archive: Data
  /// What is read from that archive.
  let archivedEntities: [Entity]

  /// A history with a migration, and a model of shapes that no migration takes yet.
  static func all() throws -> [FuzzSamples] {
    [try FuzzSamples(library), try FuzzSamples(atlas)]
  }

  private init(_ history: ModelHistory) throws {
    self.history = history
    let generator = try StoreGenerator(history, position: 0, seed: 7, rows: 5)
    let layout = try StoreLayout(generator.model)
    var files: [StoreVariant: [StoreFiles.Part: Data]] = [:]
    for variant in [StoreVariant.hot, .rollback] {
      files[variant] = try withTemporaryDirectory { folder in
        let store = StoreFiles(main: "\(folder)/Sample.sqlite")
        try StoreWriter.write(
          generator, layout: layout, storeUUID: generator.storeUUID, variant: variant,
          to: store.main)
        return try Self.bytes(of: store)
      }
    }
    contents = try withTemporaryDirectory { folder in
      let store = StoreFiles(main: "\(folder)/Sample.sqlite")
      try StoreWriter.write(
        generator, layout: layout, storeUUID: generator.storeUUID, variant: .rollback,
        to: store.main)
      return try StoreReader(files: store, layout: layout).contents()
    }
    self.layout = layout
    self.files = files
    archive = try RawDeflate.inflate(
      ArchivedModel.cacheContent(of: generator.model), limit: ArchivedModel.sizeLimit)
    archivedEntities = try ArchivedModel(archive: archive, versionName: "V1").model.entities
  }

  /// Returns the bytes of the parts of a store that are files.
  static func bytes(of store: StoreFiles) throws -> [StoreFiles.Part: Data] {
    var bytes: [StoreFiles.Part: Data] = [:]
    for part in store.existingParts where part != .supportFolder {
      bytes[part] = try Data(contentsOf: URL(fileURLWithPath: store.path(of: part)))
    }
    return bytes
  }

  /// Writes a variant's files into a folder.
  func write(_ variant: StoreVariant, in folder: String) throws -> StoreFiles {
    let store = StoreFiles(main: "\(folder)/Sample.sqlite")
    for (part, data) in files[variant] ?? [:] {
      try data.write(to: URL(fileURLWithPath: store.path(of: part)))
    }
    return store
  }
}

extension FuzzSamples {
  private static let library = ModelHistory("Library") {
    first
    second
  }

  private static let first = Model("V1") {
    media
    book
    Entity("Film", superentity: "Medium") {
      Attribute("length", .double, isOptional: false, default: .double(1))
      Attribute("director", .string, isOptional: false, default: .string("unknown"))
    }
    author
    home
    Entity("Tag") {
      Attribute("label", .string, isOptional: false, default: .string("none"))
      Relationship("media", to: "Medium", inverse: "tags", .toMany, isOrdered: true)
      Relationship("favourites", to: "Book", .toMany)
      UniquenessConstraint("label")
    }
  }

  private static let media = Entity("Medium", isAbstract: true) {
    Attribute("title", .string)
    Attribute("added", .date)
    Attribute("price", .decimal)
    Attribute("isLent", .boolean, isOptional: false, default: .boolean(false))
    Attribute("cover", .binary, allowsExternalBinaryDataStorage: true)
    Attribute("notes", .transformable)
    Relationship("tags", to: "Tag", inverse: "media", .toMany)
    FetchIndex("byTitle", "title", .descending("added"))
  }

  private static let book = Entity("Book", superentity: "Medium") {
    Attribute("pages", .integer16)
    Attribute("copies", .integer32, default: .integer(1))
    Attribute("views", .integer64)
    Attribute("weight", .float)
    Relationship("author", to: "Author", inverse: "books")
    Relationship("sequels", to: "Book", inverse: "prequel", .toMany, isOrdered: true)
    Relationship("prequel", to: "Book", inverse: "sequels")
  }

  private static let author = Entity("Author", userInfo: [UserInfoEntry("a key", "a value")]) {
    Attribute("name", .string)
    Attribute("identifier", .uuid)
    Attribute("website", .uri)
    Relationship("books", to: "Book", inverse: "author", .toMany)
    Relationship("home", to: "Place", inverse: "inhabitants", deleteRule: .deny)
  }

  private static let home = Entity("Place") {
    Attribute("street", .string)
    Attribute("number", .integer16)
    Relationship("inhabitants", to: "Author", inverse: "home", .toMany)
  }

  /// Renames, adds and removes, so that some tables change in place and others are rebuilt.
  private static let second: Model = {
    var model = first
    model.name = "V2"
    for position in model.entities.indices {
      switch model.entities[position].name {
      case "Place":
        model.entities[position].attributes[0].name = "road"
        model.entities[position].attributes[0].renamingIdentifier = "street"
      case "Tag":
        model.entities[position].attributes.append(
          Attribute("colour", .string, isOptional: false, default: .string("red")))
      case "Author":
        model.entities[position].attributes.removeAll { $0.name == "website" }
      default: break
      }
    }
    model.entities.append(Entity("Zoo") { Attribute("since", .date) })
    return model
  }()

  private static let atlas = ModelHistory("Atlas") {
    Model("V1") {
      Entity("Place") {
        Attribute("latitude", .double, isOptional: false, default: .double(0))
        Attribute("longitude", .double, isOptional: false, default: .double(0))
        Attribute(
          "address", .composite,
          elements: [Attribute("city", .string), Attribute("zip", .integer32)])
        Attribute("plainName", .string, derivation: Derivation("canonical:(name)"))
        Attribute("name", .string)
        Attribute("count", .integer32, derivation: Derivation("people.@count"))
        Relationship("people", to: "Person", inverse: "home", .toMany)
        FetchIndex("position", .rTree("latitude"), .rTree("longitude"))
        FetchIndex("byName", "name", .descending("latitude"))
      }
      Entity("Person") {
        Attribute("name", .string)
        Relationship("home", to: "Place", inverse: "people", deleteRule: .deny)
      }
      Entity("Guest", superentity: "Person") {
        Attribute("nights", .integer32)
      }
    }
  }
}
