import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// A store's objects as code of a stage sees them.
struct EditorContext: MigrationContext {
  let editor: StoreEditor

  var model: ValidatedModel { editor.layout.model }

  func count(of entity: String, includesSubentities: Bool) throws -> Int {
    try editor.translatingErrors {
      try editor.count(of: entity, includesSubentities: includesSubentities)
    }
  }

  func forEachObject(
    of entity: String, includesSubentities: Bool, _ body: (StoredObject) throws -> Void
  ) throws {
    try editor.translatingErrors {
      try editor.forEachObject(of: entity, includesSubentities: includesSubentities, body)
    }
  }

  func object(_ reference: ObjectReference) throws -> StoredObject? {
    try editor.translatingErrors { try editor.object(reference) }
  }

  func objects(
    of entity: String, where attribute: String, equals value: AttributeValue
  ) throws -> [StoredObject] {
    try editor.translatingErrors {
      try editor.objects(of: entity, where: attribute, equals: value)
    }
  }

  func insert(
    _ entity: String, values: [String: AttributeValue], targets: [String: [ObjectReference]]
  ) throws -> ObjectReference {
    try editor.translatingErrors {
      try editor.insert(entity, values: values, targets: targets)
    }
  }

  func update(
    _ reference: ObjectReference, values: [String: AttributeValue],
    targets: [String: [ObjectReference]]
  ) throws {
    try editor.translatingErrors {
      try editor.update(reference, values: values, targets: targets)
    }
  }

  func delete(_ reference: ObjectReference) throws {
    try editor.translatingErrors { try editor.delete(reference) }
  }
}
