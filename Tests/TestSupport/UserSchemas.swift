package import GoldenStoreModel

/// The two schemas of the corpus's SwiftData stores, in SwiftData's words.
package enum UserSchemas {
  package static let history = ModelHistory("Users") {
    Model("UserSchemaV1", versionIdentifier: SchemaVersion(1, 0, 0)) {
      Entity("User") {
        SchemaAttribute("name", .optional(.string))
        SchemaAttribute("createdAt", .optional(.date))
      }
    }
    Model("UserSchemaV2", versionIdentifier: SchemaVersion(2, 0, 0)) {
      Entity("User") {
        SchemaAttribute("name", .optional(.string))
        SchemaAttribute("email", .optional(.string))
        SchemaAttribute("createdAt", .optional(.date))
      }
    }
  }

  /// The position of the version that a store of the corpus names.
  package static func position(of store: Corpus.Item) -> Int? {
    history.versions.firstIndex { $0.versionIdentifiers == store.versionIdentifiers }
  }
}
