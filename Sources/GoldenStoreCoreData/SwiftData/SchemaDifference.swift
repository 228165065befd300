public import GoldenStoreModel

/// One thing in which a schema or a migration plan of SwiftData is not what a history says.
///
/// SwiftData tells schemas by what they hash to, never by their version identifiers: where nothing
/// but an identifier differs, stores are told all the same.
public enum SchemaDifference: Hashable, Sendable {
  /// The model of a schema has another hash than the version with which it is compared.
  case versionHash(schema: String, version: String, VersionHashDifference)
  /// A schema has another version identifier than its version.
  case versionIdentifier(schema: String, version: String, expected: [String], found: SchemaVersion)
  /// A plan has a schema for which the history has no version; its stores have no golden.
  case versionMissing(schema: String, history: String)
  /// A plan has no schema for a version or a shape of the history: SwiftData opens none of its
  /// stores.
  case schemaMissing(version: String, plan: String)
  /// Two schemas of a plan have the same hashes: SwiftData takes them for one, and opens no store.
  case schemasAlike(first: String, second: String)
  /// A plan has a schema before one of a version that is older.
  case order(schema: String, version: String, behind: String)
}

extension SchemaDifference: CustomStringConvertible {
  public var description: String {
    switch self {
    case .versionHash(let schema, let version, let difference):
      "schema '\(schema)' is not version '\(version)': \(difference)"
    case .versionIdentifier(let schema, let version, let expected, let found):
      "schema '\(schema)' has version identifier '\(found)', but version '\(version)' has "
        + "\(ModelError.quotedList(expected))"
    case .versionMissing(let schema, let history):
      "schema '\(schema)' has no version in history '\(history)'; declare it, so that its stores "
        + "have a golden"
    case .schemaMissing(let version, let plan):
      "version '\(version)' has no schema in '\(plan)', so that SwiftData opens none of its "
        + "stores; add a schema with frozen copies of all its models"
    case .schemasAlike(let first, let second):
      "schemas '\(first)' and '\(second)' have the same hashes, and SwiftData refuses both; leave "
        + "one out, or freeze the models that the earlier one shares with today's code"
    case .order(let schema, let version, let behind):
      "schema '\(schema)' is version '\(version)', and stands behind one of the later version "
        + "'\(behind)'"
    }
  }
}

/// Why a schema of SwiftData can't be compared with a history.
public enum SchemaProblem: Hashable, Sendable {
  /// SwiftData makes no model of the schema's types.
  case noModel
  /// A schema that lists no type.
  case noTypes
  /// A plan that lists no schema.
  case noSchemas
}

extension SchemaProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noModel:
      "gives no managed object model: SwiftData refuses its types; a model container of them says why"
    case .noTypes: "lists no model type, so that there is nothing to compare"
    case .noSchemas: "lists no schema, so that there is nothing to compare"
    }
  }
}
