extension CatalogProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingGolden(let folder):
      "the golden is missing: there is no folder '\(folder)'"
    case .unlisted(let path):
      "'\(path)' belongs to no version of the history"
    case .missingFile(let name, let bytes):
      "'\(name)' is missing; the manifest lists it with \(bytes) bytes"
    case .lostWriteAheadLog(let store, let rows, let expectedRows, let log, let bytes):
      "'\(store)' is in WAL mode and holds \(rows) of \(expectedRows) rows: it has lost its "
        + "'-wal'; the manifest lists '\(log)' (\(bytes) bytes)"
    case .absorbedWriteAheadLog(let store, let log, let bytes):
      "'\(log)' is missing (\(bytes) bytes in the manifest), and '\(store)' has changed: whatever "
        + "opens a store where it lies moves the one into the other"
    case .unlistedFile(let name):
      "'\(name)' is there, but the manifest does not list it"
    case .fileSize(let name, let expected, let found, let detail):
      "'\(name)' has \(found) bytes, expected \(expected)" + (detail.map { ": \($0)" } ?? "")
    case .fileDigest(let name, let expected, let found, let detail):
      "the bytes of '\(name)' have changed: expected SHA-256 "
        + "\(HashValue.excerpts(expected, found).first), found "
        + "\(HashValue.excerpts(expected, found).second)" + (detail.map { ": \($0)" } ?? "")
    case .foreignFile(let name, let owner):
      "'\(name)' is the file of golden '\(owner)'"
    case .ignoredByGit(let path):
      "git ignores '\(path)', so no commit will hold it"
    case .untrackedByGit(let path):
      "git does not track '\(path)', so other machines do not have it"
    case .gitUnavailable(let reason):
      "git cannot say whether the goldens are tracked: \(reason)"
    default: recordsDescription
    }
  }

  private var recordsDescription: String {
    switch self {
    case .unreadableManifest(let path, let reason):
      "cannot read '\(path)': \(reason)"
    case .foreignManifest(let history, let version):
      "the folder holds the golden of version '\(version)' of '\(history)'"
    case .manifestEntry(let name, let expected, let found):
      "the manifest's \(name) is \(found), expected \(expected)"
    case .changedSchema(let difference, let isHashed, let isSealed):
      "the schema has changed since it was recorded: \(difference)"
        + (isHashed ? "" : " (not part of the hashes)")
        + (isSealed ? "; the version is sealed" : "")
    case .missingRecord(let name):
      "'\(name)' is missing"
    case .staleDump(let line, let expected, let found):
      "'dump.txt' line \(line): expected \(expected), found \(found)"
    case .missingPins(let path):
      "the pins are missing: there is no file '\(path)'"
    case .unreadablePins(let line, let text):
      "'pins.txt' line \(line): expected a state or a pin, found '\(text)'"
    case .duplicatePin(let line, let version, let entity):
      "'pins.txt' line \(line) repeats \(pinned(version, entity))"
    case .unknownPin(let line, let version, let entity):
      "'pins.txt' line \(line) names \(pinned(version, entity)), which the history does not have"
    case .contradictoryPins(let line, let former, let version, let entity, let expected, let found):
      "'pins.txt' line \(line) contradicts line \(former) about \(pinned(version, entity)): "
        + "'\(found)' after '\(expected)'"
    case .brokenSeal(let isAdopted, let expected, let found):
      "'manifest.json' is not the one that was \(isAdopted ? "adopted" : "sealed"): expected "
        + "SHA-256 \(HashValue.excerpts(expected, found).first), found "
        + "\(HashValue.excerpts(expected, found).second)"
    case .sealWithoutManifest:
      "'pins.txt' calls the version sealed, but does not say which manifest was sealed"
    case .missingState:
      "'pins.txt' does not say whether the version is a draft or sealed"
    case .missingPin(let entity):
      "'pins.txt' has no line for entity '\(entity)'"
    case .pin(let entity, let pinned, let model, let change):
      "entity '\(entity)' is pinned with hash \(HashValue.excerpts(pinned, model).first), but the "
        + "model has \(HashValue.excerpts(pinned, model).second)" + (change.map { ": \($0)" } ?? "")
    case .undeclaredAlias, .falseAlias, .shapeOfOther, .sameShape, .middleName, .uselessWaiver:
      historyDescription
    default: storeDescription
    }
  }

  private var historyDescription: String {
    switch self {
    case .undeclaredAlias(let version, let original):
      "version '\(version)' has the hashes of version '\(original)', so that Core Data takes the "
        + "stores of one for those of the other, and the history does not declare it an alias"
    case .falseAlias(let version, let original, let entities):
      "version '\(version)' is declared an alias of '\(original)', but has other hashes for "
        + (entities.count == 1 ? "entity " : "entities ")
        + entities.map { "'\($0)'" }.joined(separator: ", ")
    case .shapeOfOther(let shape, let version):
      "shape '\(shape)' has the hashes of version '\(version)', which is not its own"
    case .sameShape(let shape):
      "shape '\(shape)' has the schema that its version has anyway"
    case .middleName(
      let name, let version, let identifier, let former, let formerName, let formerIdentifier):
      "version '\(version)' finds '\(name)' by the renaming identifier '\(identifier)', but in "
        + "version '\(former)' '\(formerName)' has the identifier '\(formerIdentifier)': every "
        + "migration loses what it holds"
    case .uselessWaiver(let waiver):
      "the \(waiver) waives nothing: no golden needs it, or it names what is not there"
    default: ""
    }
  }

  private var storeDescription: String {
    switch self {
    case .unreadableStore(let reason):
      "the store cannot be read: \(reason)"
    case .otherVersion(let name, let detail):
      name.map { "the store is one of version '\($0)': \(detail)" }
        ?? "the store is one of no version of the history: \(detail)"
    case .emptyEntity(let entity, let expectedRows):
      "entity '\(entity)' has no objects, expected \(expectedRows); "
        + "a golden without rows proves nothing"
    case .emptyStore:
      "the store holds no object at all; a golden without rows proves nothing"
    case .storeUUID(let expected, let found):
      "the store's UUID is \(found), expected \(expected)"
    case .sharedStoreUUID(let uuid, let other):
      "the store has the UUID of golden '\(other)', \(uuid): one was made from the other"
    case .contents(let report):
      "the store does not hold what its seed gives: \(report)"
    case .structure(let report):
      "the store is not built like a fresh one: \(report)"
    case .coverage(let gaps):
      "the data leaves \(gaps.count) \(gaps.count == 1 ? "gap" : "gaps"): "
        + gaps.joined(separator: "; ")
    case .contentSize(let bytes, let limit):
      "the content has \(bytes) bytes, more than the \(limit) of a golden"
    default: ""
    }
  }

  /// The name of the case, for machines.
  package var kind: String {
    let text = Mirror(reflecting: self).children.first?.label ?? "\(self)"
    switch self {
    case .missingState: return "missingState"
    case .sealWithoutManifest: return "sealWithoutManifest"
    case .emptyStore: return "emptyStore"
    default: return text
    }
  }

  /// What to do about it.
  ///
  /// - Parameter arguments: What a command line says to mean the catalog.
  package func nextStep(for arguments: String) -> String {
    let record = "goldenstore record \(arguments)"
    switch self {
    case .missingGolden: return "run \(record)"
    case .unlisted:
      return "delete it with goldenstore prune \(arguments), or add its version to the history"
    case .ignoredByGit: return "change .gitignore so that git keeps goldens"
    case .untrackedByGit(let path): return "run git add '\(path)'"
    case .gitUnavailable: return "make git work in this folder"
    case .missingPins, .missingState, .missingPin: return "run \(record)"
    case .unreadablePins, .duplicatePin, .unknownPin: return "restore the line from git"
    case .contradictoryPins:
      return "two branches may have made different goldens: keep the lines of one of them, and its "
        + "goldens"
    case .absorbedWriteAheadLog:
      return "restore the golden from git, and open copies of all its files only"
    case .brokenSeal: return "restore the golden from git; what has shipped must not change"
    case .sealWithoutManifest:
      return "make it a draft again, and run goldenstore seal \(arguments)"
    case .undeclaredAlias(let version, let original):
      return "add VersionAlias(\"\(version)\", of: \"\(original)\") to the history, or change what "
        + "the new version was made for"
    case .middleName(_, _, _, _, _, let identifier):
      return "give it renamingIdentifier: \"\(identifier)\", or one that was never a name if it "
        + "is meant to be new"
    case .falseAlias, .uselessWaiver: return "delete the declaration from the history"
    case .shapeOfOther, .sameShape: return "correct the shape, or delete it from the history"
    case .pin(_, _, _, nil): return "restore the line from git"
    case .pin, .changedSchema:
      return "a recorded model must not change: undo it, or add a version"
    case .coverage, .contentSize: return "change the number of objects with a seed rule"
    default: return "restore the golden from git, or record it again"
    }
  }

  private func pinned(_ version: String, _ entity: String?) -> String {
    entity.map { "entity '\($0)' of version '\(version)'" } ?? "the state of version '\(version)'"
  }
}
