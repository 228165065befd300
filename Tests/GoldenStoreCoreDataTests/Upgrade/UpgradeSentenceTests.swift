import GoldenStoreCoreData
import GoldenStoreMigration
import Testing

struct UpgradeSentenceTests {
  private static let cause = CoreDataError(code: 640, reason: "full")
  private static let hop = UpgradeHop(source: "V1", destination: "V2", kind: .inferred)

  static let table: [(problem: StoreProblem, sentence: String, code: Int?)] = [
    (
      .unknownVersion(
        history: "Shelf", nearest: "V2", differences: ["entity 'Book' is missing"],
        combination: nil),
      """
      'A.sqlite' holds no version of history 'Shelf'; nearest is 'V2': entity 'Book' is missing; \
      it is of a later app, or of a version that the history lacks, and is left as it is
      """, 134_130
    ),
    (
      .unknownVersion(
        history: "Shelf", nearest: "V2", differences: (1...7).map { "d\($0)" }, combination: nil),
      """
      'A.sqlite' holds no version of history 'Shelf'; nearest is 'V2': d1, d2, d3, d4, d5 and 2 \
      more; it is of a later app, or of a version that the history lacks, and is left as it is
      """, 134_130
    ),
    (
      .unknownVersion(history: "Shelf", nearest: nil, differences: [], combination: nil),
      """
      'A.sqlite' holds no version of history 'Shelf', and has no entity of any; it is of a later \
      app, or of a version that the history lacks, and is left as it is
      """, 134_130
    ),
    (
      .unsupportedVersion("V1", oldest: "V3"),
      """
      'A.sqlite' holds version 'V1', but stores are migrated from version 'V3' on only; it is left \
      as it is
      """, nil
    ),
    (
      .downgrade(found: "V3", wanted: "V2"),
      """
      'A.sqlite' holds version 'V3', which is later than 'V2'; a store is never migrated backwards
      """, 134_506
    ),
    (
      .noWay(.staged(history: "Shelf", .unknownStoreVersion)),
      """
      'A.sqlite' cannot be migrated: cannot follow the stages of history 'Shelf': no stage names \
      the store's version; add it to a lightweight stage, or to a custom one
      """, 134_504
    ),
    (.inUse(nil), "'A.sqlite' is in use elsewhere; close it there and try again", nil),
    (
      .inUse(cause),
      """
      'A.sqlite' is in use elsewhere; close it there and try again: NSCocoaErrorDomain 640 'full'
      """, 640
    ),
    (
      .protected(cause),
      """
      'A.sqlite' may not be read now; try again when the device is unlocked, or look at the \
      permissions of the file: NSCocoaErrorDomain 640 'full'
      """, 640
    ),
    (
      .notAStore(cause),
      """
      'A.sqlite' is no store of Core Data, or it is damaged or encrypted; it is left as it is: \
      NSCocoaErrorDomain 640 'full'
      """, 640
    ),
    (
      .strayFiles(["A.sqlite-wal", "A.sqlite-journal"]),
      """
      'A.sqlite' is missing, but 'A.sqlite-wal', 'A.sqlite-journal' is there; put the main file \
      back, or delete the rest
      """, nil
    ),
    (
      .diskFull(.hop(hop), cause),
      """
      there was no room on the disk while a copy was migrated 'V1' → 'V2' ('A.sqlite'); make room \
      and try again: NSCocoaErrorDomain 640 'full'
      """, 640
    ),
    (
      .cancelled(.backup), "the upgrade of 'A.sqlite' was cancelled while it was copied", 134_120
    ),
    (
      .reservedOption("NSReadOnlyPersistentStoreOption"),
      """
      the option 'NSReadOnlyPersistentStoreOption' for 'A.sqlite' is set by the upgrade itself; \
      leave it out
      """, nil
    ),
    (
      .optionWithProperty("NSPersistentStoreTimeoutOption", property: "timeout"),
      """
      the option 'NSPersistentStoreTimeoutOption' for 'A.sqlite' has a property of its own; set \
      'timeout' of the options instead
      """, nil
    ),
    (
      .readOnly,
      """
      'A.sqlite' could be opened for reading only, since it has recorded persistent history; set \
      the option 'tracksPersistentHistory'
      """, nil
    ),
    (
      .failed(.replacement, cause),
      """
      something failed while the migrated copy took its place ('A.sqlite'): NSCocoaErrorDomain 640 \
      'full'
      """, 640
    ),
  ]

  @Test func problemsOfStoresSayWhatToDo() {
    for (problem, sentence, code) in Self.table {
      let error = PersistenceError.store("A.sqlite", problem)
      #expect(error.description == sentence)
      #expect(error.coreData?.code == code, "\(sentence)")
    }
  }

  @Test func problemsOfHopsNameTheHop() {
    struct Reason: Error, CustomStringConvertible { let description = "no room for 'Ann'" }
    let table: [(problem: HopProblem, sentence: String, code: Int?)] = [
      (
        .failed(Self.cause),
        "cannot migrate 'A.sqlite' 'V1' → 'V2': NSCocoaErrorDomain 640 'full'", 640
      ),
      (
        .customCode(.didMigrate, CustomCodeError(Reason())),
        """
        cannot migrate 'A.sqlite' 'V1' → 'V2': code of the custom stage failed after the change \
        ('didMigrate'): no room for 'Ann'
        """, nil
      ),
      (
        .customCode(.willMigrate, CustomCodeError(Reason())),
        """
        cannot migrate 'A.sqlite' 'V1' → 'V2': code of the custom stage failed before the change \
        ('willMigrate'): no room for 'Ann'
        """, nil
      ),
      (
        .losesHistory,
        """
        cannot migrate 'A.sqlite' 'V1' → 'V2': the custom stage makes a new store, in which \
        persistent history begins anew; accept that with the option 'mayLosePersistentHistory', or \
        do without entity mappings
        """, nil
      ),
      (
        .wrongVersion(difference: "it lacks entity 'Book'"),
        """
        cannot migrate 'A.sqlite' 'V1' → 'V2': the result is no store of 'V2': it lacks entity \
        'Book'
        """, nil
      ),
      (
        .wrongIdentity(expected: "A", found: "B"),
        """
        cannot migrate 'A.sqlite' 'V1' → 'V2': the result has the identifier 'B', expected 'A'
        """, nil
      ),
    ]
    for (problem, sentence, code) in table {
      let error = PersistenceError.hop(Self.hop, of: "A.sqlite", problem)
      #expect(error.description == sentence)
      #expect(error.coreData?.code == code)
    }
    #expect(CustomCodeError(Reason()) == CustomCodeError(Reason()))
    #expect(CustomCodeError(Reason()) != CustomCodeError(CancellationError()))
  }
}
