public import GoldenStoreMigration

/// Why one hop of an upgrade was not made; the store is then as it was before the first.
public enum HopProblem: Equatable, Sendable {
  /// Core Data infers no mapping, and the history has no custom stage here.
  case notInferred(CoreDataError)
  /// The custom stage can't make the objects of the destination.
  case refused(MigrationError)
  /// The custom stage makes a new store, in which the persistent history would begin anew.
  case losesHistory
  /// Code of the history failed.
  case customCode(CustomCodePlace, CustomCodeError)
  /// Core Data did not migrate.
  case failed(CoreDataError)
  /// The migrated store has other hashes than the destination's.
  case wrongVersion(difference: String)
  /// The migrated store has another identifier.
  case wrongIdentity(expected: String, found: String)
}

extension HopProblem {
  /// The sentence about a hop of a store.
  func sentence(_ hop: UpgradeHop, of store: String) -> String {
    let start = "cannot migrate '\(store)' \(hop.names): "
    switch self {
    case .notInferred(let error):
      return start + "Core Data infers no mapping, and the history has no custom stage for it; add "
        + "one: \(error)"
    case .refused(let error): return start + "\(error)"
    case .losesHistory:
      return start + "the custom stage makes a new store, in which persistent history begins anew; "
        + "accept that with the option 'mayLosePersistentHistory', or do without entity mappings"
    case .customCode(let place, let error):
      let when =
        switch place {
        case .willMigrate: "before the change ('willMigrate')"
        case .entityMappings: "where the objects are made ('entityMappings')"
        case .didMigrate: "after the change ('didMigrate')"
        }
      return start + "code of the custom stage failed \(when): \(error)"
    case .failed(let error): return start + "\(error)"
    case .wrongVersion(let difference):
      return start + "the result is no store of '\(hop.destination)': \(difference)"
    case .wrongIdentity(let expected, let found):
      return start + "the result has the identifier '\(found)', expected '\(expected)'"
    }
  }

  /// Core Data's error; nil where there is none.
  var coreData: CoreDataError? {
    switch self {
    case .notInferred(let error), .failed(let error): error
    case .refused(let error): error.coreData
    case .losesHistory, .customCode, .wrongVersion, .wrongIdentity: nil
    }
  }
}

/// An error that code of a custom stage threw.
///
/// Two are equal where they are of one type and say the same.
public struct CustomCodeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was thrown, unchanged.
  public let underlying: any Error

  public init(_ underlying: any Error) { self.underlying = underlying }

  public var description: String { "\(underlying)" }

  public static func == (left: CustomCodeError, right: CustomCodeError) -> Bool {
    type(of: left.underlying) == type(of: right.underlying)
      && left.description == right.description
  }
}
