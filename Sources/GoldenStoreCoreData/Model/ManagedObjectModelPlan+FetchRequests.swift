package import GoldenStoreFormat
package import GoldenStoreModel

extension ManagedObjectModelPlan {
  /// A fetch request of the model, or of a fetched property.
  package struct FetchRequest {
    package var entity: String
    package var predicate: PredicateText?
    package var fetchLimit = 0
    package var fetchBatchSize = 0
    package var sortDescriptors: [(key: String, isAscending: Bool)] = []
    /// What the request sets; a flag that is not here keeps Core Data's default.
    package var flags: [Flag: Bool] = [:]

    /// A switch of a fetch request by the name that a model file has for it.
    package enum Flag: String, Hashable, Sendable, CaseIterable {
      case includesSubentities = "includeSubentities"
      case includesPropertyValues = "includePropertyValues"
      case includesPendingChanges
      case returnsObjectsAsFaults = "returnObjectsAsFaults"
      case returnsDistinctResults = "returnDistinctResults"
    }
  }

  /// Reads the settings of a fetch request in the words of a model file, and `sortDescriptors`.
  ///
  /// - Throws: `.fetchRequestSetting`, `.fetchRequestEntity`, `.predicate`.
  package func fetchRequest(
    _ settings: [UserInfoEntry], place: String
  ) throws(ManagedObjectModelProblem) -> FetchRequest {
    var flags: [FetchRequest.Flag: Bool] = [:]
    var rest: [UserInfoEntry] = []
    for setting in settings {
      guard let flag = FetchRequest.Flag(rawValue: setting.key) else {
        rest.append(setting)
        continue
      }
      guard setting.value == "YES" || setting.value == "NO" else {
        throw .fetchRequestSetting(place: place, key: setting.key, value: setting.value)
      }
      flags[flag] = setting.value == "YES"
    }
    let entity = UserInfoEntry("entity", "E")
    for setting in rest where FetchRequestSettings([entity, setting]) == nil {
      throw .fetchRequestSetting(place: place, key: setting.key, value: setting.value)
    }
    guard let known = FetchRequestSettings(rest), model.entity(named: known.entity) != nil else {
      throw .fetchRequestEntity(
        place: place, entity: rest.last { $0.key == "entity" }?.value ?? "",
        known: model.model.entities.map(\.name))
    }
    var request = FetchRequest(
      entity: known.entity, sortDescriptors: known.sortDescriptors, flags: flags)
    if let text = known.predicate { request.predicate = try predicate(text, place: place) }
    request.fetchLimit = try count(known.fetchLimit, of: "fetchLimit", place: place)
    request.fetchBatchSize = try count(known.fetchBatchSize, of: "fetchBatchSize", place: place)
    return request
  }

  private func count(
    _ number: Int64, of key: String, place: String
  ) throws(ManagedObjectModelProblem) -> Int {
    guard let count = Int(exactly: number), count >= 0 else {
      throw .fetchRequestSetting(place: place, key: key, value: "\(number)")
    }
    return count
  }
}
