import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Stores that Apple's Core Data wrote anew through custom migrations, with the same stages as
/// code of a history: the contents must be the same; keys and counters are not, by the rules.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct RealStageTests {
  /// An object by what it says and what it leads to, whatever the keys are.
  private struct Described: Hashable {
    struct Values: Hashable {
      let entity: String
      let values: [String: AttributeValue]
    }

    let own: Values
    let targets: [String: [Values: Int]]
  }

  /// The objects of a store, read with plain SQL, and how often each is there.
  private func described(
    _ store: URL, _ model: ValidatedModel, without attribute: String? = nil
  ) throws -> [Described: Int] {
    var objects = try RealHistoryTests.objects(of: store, model)
    if let attribute {
      objects = objects.mapValues { list in
        list.map { object in
          var object = object
          object.values[attribute] = nil
          return object
        }
      }
    }
    var known: [ObjectReference: Described.Values] = [:]
    for (entity, list) in objects {
      for object in list {
        known[ObjectReference(entity: entity, primaryKey: object.primaryKey)] = .init(
          entity: entity, values: object.values)
      }
    }
    var result: [Described: Int] = [:]
    for (entity, list) in objects {
      for object in list {
        let targets = try object.targets.mapValues { references in
          var counts: [Described.Values: Int] = [:]
          for reference in references { counts[try #require(known[reference]), default: 0] += 1 }
          return counts
        }
        result[
          Described(own: .init(entity: entity, values: object.values), targets: targets),
          default: 0] += 1
      }
    }
    return result
  }

  /// Migrates one store to the version of another, which must have the same contents then.
  ///
  /// - Parameters:
  ///   - attribute: An attribute that the other store fills with values of chance.
  ///   - added: How many objects the app added to the other store after the migration.
  private func compare(
    _ real: RealHistory, _ stages: [MigrationStage], from earlier: Int, at source: Int,
    to later: Int, at destination: Int, kinds: [MigrationStep.Kind],
    without attribute: String? = nil, added: Int = 0
  ) throws {
    let history = try real.history(stages: stages)
    let models = try history.validated()
    try Corpus.withCopy(of: real.store(earlier)) { copy in
      try Corpus.withCopy(of: real.store(later)) { apples in
        let place = "\(real.repository)/\(earlier) to \(later)"
        let output = URL(fileURLWithPath: copy.path + ".result")
        let result = try Migrator.migrate(
          StoreFiles(main: copy.path), from: source, to: destination, in: history,
          to: output.path)
        #expect(result.steps.map(\.kind) == kinds, "\(place)")
        let expected = try described(apples, models[destination], without: attribute)
        let count = try real.store(later).objectCount
        #expect(expected.values.reduce(0, +) == count, "\(place)")
        let found = try described(output, models[destination], without: attribute)
        #expect(found.values.reduce(0, +) + added == count, "\(place)")
        let others = found.filter { object, count in expected[object] != count }
        #expect(others == [:], "\(place)")
        let ours = try StoreInspection(of: result.output).metadata
        let theirs = try StoreInspection(of: StoreFiles(main: apples.path)).metadata
        #expect(ours.entityHashes == theirs.entityHashes, "\(place)")
        let legacy = try RealHistoryTests.legacyIndexes(
          of: output.path, from: copy, layout: StoreLayout(models[destination]),
          formerModels: Array(models[source..<destination]), place: place)
        #expect(legacy == 0 || kinds.last == .lightweight || kinds == [.custom], "\(place)")
      }
    }
  }

  // MARK: Moods

  /// A mood gets the continent of its country; a continent becomes a number of its country.
  private static let moodStages: [MigrationStage] = [
    .lightweight("V1"),
    .custom(
      from: "V2", to: "V3",
      entityMappings: [
        CustomEntityMapping("Continents", from: "Continent", to: "Continent"),
        CustomEntityMapping(
          from: "Mood", to: "Mood", setting: ["continent"],
          createRelationships: { mood, destination, manager in
            let continents = try mood[relationship: "country"]
              .compactMap { try manager.sourceContext.object($0) }
              .flatMap { try $0[relationship: "continent"] }
            let targets = try manager.destinationInstances(
              forEntityMappingNamed: "Continents", sourceInstances: continents)
            try manager.destinationContext.update(
              destination, targets: ["continent": targets])
          }),
      ], primaryKeys: .renumbered),
    .custom(from: "V3", to: "V4"),
    .custom(
      from: "V4", to: "V5",
      entityMappings: [
        CustomEntityMapping(
          from: "Country", to: "Country", setting: ["isoContinent"],
          createDestinationInstances: { country, manager in
            let continent = try country[relationship: "continent"].first
              .flatMap { try manager.sourceContext.object($0) }
            try manager.createDestinationInstance(
              for: country,
              values: ["isoContinent": try continent?["numericISO3166Code"] ?? .null])
          })
      ]),
  ]

  /// The stores of versions 1 to 5, in this order.
  private static let moods = RealHistory.moody.stores

  @Test(arguments: (0..<4).flatMap { source in (source + 1..<5).map { (source, $0) } })
  func moods(source: Int, destination: Int) throws {
    let hops: [MigrationStep.Kind] = [.lightweight, .custom, .custom, .custom]
    try compare(
      .moody, Self.moodStages, from: Self.moods[source], at: source,
      to: Self.moods[destination], at: destination, kinds: Array(hops[source..<destination]))
  }

  // MARK: Posts

  /// The text of a post becomes two objects: its first 80 characters, and the whole.
  private static let postStages: [MigrationStage] = [
    .lightweight("V1"),
    .custom(
      from: "V2", to: "V3",
      entityMappings: [
        CustomEntityMapping(
          "Posts", from: "Post", to: "Post", setting: ["body", "title"],
          createRelationships: { post, destination, manager in
            for property in ["title", "body"] {
              let content = try manager.destinationInstances(
                forEntityMappingNamed: property, sourceInstances: [post.reference])
              try manager.destinationContext.update(destination, targets: [property: content])
            }
          })
      ]
        + ["title", "body"].map { property in
          CustomEntityMapping(
            property, from: "Post", to: "Content", setting: ["content", "hexColor", "post"],
            values: { post in
              let text = try post["content"].stringValue ?? ""
              return [
                "content": .string(property == "title" ? String(text.prefix(80)) : text),
                "hexColor": try post["hexColor"],
              ]
            },
            createRelationships: { post, content, manager in
              let posts = try manager.destinationInstances(
                forEntityMappingNamed: "Posts", sourceInstances: [post.reference])
              try manager.destinationContext.update(content, targets: ["post": posts])
            })
        }),
  ]

  @Test(arguments: [(6, 0), (7, 1)])
  func posts(store: Int, position: Int) throws {
    let hops: [MigrationStep.Kind] = [.lightweight, .custom]
    try compare(
      .firstWibosco, Self.postStages, from: store, at: position, to: 8, at: 2,
      kinds: Array(hops[position...]))
  }

  /// The text of a post becomes a section of its own. The app has two more posts, of two sections
  /// each, than the store before.
  @Test func sections() throws {
    let stage = MigrationStage.custom(
      from: "V1", to: "V2",
      entityMappings: [
        CustomEntityMapping(
          "Posts", from: "Post", to: "Post", setting: ["hexColor"],
          values: { post in ["hexColor": try post["hexColor"]] }),
        CustomEntityMapping(
          "Sections", from: "Post", to: "Section", setting: ["body", "post", "title"],
          values: { post in
            let text = try post["content"].stringValue ?? ""
            return ["body": .string(text), "title": .string(text.prefix(4) + "...")]
          },
          createRelationships: { post, section, manager in
            let posts = try manager.destinationInstances(
              forEntityMappingNamed: "Posts", sourceInstances: [post.reference])
            try manager.destinationContext.update(section, targets: ["post": posts])
          }),
      ])
    try compare(
      .wiboscoSections, [stage], from: 7, at: 0, to: 5, at: 1, kinds: [.custom], added: 2 + 4)
  }

  /// The colour of a post becomes an object of its own, with an identifier by chance. The app has
  /// 2,016 posts and colours more than the store before.
  @Test func colors() throws {
    let stage = MigrationStage.custom(
      from: "V2", to: "V3",
      entityMappings: [
        CustomEntityMapping(
          "Colors", from: "Post", to: "Color", setting: ["hex"],
          values: { post in ["hex": try post["hexColor"]] }),
        CustomEntityMapping(
          from: "Post", to: "Post", setting: ["color"],
          createRelationships: { post, destination, manager in
            let colors = try manager.destinationInstances(
              forEntityMappingNamed: "Colors", sourceInstances: [post.reference])
            try manager.destinationContext.update(destination, targets: ["color": colors])
          }),
      ])
    try compare(
      .wibosco, [.lightweight("V1"), stage], from: 2, at: 1, to: 3, at: 2, kinds: [.custom],
      without: "colorID", added: 2 * 2_016)
  }
}

extension Corpus.Item {
  /// The rows of the tables of objects, by the manifest.
  fileprivate var objectCount: Int {
    (rows ?? [:]).filter { name, _ in !name.hasPrefix("Z_") }.values.reduce(0, +)
  }
}
