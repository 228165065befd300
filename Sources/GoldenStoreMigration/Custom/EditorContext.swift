package import GoldenStoreFormat
package import GoldenStoreModel
import GoldenStoreSQLite

/// A store's objects as code of a stage sees them.
package struct EditorContext: MigrationContext {
  let editor: StoreEditor

  package init(editor: StoreEditor) { self.editor = editor }

  package var model: ValidatedModel { editor.layout.model }

  package func count(of entity: String, includesSubentities: Bool) throws -> Int {
    try editor.translatingErrors {
      try editor.count(of: entity, includesSubentities: includesSubentities)
    }
  }

  package func forEachObject(
    of entity: String, includesSubentities: Bool, _ body: (StoredObject) throws -> Void
  ) throws {
    try editor.translatingErrors {
      try editor.forEachObject(of: entity, includesSubentities: includesSubentities, body)
    }
  }

  package func object(_ reference: ObjectReference) throws -> StoredObject? {
    try editor.translatingErrors { try editor.object(reference) }
  }

  package func objects(
    of entity: String, where attribute: String, equals value: AttributeValue
  ) throws -> [StoredObject] {
    try editor.translatingErrors {
      try editor.objects(of: entity, where: attribute, equals: value)
    }
  }

  package func insert(
    _ entity: String, values: [String: AttributeValue], targets: [String: [ObjectReference]]
  ) throws -> ObjectReference {
    try editor.translatingErrors {
      try editor.insert(entity, values: values, targets: targets)
    }
  }

  package func update(
    _ reference: ObjectReference, values: [String: AttributeValue],
    targets: [String: [ObjectReference]]
  ) throws {
    try editor.translatingErrors {
      try editor.update(reference, values: values, targets: targets)
    }
  }

  package func delete(_ reference: ObjectReference) throws {
    try editor.translatingErrors { try editor.delete(reference) }
  }
}
