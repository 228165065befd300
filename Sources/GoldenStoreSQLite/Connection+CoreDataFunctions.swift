import CGoldenStoreSQLite
import Foundation

/// The SQL functions that Core Data registers, and that the triggers of its stores call.
///
/// All are innocuous, so that triggers may call them on a connection that does not trust the
/// file's schema.
///
/// Format: StoreFormat F122.
extension Connection {
  /// Registers the functions of the triggers of derived and counter attributes.
  ///
  /// - Parameter now: What `NSCoreDataNow()` returns, in seconds since 2001; a fixed time makes
  ///   what triggers write reproducible.
  /// - Throws: `SQLiteError.refused`.
  package func registerCoreDataFunctions(now: Double) throws {
    for name in [
      "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
      "NSCoreDataDATriggerUpdatedAffectedObjectValue",
      "NSCoreDataTriggerUpdateAffectedObjectValue",
    ] {
      // Core Data learns of changed objects here; the result is NULL.
      try register(name, arguments: 5) { _ in .null }
    }
    try register("NSCoreDataNow", arguments: 0) { _ in .real(now) }
    try register("NSCoreDataToUpper", arguments: 1) { $0[0].mapText { $0.uppercased() } }
    try register("NSCoreDataToLower", arguments: 1) { $0[0].mapText { $0.lowercased() } }
    try register("NSCoreDataCanonical", arguments: 1) { $0[0].mapText(Self.canonical) }
  }

  /// Registers the function that marks a value as inline, for attributes that get external
  /// storage: the byte 1 before the value. NULL stays NULL.
  ///
  /// - Throws: `SQLiteError.refused`.
  package func registerExternalReferenceMarker() throws {
    try register("NSCoreDataPrependExternalReferenceMarker", arguments: 1) { arguments in
      if case .blob(let data) = arguments[0] { .blob(Data([1]) + data) } else { arguments[0] }
    }
  }

  /// A text without case and diacritics.
  private static func canonical(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// A function of Swift behind a pointer that SQLite holds until the connection closes.
  private final class Function {
    let body: ([SQLValue]) -> SQLValue
    init(_ body: @escaping ([SQLValue]) -> SQLValue) { self.body = body }
  }

  /// Registers a function of Swift; one of that name and number of arguments is replaced.
  ///
  /// - Throws: `SQLiteError.refused`.
  package func register(
    _ name: String, arguments: Int32, _ body: @escaping ([SQLValue]) -> SQLValue
  ) throws {
    let function = Unmanaged.passRetained(Function(body))
    // SQLite runs the destructor where registering fails, too.
    let code = sqlite3_create_function_v2(
      try open(), name, arguments, SQLITE_UTF8 | SQLITE_INNOCUOUS, function.toOpaque(),
      { context, count, values in
        guard let pointer = sqlite3_user_data(context) else { return }
        let function = Unmanaged<Function>.fromOpaque(pointer).takeUnretainedValue()
        let arguments = (0..<Int(count)).map { SQLValue(values?[$0]) }
        function.body(arguments).setResult(of: context)
      }, nil, nil, { $0.map { Unmanaged<Function>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else {
      throw SQLiteError.refused(
        file: fileName, action: "register \(name)", code: code, message: lastMessage)
    }
  }
}

extension SQLValue {
  /// An argument of a function; a text that is not valid UTF-8 is repaired.
  fileprivate init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      // The bytes first: asking for them may move the text.
      let text = sqlite3_value_text(value)
      let count = Int(sqlite3_value_bytes(value))
      self = .text(
        String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(value)
      let count = Int(sqlite3_value_bytes(value))
      self = .blob(bytes.map { Data(bytes: $0, count: count) } ?? Data())
    default: self = .null
    }
  }

  fileprivate func mapText(_ change: (String) -> String) -> SQLValue {
    if case .text(let text) = self { .text(change(text)) } else { self }
  }

  fileprivate func setResult(of context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let text):
      var text = text
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          goldenstore_result_text(context, $0.baseAddress, UInt64($0.count))
        }
      }
    case .blob(let data):
      data.withUnsafeBytes {
        goldenstore_result_blob(context, $0.baseAddress, UInt64($0.count))
      }
    }
  }
}
