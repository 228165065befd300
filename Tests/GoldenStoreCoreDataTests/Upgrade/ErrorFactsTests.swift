import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import Testing

struct ErrorFactsTests {
  private static let sqlite = "SQLiteCodes"

  private static func error(
    _ domain: String, _ code: Int, _ info: [String: Any] = [:], under: NSError? = nil
  ) -> NSError {
    var info = info
    if let under { info[NSUnderlyingErrorKey] = under }
    return NSError(domain: domain, code: code, userInfo: info)
  }

  static let table: [(kind: ErrorFacts.Kind, domain: String, codes: [Int])] = [
    (.diskFull, NSCocoaErrorDomain, [640]),
    (.diskFull, NSPOSIXErrorDomain, [Int(ENOSPC), Int(EDQUOT)]),
    (.diskFull, sqlite, [13]),
    (.inUse, NSCocoaErrorDomain, [255, 134_090]),
    (.inUse, NSPOSIXErrorDomain, [Int(EBUSY), Int(EAGAIN)]),
    // SQLITE_BUSY, SQLITE_LOCKED, SQLITE_BUSY_SNAPSHOT
    (.inUse, sqlite, [5, 6, 517]),
    (.protected, NSCocoaErrorDomain, [257]),
    (.protected, NSPOSIXErrorDomain, [Int(EPERM), Int(EACCES)]),
    (.protected, sqlite, [3, 23]),
    (.notAStore, NSCocoaErrorDomain, [259, 134_010]),
    // SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CORRUPT_VTAB
    (.notAStore, sqlite, [11, 26, 267]),
    (.noMapping, NSCocoaErrorDomain, [134_140, 134_190]),
    (.cancelled, NSCocoaErrorDomain, [3072, 134_120]),
    // A file that is missing, cannot be opened or gives an input/output error says nothing.
    (.other, NSCocoaErrorDomain, [256, 260, 134_060, 134_100, 134_110]),
    (.other, sqlite, [0, 1, 10, 14, 19]),
    (.other, NSPOSIXErrorDomain, [Int(ENOENT), Int(EIO)]),
    (.other, "Elsewhere", [13, 26, 28, 640]),
  ]

  @Test func eachCodeComesToOneThing() {
    for (kind, domain, codes) in Self.table {
      for code in codes {
        let error = Self.error(domain, code)
        #expect(ErrorFacts(error, sqliteDomain: Self.sqlite).kind == kind, "\(domain) \(code)")
        // And so it does as the cause of the cause of something that says nothing.
        let wrapped = Self.error(
          NSCocoaErrorDomain, 134_110, under: Self.error("Elsewhere", 1, under: error))
        let facts = ErrorFacts(wrapped, sqliteDomain: Self.sqlite)
        #expect(facts.kind == kind, "\(domain) \(code) underneath")
        #expect(facts.coreData.code == 134_110)
        #expect(facts.coreData.underlying?.underlying?.code == code)
        guard domain == Self.sqlite else { continue }
        let entry = Self.error(NSCocoaErrorDomain, 256, [domain: NSNumber(value: code)])
        #expect(ErrorFacts(entry, sqliteDomain: Self.sqlite).kind == kind, "entry \(code)")
      }
    }
  }

  @Test func whatMayOnlyBeOutOfReachIsNotTakenForDamaged() {
    let damaged = Self.error(
      NSCocoaErrorDomain, 259, under: Self.error(Self.sqlite, 26))
    #expect(ErrorFacts(damaged, sqliteDomain: Self.sqlite).kind == .notAStore)
    for (cause, kind) in [
      (Self.error(NSPOSIXErrorDomain, Int(EPERM)), ErrorFacts.Kind.protected),
      (Self.error(Self.sqlite, 5), .inUse), (Self.error(Self.sqlite, 13), .diskFull),
    ] {
      let error = Self.error(NSCocoaErrorDomain, 259, [Self.sqlite: 26], under: cause)
      #expect(ErrorFacts(error, sqliteDomain: Self.sqlite).kind == kind)
    }
  }

  @Test func theReasonIsWhatCoreDataGives() {
    for key in ["reason", "Reason"] {
      let error = Self.error(NSCocoaErrorDomain, 134_110, [key: "because"])
      #expect(
        ErrorFacts(error, sqliteDomain: Self.sqlite).coreData
          == CoreDataError(code: 134_110, reason: "because"))
    }
    let own = StoreError.inUse(store: "A.sqlite")
    #expect(
      ErrorFacts(own, sqliteDomain: Self.sqlite).coreData.reason == own.description)
    #expect(ErrorFacts(CancellationError(), sqliteDomain: Self.sqlite).kind == .cancelled)
  }

  @Test func endlessCausesEnd() {
    final class Loop: NSError, @unchecked Sendable {
      override var userInfo: [String: Any] { [NSUnderlyingErrorKey: self] }
    }
    let facts = ErrorFacts(Loop(domain: "Loop", code: 1), sqliteDomain: Self.sqlite)
    #expect(facts.kind == .other)
  }
}
