package import GoldenStoreModel

/// What can be wrong with a catalog, as facts.
package enum CatalogProblem: Hashable, Sendable {
  // MARK: The folder

  /// A version has no golden.
  case missingGolden(folder: String)
  /// A folder or file that belongs to no version.
  case unlisted(path: String)
  /// A file that the manifest lists is not there.
  case missingFile(name: String, bytes: Int64)
  /// The -wal is not there, and with it the rows.
  case lostWriteAheadLog(store: String, rows: Int, expectedRows: Int, log: String, bytes: Int64)
  /// The -wal is not there, and the main file has changed.
  case absorbedWriteAheadLog(store: String, log: String, bytes: Int64)
  /// A file is there that the manifest does not list.
  case unlistedFile(name: String)
  /// A file has another size.
  case fileSize(name: String, expected: Int64, found: Int64, detail: String?)
  /// A file has the right size and other bytes.
  case fileDigest(name: String, expected: String, found: String, detail: String?)
  /// A file is the one of another golden.
  case foreignFile(name: String, owner: String)
  /// A file or folder is ignored by git, so no commit will hold it.
  case ignoredByGit(path: String)
  /// A file is not tracked by git, where a continuous integration run needs it.
  case untrackedByGit(path: String)
  /// Git was needed and could not be asked.
  case gitUnavailable(reason: String)

  // MARK: Manifest and dump

  /// The manifest cannot be read.
  case unreadableManifest(path: String, reason: String)
  /// The manifest is of another version than its folder.
  case foreignManifest(history: String, version: String)
  /// The manifest says something else than what was recomputed.
  case manifestEntry(name: String, expected: String, found: String)
  /// The recorded schema is not that of the history.
  case changedSchema(ModelDifference, isHashed: Bool, isSealed: Bool)
  /// The manifest or the dump is missing.
  case missingRecord(name: String)
  /// The dump differs from what the store holds.
  case staleDump(line: Int, expected: String, found: String)

  // MARK: Pins

  case missingPins(path: String)
  case unreadablePins(line: Int, text: String)
  case duplicatePin(line: Int, version: String, entity: String?)
  case unknownPin(line: Int, version: String, entity: String?)
  /// Two lines say different things about one version, or one entity of it.
  case contradictoryPins(
    line: Int, former: Int, version: String, entity: String?, expected: String, found: String)
  /// A sealed or adopted golden has another manifest than the pins were given.
  case brokenSeal(isAdopted: Bool, expected: String, found: String)
  /// A version is called sealed, but nothing says which manifest was.
  case sealWithoutManifest
  case missingState
  case missingPin(entity: String)
  /// A pinned hash differs from that of the model.
  case pin(entity: String, pinned: String, model: String, change: String?)

  // MARK: The history

  /// Two versions have the same hashes, and the history does not say so.
  case undeclaredAlias(version: String, of: String)
  /// Two versions are declared to have the same hashes, and have not.
  case falseAlias(version: String, of: String, entities: [String])
  /// A shape has the hashes of another version than its own.
  case shapeOfOther(shape: String, version: String)
  /// A shape is the schema that its version has anyway.
  case sameShape(shape: String)
  /// Something takes the place of what the version before has, but under a renaming identifier
  /// that is only a name in between: every migration loses what it holds.
  case middleName(
    name: String, version: String, identifier: String, former: String, formerName: String,
    formerIdentifier: String)
  /// A waiver that nothing needs, or that names nothing.
  case uselessWaiver(String)

  // MARK: The store

  case unreadableStore(reason: String)
  /// The store's own hashes are those of another version, or of none.
  case otherVersion(name: String?, detail: String)
  /// An entity has no objects, although nothing says that it may be empty.
  case emptyEntity(entity: String, expectedRows: Int)
  /// An adopted store holds no object at all.
  case emptyStore
  case storeUUID(expected: String, found: String)
  case sharedStoreUUID(uuid: String, with: String)
  /// The store's contents differ from what its seed gives.
  case contents(DifferenceReport)
  /// The store's tables, indexes or records differ from a fresh one.
  case structure(DifferenceReport)
  case coverage(gaps: [String])
  case contentSize(bytes: Int, limit: Int)
}
