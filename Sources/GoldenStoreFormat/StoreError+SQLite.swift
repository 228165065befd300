import GoldenStoreSQLite

extension StoreError {
  /// Runs a closure and turns SQLite's errors, whose sentences name the file, into this type.
  static func wrappingSQLite<Result: ~Copyable>(
    _ store: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw StoreError.database(store: store, code: error.code, reason: error.description)
    }
  }
}
