import GoldenStoreModel

/// A history with every shape of property that a store can hold today.
enum Library {
  static let history = ModelHistory("Library", seeds: [.objects(entity: "Tag", count: 20)]) {
    first
    second
  }

  private static let first = Model("V1") {
    Entity("Author") {
      Attribute("name", .string, isOptional: false)
      Attribute("born", .date)
      Attribute("website", .uri)
      Attribute("identifier", .uuid, isOptional: false)
      Relationship("books", to: "Book", inverse: "author", .toMany)
      Relationship("mentor", to: "Author", inverse: "pupil")
      Relationship("pupil", to: "Author", inverse: "mentor")
      UniquenessConstraint("name")
    }
    Entity("Book") {
      Attribute("title", .string)
      Attribute("pages", .integer16)
      Attribute("copies", .integer32)
      Attribute("views", .integer64, isOptional: false, default: 0)
      Attribute("price", .decimal)
      Attribute("rating", .double)
      Attribute("weight", .float)
      Attribute("isLent", .boolean)
      Attribute("cover", .binary)
      Attribute("notes", .transformable)
      Relationship("author", to: "Author", inverse: "books", isOptional: false)
      Relationship("sequels", to: "Book", inverse: "prequel", .toMany, isOrdered: true)
      Relationship("prequel", to: "Book", inverse: "sequels")
      Relationship("tags", to: "Tag", inverse: "books", .toMany)
    }
    Entity("Tag") {
      Attribute("label", .string)
      Relationship("books", to: "Book", inverse: "tags", .toMany, isOrdered: true)
    }
  }

  /// Renames an entity, an attribute and a relationship; adds and removes.
  private static let second = Model("V2") {
    Entity("Writer", renamingIdentifier: "Author") {
      Attribute("fullName", .string, isOptional: false, renamingIdentifier: "name")
      Attribute("born", .date)
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("country", .string, default: "unknown")
      Relationship("works", to: "Book", inverse: "author", .toMany, renamingIdentifier: "books")
      Relationship("mentor", to: "Writer", inverse: "pupil")
      Relationship("pupil", to: "Writer", inverse: "mentor")
      UniquenessConstraint("fullName")
    }
    Entity("Book") {
      Attribute("title", .string)
      Attribute("pages", .integer16)
      Attribute("copies", .integer32, isOptional: false, default: 1)
      Attribute("views", .integer64, isOptional: false, default: 0)
      Attribute("price", .decimal)
      Attribute("rating", .double)
      Attribute("weight", .float)
      Attribute("isLent", .boolean)
      Attribute("cover", .binary)
      Attribute("notes", .transformable)
      Attribute("shelf", .string)
      Relationship("author", to: "Writer", inverse: "works", isOptional: false)
      Relationship("sequels", to: "Book", inverse: "prequel", .toMany, isOrdered: true)
      Relationship("prequel", to: "Book", inverse: "sequels")
      Relationship("tags", to: "Tag", inverse: "books", .toMany)
    }
    Entity("Tag") {
      Attribute("label", .string)
      Relationship("books", to: "Book", inverse: "tags", .toMany, isOrdered: true)
    }
    Entity("Loan") { Attribute("since", .date) }
  }
}
