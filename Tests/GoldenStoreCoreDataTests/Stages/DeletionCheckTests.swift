import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreModel
import Testing

struct DeletionCheckTests {
  private static let model = Model("M") {
    Entity("Folder") {
      Relationship("files", to: "File", inverse: "folder", .toMany, deleteRule: .cascade)
      Relationship("owner", to: "Owner", inverse: "folders")
    }
    Entity("File") {
      Relationship("folder", to: "Folder", inverse: "files")
      Relationship("locks", to: "Lock", inverse: "file", .toMany, deleteRule: .deny)
    }
    Entity("Lock") { Relationship("file", to: "File", inverse: "locks") }
    Entity("Owner") {
      Relationship("folders", to: "Folder", inverse: "owner", .toMany, deleteRule: .cascade)
      Relationship("locks", to: "Lock", .toMany, deleteRule: .cascade)
    }
  }

  /// The targets of each object, by relationship.
  private struct Objects {
    let model: ValidatedModel
    let targets: [ObjectReference: [String: [ObjectReference]]]

    func object(_ reference: ObjectReference) -> StoredObject? {
      guard let targets = targets[reference], let entity = model.entity(named: reference.entity)
      else { return nil }
      let shape = model.shape(of: entity)
      return StoredObject(
        shape: shape, primaryKey: reference.primaryKey,
        values: shape.attributes.map { _ in .null },
        targets: shape.relationships.map { targets[$0] ?? [] })
    }

    func check(_ reference: ObjectReference) throws {
      guard let object = object(reference) else { return }
      try DeletionCheck.require(object, in: model) { self.object($0) }
    }
  }

  private static let folder = ObjectReference(entity: "Folder", primaryKey: 1)
  private static let file = ObjectReference(entity: "File", primaryKey: 1)
  private static let lock = ObjectReference(entity: "Lock", primaryKey: 1)
  private static let owner = ObjectReference(entity: "Owner", primaryKey: 1)

  private static func objects(_ more: [String: [ObjectReference]] = [:]) throws -> Objects {
    Objects(
      model: try model.validated(),
      targets: [
        folder: ["files": [file], "owner": [owner]], file: ["folder": [folder], "locks": [lock]],
        lock: ["file": [file]], owner: ["folders": [folder]].merging(more) { $1 },
      ])
  }

  @Test func aDenialIsFoundBehindCascades() throws {
    let objects = try Self.objects()
    let denied = StoreError.deletionDenied(
      entity: "File", primaryKey: 1, relationship: "locks", targets: 1)
    #expect(throws: denied) { try objects.check(Self.file) }
    #expect(throws: denied) { try objects.check(Self.folder) }
    #expect(throws: denied) { try objects.check(Self.owner) }
    // Nothing is denied where nothing denies, and no cascade leads on.
    #expect(throws: Never.self) { try objects.check(Self.lock) }
  }

  @Test func whatIsDeletedTogetherDeniesNothing() throws {
    let objects = try Self.objects(["locks": [Self.lock]])
    #expect(throws: Never.self) { try objects.check(Self.owner) }
    #expect(throws: StoreError.self) { try objects.check(Self.folder) }
  }
}
