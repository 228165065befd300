import GoldenStoreModel
import GoldenStoreSQLite

/// Writes the rows of all objects: first the rows themselves, then what depends on others.
///
/// A to-one is a column of its own row. The order of an ordered to-many, a to-many without
/// inverse and the rows of join tables need all rows, so they take further passes. Both sides of a
/// relationship say the same; a ``PairBalance`` finds sources where they don't.
final class RowWriter {
  private let connection: Connection
  private let layout: StoreLayout
  private let plans: [EntityWritingPlan]
  private var balances: [String: PairBalance] = [:]
  private var maxima: [String: Int64] = [:]

  init(_ connection: Connection, layout: StoreLayout, store: String) throws {
    self.connection = connection
    self.layout = layout
    plans = try layout.entities.filter { !$0.isAbstract }.map {
      try EntityWritingPlan($0, layout: layout, store: store)
    }
  }

  /// Writes everything in one transaction, or in two with a checkpoint between them.
  func write(_ source: some ObjectSource, checkpointAfter pause: Int?) throws {
    try connection.execute("BEGIN IMMEDIATE")
    var count = 0
    for plan in plans {
      let statement = try connection.prepare(plan.insertion)
      var previous: Int64 = 0
      try source.forEachObject(of: plan.entity.name) { object in
        if count == pause {
          note(previous, of: plan)
          try checkpoint()
        }
        try plan.check(object, after: previous)
        previous = object.primaryKey
        try plan.insert(object, statement)
        balance(object, plan)
        count += 1
      }
      note(previous, of: plan)
    }
    for pass in EntityWritingPlan.Pass.allCases {
      for plan in plans { try write(source, plan, pass) }
    }
    try requireBalance()
    try writeMaxima()
    try connection.execute("COMMIT")
  }

  private func write(
    _ source: some ObjectSource, _ plan: EntityWritingPlan, _ pass: EntityWritingPlan.Pass
  ) throws {
    let dependents = plan.dependents.filter { $0.pass == pass }
    guard !dependents.isEmpty else { return }
    let statements = try dependents.map { StatementBox(try connection.prepare($0.statement)) }
    try source.forEachObject(of: plan.entity.name) { object in
      for (dependent, box) in zip(dependents, statements) {
        try plan.write(dependent, of: object, box.statement, connection)
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

  private func balance(_ object: StoredObject, _ plan: EntityWritingPlan) {
    for (pair, targets) in zip(plan.pairs, object.targets) {
      guard let pair else { continue }
      for target in targets {
        balances[pair.key, default: PairBalance()].add(
          object.primaryKey, target.primaryKey, from: pair.side)
      }
    }
  }

  private func requireBalance() throws {
    for plan in plans {
      for (pair, relationship) in zip(plan.pairs, plan.entity.relationships) {
        guard let pair, balances[pair.key]?.isEven == false else { continue }
        let relationship = relationship.relationship
        throw StoreError.disagreeingInverses(
          entity: plan.entity.name, relationship: relationship.name,
          destination: relationship.destination, inverse: relationship.inverse ?? relationship.name)
      }
    }
    for plan in plans {
      try plan.requireTargets(connection)
    }
  }
}

/// A running sum over the pairs of one relationship that is zero when both sides name the same.
struct PairBalance {
  /// Which side of the relationship names a pair.
  enum Side {
    case first
    case second
    /// The relationship is its own inverse.
    case both
  }

  private var sum: UInt64 = 0

  var isEven: Bool { sum == 0 }

  mutating func add(_ object: Int64, _ target: Int64, from side: Side) {
    switch side {
    case .first: sum &+= Self.mixed(object, target)
    case .second: sum &-= Self.mixed(target, object)
    case .both where object < target: sum &+= Self.mixed(object, target)
    case .both where object > target: sum &-= Self.mixed(target, object)
    case .both: break
    }
  }

  /// Spreads a pair over 64 bits, so that different sets of pairs have different sums.
  private static func mixed(_ first: Int64, _ second: Int64) -> UInt64 {
    spread(spread(UInt64(bitPattern: first)) &+ UInt64(bitPattern: second))
  }

  private static func spread(_ word: UInt64) -> UInt64 {
    var z = word &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
