import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Every object of every real store, against a reading with plain SQL.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct PlainReadingTests {
  /// What was compared.
  private struct Counts: Equatable {
    var stores = 0
    var entities = 0
    var objects = 0
    /// The same by the manifest.
    var rows = 0
    var values = 0
    var targets = 0
    /// Values that are no NULL, by type.
    var byType: [AttributeType: Int] = [:]
  }

  /// The model in the store, or else the one beside it.
  private static func model(
    of store: Corpus.Item, _ recorded: inout RecordedModels
  ) throws -> ValidatedModel? {
    if let cached = try ModelArchiveTests.cachedModel(of: store) {
      return try ArchivedModel(cacheContent: cached.content, versionName: store.id).model
        .validated()
    }
    return try recorded.model(of: store)
  }

  @Test func everyObjectOfEveryStoreIsWhatPlainSQLFinds() throws {
    var counts = Counts()
    var recorded = RecordedModels()
    var without: [String] = []
    var refused: [String] = []
    for store in Corpus.stores {
      guard let model = try Self.model(of: store, &recorded) else {
        without.append(store.id)
        continue
      }
      do {
        try Self.compare(store, model, &counts)
      } catch let error as StoreError {
        refused.append("\(store.id): \(error)")
      }
    }
    #expect(without == [])
    // Its repository calls it corrupt: it lost its '-wal'.
    #expect(
      refused == [
        "stores/apptentive__apptentive-ios/8: 'ATDataModel.sqlite', 'ZATRECORD': column "
          + "'ZCUSTOMDATA' is missing, which model version 'ATDataModel 3' needs"
      ])
    #expect(Corpus.stores.count == 73)
    #expect(
      counts
        == Counts(
          stores: 72, entities: 260, objects: 29_802, rows: 29_802, values: 90_240,
          targets: 19_154,
          byType: [
            .integer16: 5_081, .integer32: 400, .integer64: 41, .decimal: 6, .double: 245,
            .float: 4, .string: 61_768, .boolean: 577, .date: 20_334, .binary: 70, .uuid: 52,
            .transformable: 264,
          ]))
  }

  private static func compare(
    _ store: Corpus.Item, _ model: ValidatedModel, _ counts: inout Counts
  ) throws {
    let main = store.url.appendingPathComponent(try #require(store.file))
    let reader = try StoreReader(
      files: StoreFiles(main: main.path), layout: StoreLayout(model))
    let contents = try reader.contents()
    counts.stores += 1
    // What the manifest counted, of the tables that the model has.
    for table in reader.layout.tables {
      let rows = try #require(store.rows?[table.name], "\(store.id) \(table.name)")
      let objects = contents.entities.filter {
        reader.layout.entity(named: $0.entity)?.tableName == table.name
      }.reduce(0) { $0 + $1.objects.count }
      #expect(objects == rows, "\(store.id) \(table.name)")
      counts.rows += rows
    }
    try Corpus.withCopy(of: store) { copy in
      let connection = try Connection(path: copy.path, mode: .readWrite)
      let plain = try PlainReading(connection, model: model, store: main)
      for entity in model.model.entities where !entity.isAbstract {
        let expected = try plain.objects(of: entity)
        let found = contents.objects(of: entity.name)
        counts.entities += 1
        #expect(found.map(\.primaryKey) == expected.map(\.primaryKey), "\(store.id) \(entity.name)")
        for (left, right) in zip(found, expected) {
          compare(left, right, "\(store.id) \(left.reference)", &counts)
          for attribute in model.persistedAttributes(of: entity)
          where left.value(of: attribute.name)?.isNull == false {
            counts.byType[attribute.type, default: 0] += 1
          }
        }
      }
      try connection.close()
    }
  }

  private static func compare(
    _ found: StoredObject, _ expected: PlainReading.Object, _ place: String,
    _ counts: inout Counts
  ) {
    counts.objects += 1
    #expect(found.shape.attributes.count == expected.values.count, "\(place)")
    for (name, value) in zip(found.shape.attributes, found.values) {
      if value != expected.values[name] {
        #expect(value == expected.values[name], "\(place).\(name)")
      }
      counts.values += 1
    }
    #expect(found.shape.relationships.count == expected.targets.count, "\(place)")
    for (name, targets) in zip(found.shape.relationships, found.targets) {
      if targets != expected.targets[name] {
        #expect(targets == expected.targets[name], "\(place).\(name)")
      }
      counts.targets += targets.count
    }
  }
}
