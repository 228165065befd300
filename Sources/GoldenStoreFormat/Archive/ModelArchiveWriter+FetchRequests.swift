package import GoldenStoreModel

/// Fetch requests and the properties that hold one.
///
/// Format: StoreFormat F204.
extension ModelArchiveWriter {
  /// The fields of a fetched property's description; `nil` where its request has no known archive.
  mutating func describe(
    _ property: FetchedProperty, of entity: Entity
  ) -> [String: PropertyListValue]? {
    guard let settings = FetchRequestSettings(property.fetchRequest),
      let request = describe(settings)
    else { return nil }
    var fields = common(property.name, property.name, nil, property.userInfo, of: entity)
    fields["NSFetchRequest"] = request
    fields["_NSFetchRequestEntityName"] = archive.add(settings.entity)
    fields["_P"] = .integer(
      PropertyFlags(
        isOptional: property.isOptional, isReadOnly: true, isTransient: true,
        hasUserInfo: !property.userInfo.isEmpty
      ).bits)
    set("NSIsOptional", property.isOptional, in: &fields)
    set("NSIsReadOnly", true, in: &fields)
    set("NSIsTransient", true, in: &fields)
    return fields
  }

  /// The requests of a model by name, without those that have no known archive.
  mutating func describe(_ templates: [FetchRequestTemplate]) -> PropertyListValue {
    let entries = templates.compactMap { template in
      FetchRequestSettings(template.settings).flatMap { describe($0) }.map {
        (key: archive.add(template.name), value: $0)
      }
    }
    return entries.isEmpty
      ? KeyedArchiveWriter.null : archive.add("NSMutableDictionary", entries)
  }

  private mutating func describe(_ settings: FetchRequestSettings) -> PropertyListValue? {
    var predicate = KeyedArchiveWriter.null
    if let text = settings.predicate {
      guard let parsed = try? PredicateText(text), let described = try? describe(parsed) else {
        return nil
      }
      predicate = described
    }
    let descriptors = settings.sortDescriptors.map { descriptor in
      archive.add(
        "NSSortDescriptor",
        [
          "NSAscending": .boolean(descriptor.isAscending), "NSKey": archive.add(descriptor.key),
          "NSReverseNullOrder": .boolean(false), "NSSelector": archive.add("compare:"),
        ])
    }
    let null = KeyedArchiveWriter.null
    return archive.add(
      "NSFetchRequest",
      [
        "NSEntity": reference(toEntity: settings.entity), "NSPredicate": predicate,
        "NSSortDescriptors": descriptors.isEmpty ? null : archive.add("NSArray", of: descriptors),
        "NSFetchLimit": .integer(settings.fetchLimit),
        "NSBatchSize": .integer(settings.fetchBatchSize), "NSFetchOffset": .integer(0),
        "NSResultType": .integer(0), "NSAllocationType": .integer(0),
        "NSHasFetchRequestFlags": .boolean(true),
        "NSFetchRequestFlags": .integer(FetchRequestSettings.flags), "NSHavingPredicate": null,
        "NSRelationshipKeyPathsForPrefetching": null, "NSValuesToFetch": null,
        "NSValuesToGroupBy": null,
      ])
  }
}

/// The settings of a fetch request that have a known place in an archive.
package struct FetchRequestSettings {
  /// The flags of every request that an archive is known to hold: those of a new request.
  static let flags: Int64 = 30

  package var entity = ""
  package var predicate: String?
  package var fetchLimit: Int64 = 0
  package var fetchBatchSize: Int64 = 0
  package var sortDescriptors: [(key: String, isAscending: Bool)] = []

  init() {}

  /// Reads settings in the words of a model file; `nil` for one that is not known here.
  package init?(_ entries: [UserInfoEntry]) {
    for entry in entries {
      switch entry.key {
      case "entity": entity = entry.value
      case "predicateString": predicate = entry.value
      case "fetchLimit", "fetchBatchSize":
        guard let number = Int64(entry.value) else { return nil }
        if entry.key == "fetchLimit" { fetchLimit = number } else { fetchBatchSize = number }
      case "sortDescriptors":
        for part in entry.value.split(separator: ",") {
          let words = part.split(separator: " ").map(String.init)
          guard words.count == 2, ["ascending", "descending"].contains(words[1]) else {
            return nil
          }
          sortDescriptors.append((words[0], words[1] == "ascending"))
        }
      default: return nil
      }
    }
    guard !entity.isEmpty else { return nil }
  }

  /// The settings in the words of a model file, by name. Descriptors of the order, which model
  /// files don't have, are called `sortDescriptors`, such as `rating ascending, name descending`.
  var entries: [UserInfoEntry] {
    var entries = [UserInfoEntry("entity", entity)]
    if fetchBatchSize != 0 { entries.append(UserInfoEntry("fetchBatchSize", "\(fetchBatchSize)")) }
    if fetchLimit != 0 { entries.append(UserInfoEntry("fetchLimit", "\(fetchLimit)")) }
    if let predicate { entries.append(UserInfoEntry("predicateString", predicate)) }
    if !sortDescriptors.isEmpty {
      let parts = sortDescriptors.map { "\($0.key) \($0.isAscending ? "ascending" : "descending")" }
      entries.append(UserInfoEntry("sortDescriptors", parts.joined(separator: ", ")))
    }
    return entries
  }
}
