public import GoldenStoreMigration
import GoldenStoreModel

/// Why a store is not upgraded or opened; it is then as it was.
public enum StoreProblem: Equatable, Sendable {
  /// The hashes in the store are those of no version of the history, nor of a shape that it
  /// declares: a version of a later app, or one that the history lacks.
  ///
  /// - Parameters:
  ///   - nearest: The version that the store is most like; nil where it has no entity in common
  ///     with any.
  ///   - differences: How each entity differs from that version.
  ///   - combination: What the store holds of the models that share it, where these never were
  ///     together.
  case unknownVersion(
    history: String, nearest: String?, differences: [String], combination: String?)
  /// The store has a later version than the one that is wanted.
  case downgrade(found: String, wanted: String)
  /// The history no longer supports stores of this version.
  case unsupportedVersion(String, oldest: String)
  /// The history has no way from the store's version to the one that is wanted.
  case noWay(MigrationError)
  /// Another process has the store open, or writes to it.
  case inUse(CoreDataError?)
  /// The store may not be read now: it is protected, and the device has not been unlocked since it
  /// was started, or is locked. The same can be tried again later; nothing is damaged.
  case protected(CoreDataError)
  /// The file is no store of Core Data, or one that is damaged or encrypted.
  case notAStore(CoreDataError)
  /// There is no main file, but something that belongs to one.
  case strayFiles([String])
  /// There was no room on the disk.
  case diskFull(UpgradeStep, CoreDataError)
  /// The task was cancelled.
  case cancelled(UpgradeStep)
  /// The URL is not that of a file, on which Core Data would raise an exception.
  case notAFile(String)
  /// A version has no configuration of that name, on which Core Data would raise an exception.
  case unknownConfiguration(String, version: String, known: [String])
  /// An option that an upgrade has to set itself.
  case reservedOption(String)
  /// An option that has a property of its own in ``StoreOptions``.
  case optionWithProperty(String, property: String)
  /// Core Data opens the store for reading only: it has recorded persistent history, and the option
  /// to do so is missing.
  case readOnly
  /// Something else went wrong.
  case failed(UpgradeStep, CoreDataError)
}

extension StoreProblem {
  /// The sentence about a store.
  func sentence(_ store: String) -> String {
    switch self {
    case .unknownVersion(let history, _, _, let combination?):
      return "'\(store)' holds no version of history '\(history)': \(combination); it is left as "
        + "it is; add the combination that wrote it"
    case .unknownVersion(let history, let nearest, let differences, nil):
      return Self.unknownVersion(store, history, nearest, differences)
    case .downgrade(let found, let wanted):
      return "'\(store)' holds version '\(found)', which is later than '\(wanted)'; a store is "
        + "never migrated backwards"
    case .unsupportedVersion(let version, let oldest):
      return "'\(store)' holds version '\(version)', but stores are migrated from version "
        + "'\(oldest)' on only; it is left as it is"
    case .noWay(let error): return "'\(store)' cannot be migrated: \(error)"
    case .inUse(let error):
      return "'\(store)' is in use elsewhere; close it there and try again" + Self.cause(error)
    case .protected(let error):
      return
        "'\(store)' may not be read now; try again when the device is unlocked, or look at the "
        + "permissions of the file" + Self.cause(error)
    case .notAStore(let error):
      return "'\(store)' is no store of Core Data, or it is damaged or encrypted; it is left as it "
        + "is" + Self.cause(error)
    case .strayFiles(let files):
      return "'\(store)' is missing, but \(Self.list(files)) is there; put the main file back, or "
        + "delete the rest"
    case .diskFull(let step, let error):
      return "there was no room on the disk while \(step) ('\(store)'); make room and try again"
        + Self.cause(error)
    case .cancelled(let step): return "the upgrade of '\(store)' was cancelled while \(step)"
    case .notAFile(let url):
      return "'\(url)' is not the URL of a file; expected one that begins with 'file:'"
    case .unknownConfiguration(let name, let version, let known):
      return "version '\(version)' has no configuration '\(name)', with which '\(store)' is to be "
        + "opened" + NearestName.suggestion(for: name, in: known)
    case .reservedOption(let key):
      return "the option '\(key)' for '\(store)' is set by the upgrade itself; leave it out"
    case .optionWithProperty(let key, let property):
      return "the option '\(key)' for '\(store)' has a property of its own; set '\(property)' of "
        + "the options instead"
    case .readOnly:
      return "'\(store)' could be opened for reading only, since it has recorded persistent "
        + "history; set the option 'tracksPersistentHistory'"
    case .failed(let step, let error):
      return "something failed while \(step) ('\(store)'): \(error)"
    }
  }

  private static func unknownVersion(
    _ store: String, _ history: String, _ nearest: String?, _ differences: [String]
  ) -> String {
    let start = "'\(store)' holds no version of history '\(history)'"
    let end = "it is of a later app, or of a version that the history lacks, and is left as it is"
    guard let nearest else { return "\(start), and has no entity of any; \(end)" }
    let details = differences.prefix(5).joined(separator: ", ")
    let more = differences.count > 5 ? " and \(differences.count - 5) more" : ""
    return "\(start); nearest is '\(nearest)': \(details)\(more); \(end)"
  }

  private static func cause(_ error: CoreDataError?) -> String { error.map { ": \($0)" } ?? "" }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// Core Data's error, or the one that it would report; nil where there is none.
  var coreData: CoreDataError? {
    switch self {
    case .noWay(let error): error.coreData
    case .inUse(let error): error
    case .protected(let error), .notAStore(let error), .diskFull(_, let error),
      .failed(_, let error):
      error
    case .unknownVersion: .missingSourceModel
    case .downgrade: .backwardMigration
    case .cancelled: .cancelled
    case .unsupportedVersion, .strayFiles, .notAFile, .unknownConfiguration, .reservedOption,
      .optionWithProperty, .readOnly:
      nil
    }
  }
}
