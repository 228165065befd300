import Foundation
import GoldenStore
import GoldenStoreModel
import Testing

/// What happens to the versions of a history, and to what it declares about them.
extension Sabotage {
  private static let undo = "a recorded model must not change: undo it, or add a version"

  static let schemas: [Sabotage] = [
    Sabotage(
      "a version was edited in place", ["run"], .golden("V2"),
      "'Article.price': optionality changed from optional to required", then: undo
    ) { scene in
      try edit(1, "Article", "price", &scene) { $0.isOptional = false }
    },
    Sabotage(
      "a default was edited in place, which no hash shows", ["check"], .golden("V2"),
      "'Article.isSold': default changed from false to true (not part of the hashes)", then: undo
    ) { scene in
      try edit(1, "Article", "isSold", &scene) { $0.defaultValue = .boolean(true) }
    },
    Sabotage(
      "a delete rule was edited in place, which no hash shows", ["check"], .golden("V1"),
      "'Shelf.articles': delete rule changed from nullify to cascade (not part of the hashes)",
      then: undo
    ) { scene in
      let entity = try #require(
        scene.history.versions[0].entities.firstIndex { $0.name == "Shelf" })
      scene.history.versions[0].entities[entity].relationships[0].deleteRule = .cascade
    },
    Sabotage(
      "an index was taken away in place, which no hash shows", ["check"], .golden("V3"),
      "entity 'Article': fetch indexes changed from [byPrice[price]] to []", then: undo
    ) { scene in
      scene.history.versions[2].entities[0].fetchIndexes = []
    },
    Sabotage(
      "a renaming identifier is gone", ["check"], .golden("V2"),
      "'Article.name': renaming identifier changed from title to none", then: undo
    ) { scene in
      try edit(1, "Article", "name", &scene) { $0.renamingIdentifier = nil }
    },
    Sabotage(
      "a renaming identifier names the middle version", ["check"], .golden("V3"),
      "'Article.heading': renaming identifier changed from title to name", then: undo
    ) { scene in
      try edit(2, "Article", "heading", &scene) { $0.renamingIdentifier = "name" }
    },
  ]

  static let declarations: [Sabotage] = [
    Sabotage(
      "a renaming identifier always named the middle version", ["run"], .catalog,
      "version 'V3' finds 'Article.heading' by the renaming identifier 'name', but in version 'V2' "
        + "'name' has the identifier 'title': every migration loses what it holds",
      then: "give it renamingIdentifier: \"title\""
    ) { scene in
      try edit(2, "Article", "heading", &scene) { $0.renamingIdentifier = "name" }
      _ = try scene.catalog().record(.all)
    },
    Sabotage(
      "a renaming identifier was dropped when the renaming was over", ["check"], .catalog,
      "version 'V3' finds 'Article.name' by the renaming identifier 'name'",
      then: "give it renamingIdentifier: \"title\""
    ) { scene in
      try edit(2, "Article", "heading", &scene) { attribute in
        attribute.name = "name"
        attribute.renamingIdentifier = nil
      }
      _ = try scene.catalog().record(.all)
    },
    Sabotage(
      "two versions have the same hashes", ["run"], .catalog,
      "version 'V4' has the hashes of version 'V3'",
      then: "add VersionAlias(\"V4\", of: \"V3\") to the history"
    ) { scene in
      var version = scene.history.versions[2]
      version.name = "V4"
      version.entities[0].fetchIndexes = []
      scene.history.versions.append(version)
      _ = try scene.catalog().record(.missing)
    },
    Sabotage(
      "an alias that is none", ["check"], .catalog,
      "version 'V3' is declared an alias of 'V2', but has other hashes for",
      then: "delete the declaration from the history"
    ) { scene in
      scene.history.aliases = [VersionAlias("V3", of: "V2")]
    },
    Sabotage(
      "a waiver that nothing needs", ["check"], .catalog,
      "the waiver of an example of NULL for 'Article.price' waives nothing",
      then: "delete the declaration from the history"
    ) { scene in
      scene.history.waivers = [
        .example(entity: "Article", property: "price", "NULL", reason: "none shipped")
      ]
    },
    Sabotage(
      "a gap that nothing waives", ["check"], of: Shop.old, .golden("V1"),
      "the data leaves 1 gap: 'Book.pages' has no example of NULL",
      then: "change the number of objects with a seed rule"
    ) { scene in
      scene.history.waivers = []
    },
  ]

  private static func edit(
    _ version: Int, _ entity: String, _ attribute: String, _ scene: inout Scene,
    _ change: (inout Attribute) -> Void
  ) throws {
    let entities = scene.history.versions[version].entities
    let place = try #require(entities.firstIndex { $0.name == entity })
    let index = try #require(entities[place].attributes.firstIndex { $0.name == attribute })
    change(&scene.history.versions[version].entities[place].attributes[index])
  }
}
