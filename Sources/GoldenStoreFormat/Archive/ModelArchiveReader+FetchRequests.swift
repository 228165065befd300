import GoldenStoreModel

/// Archived fetch requests.
extension ModelArchiveReader {
  /// The settings of a request in the words of a model file; what they can't say is noted.
  mutating func fetchRequest(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> [UserInfoEntry] {
    let object = try archive.object(reference, place)
    guard case .instance("NSFetchRequest", let fields) = object else {
      if case .null = object { return [] }
      throw .wrongObject(place: place, expected: "a fetch request", found: object.kind)
    }
    var settings = FetchRequestSettings()
    if archive.position(fields["NSEntity"]) != nil {
      let entity = try archive.fields(fields["NSEntity"], of: "NSEntityDescription", place)
      settings.entity = try archive.name(entity["NSEntityName"], place)
    }
    settings.fetchLimit = try archive.integer(fields["NSFetchLimit"], place)
    settings.fetchBatchSize = try archive.integer(fields["NSBatchSize"], place)
    do throws(ModelArchiveDamage) {
      settings.predicate = try predicateText(fields["NSPredicate"], place)
    } catch .unsupported(let what, _) {
      notes.append("\(place): a predicate with \(what) is left out")
    }
    settings.sortDescriptors = try sortDescriptors(fields["NSSortDescriptors"], place)
    try noteOtherSettings(of: fields, place)
    return settings.entries
  }

  private mutating func sortDescriptors(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> [(key: String, isAscending: Bool)] {
    var descriptors: [(key: String, isAscending: Bool)] = []
    for reference in try archive.references(reference, place) {
      let fields = try archive.fields(reference, of: "NSSortDescriptor", place)
      let key = try archive.name(fields["NSKey"], place)
      let selector = try archive.text(fields["NSSelector"], place)
      let isReversed = try archive.flag(fields["NSReverseNullOrder"], place)
      guard selector == "compare:", !isReversed, !key.contains(where: { " ,".contains($0) }) else {
        notes.append("\(place): the order by '\(key)' is left out")
        continue
      }
      descriptors.append((key, try archive.flag(fields["NSAscending"], place)))
    }
    return descriptors
  }

  private mutating func noteOtherSettings(
    of fields: [String: PropertyListValue], _ place: String
  ) throws(ModelArchiveDamage) {
    var others: [String] = []
    for key in ["NSFetchOffset", "NSResultType", "NSAllocationType"] {
      if try archive.integer(fields[key], place) != 0 { others.append(key) }
    }
    for key in [
      "NSHavingPredicate", "NSRelationshipKeyPathsForPrefetching", "NSValuesToFetch",
      "NSValuesToGroupBy",
    ] where archive.position(fields[key]) != nil {
      others.append(key)
    }
    if try archive.flag(fields["NSHasFetchRequestFlags"], place),
      try archive.integer(fields["NSFetchRequestFlags"], place) != FetchRequestSettings.flags
    {
      others.append("NSFetchRequestFlags")
    }
    if !others.isEmpty {
      notes.append("\(place): \(others.joined(separator: ", ")) of the fetch request is left out")
    }
  }
}
