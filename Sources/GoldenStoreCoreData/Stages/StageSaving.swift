#if canImport(CoreData)
  import CoreData
  import GoldenStoreMigration
  import GoldenStoreModel

  /// Saves the objects of a new store while they are made, so that memory does not grow with them.
  ///
  /// An object may lack a mandatory value or target until later, and then nothing can be saved that
  /// is pending: it stays in memory, and the next try is made when there is twice as much.
  final class StageSaving {
    private let editor: ManagedObjectEditor
    private var limit = ManagedObjectEditor.batch

    init(_ editor: ManagedObjectEditor) { self.editor = editor }

    var destination: StageDestination {
      let editor = editor
      return StageDestination(
        context: editor, insert: { try editor.insert($0, all: $1) },
        prefetch: { try editor.prefetch($0) }, didFinishBatch: { self.relieve() },
        validate: { try self.save() })
    }

    /// Saves everything that is left.
    func finish() throws {
      try save()
      editor.forget()
      editor.context.reset()
    }

    private func relieve() {
      guard editor.changes >= limit else { return }
      do {
        try save()
        editor.forget()
        editor.context.reset()
        limit = ManagedObjectEditor.batch
      } catch {
        // Not valid yet, or not to be saved at all, which the save at the end says.
        limit = 2 * editor.changes
      }
    }

    private func save() throws {
      if editor.context.hasChanges { try editor.context.save() }
      editor.changes = 0
    }
  }
#endif
