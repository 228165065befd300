import GoldenStoreModel

/// A history with derived attributes of every kind, and composite ones, that come, go and change.
enum DerivedLibrary {
  static let history = ModelHistory("Derived") {
    first
    second
    third
  }

  private static func derived(
    _ name: String, _ type: AttributeType, _ expression: String
  ) -> Attribute {
    Attribute(name, type, derivation: Derivation(expression))
  }

  /// A hierarchy whose subentity has derived attributes beside its siblings' rows.
  private static let media = [
    Entity("Media") {
      Attribute("label", .string)
      derived("labelUpper", .string, "uppercase:(label)")
    },
    Entity("Film", superentity: "Media") {
      derived("sceneCount", .integer16, "scenes.@count")
      derived("runningTime", .double, "sum:(scenes.minutes)")
      derived("longestScene", .float, "max:(scenes.minutes)")
      Relationship("scenes", to: "Scene", inverse: "film", .toMany, isOrdered: true)
    },
    Entity("Song", superentity: "Media") { Attribute("key", .string) },
    Entity("Scene") {
      Attribute("minutes", .float)
      derived("filmLabel", .string, "film.label")
      Relationship("film", to: "Film", inverse: "scenes")
    },
  ]

  private static let point = [Attribute("x", .double), Attribute("y", .double, isOptional: false)]

  private static let first = Model("V1") {
    Entity("Author") {
      Attribute("name", .string)
      derived("folded", .string, "canonical:(name)")
      derived("upper", .string, "uppercase:(name)")
      derived("lower", .string, "lowercase:(name)")
      derived("changed", .date, "now()")
      derived("bookCount", .integer64, "books.@count")
      derived("pageSum", .integer64, "sum:(books.pages)")
      derived("pageMean", .double, "sum:(books.pages)")
      derived("worth", .decimal, "sum:(books.price)")
      derived("shortest", .integer16, "min:(books.pages)")
      derived("cheapest", .decimal, "min:(books.price)")
      derived("firstTitle", .string, "min:(books.title)")
      derived("latest", .date, "max:(books.published)")
      derived("tagCount", .integer32, "count:(tags)")
      derived("noteCount", .double, "notes.@count")
      Attribute(
        "home", .composite,
        elements: [
          Attribute("city", .string),
          Attribute("place", .composite, isOptional: false, elements: point),
        ])
      Relationship("books", to: "Book", inverse: "author", .toMany)
      Relationship("tags", to: "Tag", inverse: "authors", .toMany)
      Relationship("notes", to: "Note", .toMany)
    }
    Entity("Book") {
      Attribute("title", .string)
      Attribute("pages", .integer16)
      Attribute("price", .decimal)
      Attribute("published", .date)
      Attribute("shelf", .string)
      derived("authorName", .string, "author.name")
      Relationship("author", to: "Author", inverse: "books")
    }
    Entity("Tag") { Relationship("authors", to: "Author", inverse: "tags", .toMany) }
    Entity("Note") { Attribute("text", .string) }
    for entity in media { entity }
  }

  /// Renames what is derived from; one derived attribute goes, one comes, one changes its
  /// expression, one its type; an ordinary one becomes derived. The composite's elements come, go
  /// and are renamed.
  private static let second = Model("V2") {
    Entity("Writer", renamingIdentifier: "Author") {
      Attribute("fullName", .string, renamingIdentifier: "name")
      derived("upper", .string, "uppercase:(fullName)")
      derived("lower", .string, "lowercase:(fullName)")
      derived("changed", .date, "now()")
      derived("created", .date, "now()")
      derived("bookCount", .integer64, "works.@count")
      derived("pageSum", .decimal, "sum:(works.pageCount)")
      derived("worth", .decimal, "sum:(works.price)")
      derived("shortest", .integer32, "max:(works.pageCount)")
      derived("firstTitle", .string, "max:(works.title)")
      derived("latest", .date, "max:(works.published)")
      derived("tagCount", .integer32, "count:(tags)")
      derived("noteCount", .double, "notes.@count")
      Attribute(
        "home", .composite,
        elements: [
          Attribute("town", .string, renamingIdentifier: "city"),
          Attribute("country", .string, default: "CH"),
          Attribute("place", .composite, elements: point),
        ])
      Relationship("works", to: "Book", inverse: "author", .toMany, renamingIdentifier: "books")
      Relationship("tags", to: "Tag", inverse: "authors", .toMany)
      Relationship("notes", to: "Note", .toMany)
    }
    Entity("Book") {
      Attribute("title", .string)
      Attribute("pageCount", .integer32, renamingIdentifier: "pages")
      Attribute("price", .decimal)
      Attribute("published", .date)
      derived("shelf", .string, "canonical:(title)")
      derived("authorName", .string, "author.fullName")
      Relationship("author", to: "Writer", inverse: "works")
    }
    Entity("Tag") { Relationship("authors", to: "Writer", inverse: "tags", .toMany) }
    Entity("Note") { Attribute("text", .string) }
    for entity in media { entity }
  }

  /// Everything derived goes but one attribute, another becomes ordinary; the composite goes.
  private static let third = Model("V3") {
    Entity("Writer", renamingIdentifier: "Author") {
      Attribute("fullName", .string, renamingIdentifier: "name")
      Attribute("upper", .string, default: "none")
      derived("bookCount", .integer64, "works.@count")
      Relationship("works", to: "Book", inverse: "author", .toMany, renamingIdentifier: "books")
      Relationship("tags", to: "Tag", inverse: "authors", .toMany)
    }
    Entity("Book") {
      Attribute("title", .string)
      Attribute("pageCount", .integer32, renamingIdentifier: "pages")
      Attribute(
        "format", .composite, elements: [Attribute("width", .integer16), Attribute("kind", .uri)])
      Relationship("author", to: "Writer", inverse: "works")
    }
    Entity("Tag") { Relationship("authors", to: "Writer", inverse: "tags", .toMany) }
    for entity in media { entity }
  }
}
