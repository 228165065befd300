import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// The predicted schema against the one that Core Data wrote.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
struct StoreLayoutCorpusTests {
  /// From this framework on uniqueness is an index and every index has its present name.
  private static let firstModernFramework = 865
  /// A store that its authors damaged on purpose: a column of its own model is missing.
  private static let damagedStore = "stores/apptentive__apptentive-ios/8"
  /// From this framework on the statements stand in their present order.
  private static let firstOrderedFramework = 800

  private struct Subject {
    let store: Corpus.Item
    let layout: StoreLayout
    let schema: RecordedSchema
  }

  private static let subjects = Result {
    var models = RecordedModels()
    return try Corpus.stores.compactMap { store -> Subject? in
      guard let model = try models.model(of: store) else { return nil }
      return Subject(
        store: store, layout: try StoreLayout(model), schema: try RecordedSchema(of: store))
    }
  }

  private func subjects(_ frameworks: some RangeExpression<Int>) throws -> [Subject] {
    try Self.subjects.get().filter { frameworks.contains($0.store.frameworkVersion ?? 0) }
  }

  @Test("every statement of stores since framework 865 is predicted byte for byte")
  func modernStatements() throws {
    let subjects = try subjects(Self.firstModernFramework...)
    var statements = 0
    var renamedLeftovers = 0
    var residue = 0
    for subject in subjects {
      let predicted = subject.layout.statements
      let written = Set(subject.schema.statements)
      let bodies = Set(subject.schema.statements.compactMap(RecordedSchema.body(ofIndex:)))
      for statement in predicted {
        if written.contains(statement) {
          statements += 1
        } else if !subject.schema.isFresh, let body = RecordedSchema.body(ofIndex: statement),
          bodies.contains(body)
        {
          renamedLeftovers += 1
        } else {
          Issue.record("\(subject.store.id): missing \(statement)")
        }
      }
      for statement in subject.schema.statements where !predicted.contains(statement) {
        if isTolerated(statement, in: subject) {
          residue += 1
        } else {
          Issue.record("\(subject.store.id): not predicted: \(statement)")
        }
      }
    }
    #expect(subjects.count == 27)
    #expect(statements == 205)
    #expect(renamedLeftovers == 1)
    #expect(residue == 9)
  }

  /// An index named after a single property, or one whose body is that of a predicted index.
  private func isTolerated(_ statement: String, in subject: Subject) -> Bool {
    guard let body = RecordedSchema.body(ofIndex: statement) else { return false }
    if !subject.schema.isFresh, subject.layout.indexes.contains(where: { $0.body == body }) {
      return true
    }
    return subject.layout.entities.contains { entity in
      entity.attributes.contains { attribute in
        statement
          == "CREATE INDEX Z_\(entity.name)_\(attribute.attribute.name) ON "
          + "\(entity.tableName) (\(attribute.column) COLLATE BINARY ASC)"
      }
    }
  }

  @Test("every table of older stores is predicted, but for uniqueness inside it")
  func legacyTables() throws {
    let subjects = try subjects(..<Self.firstModernFramework)
    var tables = 0
    var withConstraint = 0
    var damaged = 0
    var withoutModelCache = 0
    for subject in subjects {
      let written = Set(subject.schema.statements)
      let predicted = subject.layout.statements.filter { $0.hasPrefix("CREATE TABLE ") }
      for statement in predicted {
        if written.contains(statement) {
          tables += 1
        } else if statement.hasPrefix("CREATE TABLE Z_MODELCACHE ") {
          withoutModelCache += 1
        } else if written.contains(where: {
          $0.hasPrefix(statement.dropLast(2)) && $0.contains(" UNIQUE")
        }) {
          withConstraint += 1
        } else if subject.store.id == Self.damagedStore {
          damaged += 1
        } else {
          Issue.record("\(subject.store.id): missing \(statement)")
        }
      }
      let count = subject.schema.statements.count { $0.hasPrefix("CREATE TABLE ") }
      #expect(count == predicted.count - (subject.schema.hasModelCache ? 0 : 1))
    }
    #expect(subjects.count == 31)
    #expect(tables == 185)
    #expect(withConstraint == 6)
    #expect(damaged == 1)
    #expect(withoutModelCache == 12)
  }

  @Test("the statements of stores that nobody migrated stand in the predicted order")
  func statementOrder() throws {
    let subjects = try subjects(Self.firstOrderedFramework...).filter(\.schema.isFresh)
    for subject in subjects {
      let written = Set(subject.schema.statements)
      let predicted = subject.layout.statements
      #expect(
        subject.schema.statements.filter(Set(predicted).contains)
          == predicted.filter(written.contains), "\(subject.store.id)")
    }
    #expect(subjects.count == 27)
  }

  @Test("the rows of Z_PRIMARYKEY are predicted, but for the old names of renamed entities")
  func entityNumbers() throws {
    let subjects = try subjects(0...)
    var rows = 0
    var staleNames: [String] = []
    for subject in subjects {
      let predicted = subject.layout.entities.map { "\($0.number)|\($0.name)|\($0.superNumber)" }
      #expect(predicted.count == subject.schema.entityRows.count, "\(subject.store.id)")
      for (row, written) in zip(predicted, subject.schema.entityRows) {
        if row == written {
          rows += 1
        } else {
          staleNames.append(written)
          #expect(!subject.schema.isFresh, "\(subject.store.id): \(written)")
        }
      }
    }
    #expect(subjects.count == 58)
    #expect(rows == 247)
    #expect(staleNames.count == 3)
  }

  @Test("the stores without a model as XML are the known ones")
  func storesWithoutModel() throws {
    let models = try Self.subjects.get().count
    #expect(Corpus.stores.count == 73)
    #expect(Corpus.stores.count - models == 15)
  }
}

/// The layouts of all model files of the corpus.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
struct StoreLayoutModelTests {
  @Test("SQLite accepts the layout of every model file, or the feature is refused by name")
  func everyModelFile() throws {
    var layouts = 0
    var refusals: [String: Int] = [:]
    let files = Corpus.items(kind: "model-xml").map(\.url.path)
    for file in files {
      let model = try RecordedModels.read(file).validated()
      do {
        let layout = try StoreLayout(model)
        let connection = try Connection(path: ":memory:", mode: .create)
        for statement in layout.statements { try connection.execute("\(raw: statement)") }
        let made = try connection.rows(
          "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
        ) { try $0.text(at: 0) }
        #expect(made == layout.statements, "\(file)")
        layouts += 1
      } catch StoreError.notSupported(let feature, _) {
        refusals[feature, default: 0] += 1
      }
    }
    #expect(files.count == 489)
    #expect(layouts + refusals.values.reduce(0, +) == files.count)
    #expect(refusals.isEmpty)
    #expect(layouts == 489)
  }
}
