import Foundation
import GoldenStoreFormat
package import GoldenStoreMigration
import GoldenStoreModel

/// What an error of Core Data, Foundation or SQLite says by its domains and codes, its causes
/// included.
///
/// Core Data reports one thing in several ways: a full disk is Cocoa's 640, SQLite's 13 or POSIX's
/// 28, alone or underneath an error of a migration.
package struct ErrorFacts {
  /// What it comes to for an upgrade; where causes say several things, the first of these counts,
  /// so that nothing is taken for damaged that may only be out of reach.
  package enum Kind: Hashable, Sendable, CaseIterable {
    case diskFull, cancelled, inUse, protected, noMapping, notAStore, other
  }

  package let coreData: CoreDataError
  package let kind: Kind

  /// - Parameter sqliteDomain: The domain of SQLite's result codes.
  package init(_ error: any Error, sqliteDomain: String) {
    let chain = Self.chain(error, sqliteDomain)
    coreData = Self.coreData(chain[...])
    let kinds = chain.map { Self.kind($0, sqliteDomain) }
    kind =
      error is CancellationError
      ? .cancelled : Kind.allCases.first { kinds.contains($0) } ?? .other
  }

  private struct Link {
    let domain: String
    let code: Int
    let reason: String
  }

  /// How many causes are followed: an error may be its own cause.
  private static let depth = 8

  private static func chain(_ error: any Error, _ sqliteDomain: String) -> [Link] {
    var links: [Link] = []
    var next: (any Error)? = error
    while let error = next, links.count < depth {
      let object = error as NSError
      let info = object.userInfo
      let reason =
        info["reason"] as? String ?? info["Reason"] as? String
        ?? info[NSLocalizedFailureReasonErrorKey] as? String ?? text(of: error)
      links.append(Link(domain: object.domain, code: object.code, reason: reason))
      // SQLite's code may be an entry of its own.
      if let code = (info[sqliteDomain] as? NSNumber)?.intValue {
        links.append(Link(domain: sqliteDomain, code: code, reason: reason))
      }
      next = info[NSUnderlyingErrorKey] as? any Error
    }
    return links
  }

  /// Errors of this package say what they are about; those of the system have localized texts.
  private static func text(of error: any Error) -> String {
    switch error {
    case let error as StoreError: error.description
    case let error as MigrationError: error.description
    case let error as ModelError: error.description
    case let error as PersistenceError: error.description
    default: error.localizedDescription
    }
  }

  private static func coreData(_ chain: ArraySlice<Link>) -> CoreDataError {
    let first = chain.first
    let rest = chain.dropFirst()
    return CoreDataError(
      domain: first?.domain ?? "", code: first?.code ?? 0, reason: first?.reason ?? "",
      underlying: rest.isEmpty ? nil : coreData(rest))
  }

  private static func kind(_ link: Link, _ sqliteDomain: String) -> Kind {
    switch link.domain {
    case NSCocoaErrorDomain: cocoa(link.code)
    case NSPOSIXErrorDomain: posix(link.code)
    case sqliteDomain: sqlite(link.code)
    default: .other
    }
  }

  private static func cocoa(_ code: Int) -> Kind {
    switch code {
    // NSFileWriteOutOfSpaceError
    case 640: .diskFull
    // NSFileLockingError; Core Data's own time-out while it waits for a lock.
    case 255, 134_090: .inUse
    // NSFileReadNoPermissionError: what a protected file gives while the device is locked.
    case 257: .protected
    // NSFileReadCorruptFileError; the type in the metadata is another one.
    case 259, 134_010: .notAStore
    // NSMigrationMissingMappingModelError, NSInferredMappingModelError
    case 134_140, 134_190: .noMapping
    // NSUserCancelledError, NSMigrationCancelledError
    case 3072, 134_120: .cancelled
    default: .other
    }
  }

  private static func posix(_ code: Int) -> Kind {
    switch Int32(truncatingIfNeeded: code) {
    case ENOSPC, EDQUOT: .diskFull
    case EBUSY, EAGAIN: .inUse
    case EPERM, EACCES: .protected
    default: .other
    }
  }

  /// By the primary result code; the extended one has it in its lowest byte.
  private static func sqlite(_ code: Int) -> Kind {
    switch code & 0xFF {
    case 13: .diskFull
    case 5, 6: .inUse
    // SQLITE_PERM, SQLITE_AUTH: what the system gives for a protected file.
    case 3, 23: .protected
    // SQLITE_CORRUPT, SQLITE_NOTADB: an encrypted file is one of them.
    case 11, 26: .notAStore
    default: .other
    }
  }
}
