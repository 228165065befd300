import GoldenStoreModel
import GoldenStoreSQLite

/// Writes the rows of all objects: first the rows themselves, then what depends on others.
///
/// A to-one is a column of its own row. The order of an ordered to-many, a to-many without
/// inverse and the rows of join tables need all rows, so they take further passes. Both sides of a
/// relationship say the same; a ``PairBalance`` finds sources where they don't, another one
/// sources that say something else when they are asked again.
final class RowWriter {
  /// A plan with the sums that its objects count in.
  private struct Plan {
    let entity: EntityWritingPlan
    /// For each relationship that both sides name: its place, its sum, and its side.
    let pairs: [(position: Int, balance: Int, side: PairBalance.Side)]
    /// For each dependent: the sum over its targets in the first pass less those of its own.
    let repeats: [Int]
  }

  private let connection: Connection
  private let layout: StoreLayout
  private let plans: [Plan]
  private let balanceCount: Int
  private var maxima: [String: Int64] = [:]

  init(
    _ connection: Connection, layout: StoreLayout, store: String, externalValues: ExternalValues
  ) throws {
    self.connection = connection
    self.layout = layout
    var places: [String: Int] = [:]
    var count = 0
    func place(_ key: String?) -> Int {
      if let key, let place = places[key] { return place }
      if let key { places[key] = count }
      count += 1
      return count - 1
    }
    plans = try layout.entities.filter { !$0.isAbstract }.map {
      let plan = try EntityWritingPlan(
        $0, layout: layout, store: store, externalValues: externalValues)
      return Plan(
        entity: plan,
        pairs: plan.pairs.enumerated().compactMap { position, pair in
          pair.map { (position, place($0.key), $0.side) }
        },
        repeats: plan.dependents.map { _ in place(nil) })
    }
    balanceCount = count
  }

  /// Writes everything in one transaction, or in two with a checkpoint between them.
  func write(_ source: some ObjectSource, checkpointAfter pause: Int?) throws {
    try connection.execute("BEGIN IMMEDIATE")
    var count = 0
    var balances = Array(repeating: PairBalance(), count: balanceCount)
    for plan in plans {
      var shape = plan.entity.shape
      let statement = try connection.prepare(plan.entity.insertion)
      var previous: Int64 = 0
      try source.forEachObject(of: plan.entity.entity.name) { object in
        if count == pause {
          note(previous, of: plan.entity)
          try checkpoint()
        }
        try plan.entity.check(object, &shape, after: previous)
        previous = object.primaryKey
        try plan.entity.insert(object, statement)
        balance(object, plan, &balances)
        count += 1
      }
      note(previous, of: plan.entity)
    }
    for pass in EntityWritingPlan.Pass.allCases {
      for plan in plans { try write(source, plan, pass, &balances) }
    }
    try requireBalance(balances)
    try writeMaxima()
    try connection.execute("COMMIT")
  }

  private func write(
    _ source: some ObjectSource, _ plan: Plan, _ pass: EntityWritingPlan.Pass,
    _ balances: inout [PairBalance]
  ) throws {
    let chosen = plan.entity.dependents.indices.filter { plan.entity.dependents[$0].pass == pass }
    guard !chosen.isEmpty else { return }
    let dependents = chosen.map { plan.entity.dependents[$0] }
    let repeats = chosen.map { plan.repeats[$0] }
    let statements = try dependents.map { StatementBox(try connection.prepare($0.statement)) }
    try source.forEachObject(
      of: plan.entity.entity.name, relationships: dependents.map(\.position)
    ) { primaryKey, targets in
      for index in dependents.indices where !targets[index].isEmpty {
        try plan.entity.write(
          dependents[index], targets[index], of: primaryKey, statements[index].statement,
          connection)
        for target in targets[index] {
          balances[repeats[index]].add(target.primaryKey, primaryKey, from: .second)
        }
      }
    }
  }

  private func note(_ primaryKey: Int64, of plan: EntityWritingPlan) {
    maxima[plan.entity.rootName] = max(maxima[plan.entity.rootName] ?? 0, primaryKey)
  }

  private func checkpoint() throws {
    try writeMaxima()
    try connection.execute("COMMIT")
    try connection.checkpoint(.truncate)
    try connection.execute("BEGIN IMMEDIATE")
  }

  private func writeMaxima() throws {
    for entity in layout.entities where entity.superNumber == 0 {
      guard let maximum = maxima[entity.name], maximum > 0 else { continue }
      try connection.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = \(maximum) WHERE Z_ENT = \(entity.number)")
    }
  }

  private func balance(_ object: StoredObject, _ plan: Plan, _ balances: inout [PairBalance]) {
    let own = PairBalance.Member(
      primaryKey: object.primaryKey, entityNumber: Int64(plan.entity.entity.number))
    for pair in plan.pairs {
      for target in object.targets[pair.position] {
        // A target of an entity that has no number was refused before.
        let number = plan.entity.destinations[pair.position].number(of: target.entity) ?? 0
        balances[pair.balance].add(
          own, PairBalance.Member(primaryKey: target.primaryKey, entityNumber: number),
          from: pair.side)
      }
    }
    for index in plan.repeats.indices {
      for target in object.targets[plan.entity.dependents[index].position] {
        balances[plan.repeats[index]].add(object.primaryKey, target.primaryKey, from: .first)
      }
    }
  }

  private func requireBalance(_ balances: [PairBalance]) throws {
    for plan in plans {
      for pair in plan.pairs where !balances[pair.balance].isEven {
        let relationship = plan.entity.entity.relationships[pair.position].relationship
        throw StoreError.disagreeingInverses(
          entity: plan.entity.entity.name, relationship: relationship.name,
          destination: relationship.destination, inverse: relationship.inverse ?? relationship.name)
      }
    }
    for plan in plans {
      for index in plan.repeats.indices where !balances[plan.repeats[index]].isEven {
        throw StoreError.unstableTargets(
          entity: plan.entity.entity.name,
          relationship: plan.entity.shape.relationships[plan.entity.dependents[index].position])
      }
      try plan.entity.requireTargets(connection)
    }
  }
}
