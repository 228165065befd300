import GoldenStoreModel

/// Decides which objects a relationship and its inverse connect.
///
/// The pair is seen from the side that leads to fewer targets; the other side is its reverse, so
/// both always agree. Of the targets one has no source, one has exactly one, and the others have
/// many, where the limits of the relationship allow that. Edges of an entity to itself lead to
/// objects with a smaller number only, so there is no cycle.
struct RelationshipGenerator {
  /// What one side of the pair allows.
  struct Side {
    let minimum: Int
    /// `Int.max` where there is no limit.
    let maximum: Int

    /// The limits of a relationship; those of a relationship without inverse are open.
    init(_ relationship: Relationship?) {
      guard let relationship else {
        minimum = 0
        maximum = .max
        return
      }
      let required = relationship.isToMany || relationship.isOptional ? 0 : 1
      minimum = max(relationship.minCount, required)
      maximum = relationship.maxCount > 0 ? relationship.maxCount : .max
    }
  }

  let forward: Side
  let backward: Side
  let sourceCount: Int
  let targetCount: Int
  /// Whether sources and targets are the same objects.
  let isReflexive: Bool
  let generator: SeededGenerator

  /// Returns the targets of every source.
  func edges() -> EdgeTable {
    var table = EdgeTable()
    guard targetCount > 0 else {
      for _ in 0..<sourceCount { table.append([]) }
      return table
    }
    var uses = [Int](repeating: 0, count: targetCount)
    for source in 0..<sourceCount {
      let targets = targets(of: source, uses: &uses)
      table.append(targets)
    }
    return table
  }

  private func targets(of source: Int, uses: inout [Int]) -> [Int] {
    var generator = generator.branch(source)
    let wanted = targetCountWanted(source, &generator)
    var targets: [Int] = []
    for place in 0..<wanted {
      guard let target = pick(source, place, targets, uses, &generator) else { break }
      targets.append(target)
      uses[target] += 1
    }
    return targets
  }

  private func targetCountWanted(_ source: Int, _ generator: inout SeededGenerator) -> Int {
    let roll = generator.below(8)
    var wanted = roll == 0 ? 0 : 1
    if source == sourceCount - 1 { wanted = 0 }
    if source >= sourceCount - 4 && source < sourceCount - 1 { wanted = 1 }
    if isReflexive && source < rootCount { wanted = 0 }
    if forward.maximum > 1 {
      // Extra targets leave the first one as it is where the relationship has one at most.
      if wanted == 1 && generator.below(3) == 0 { wanted += 1 + generator.below(2) }
      if source == sourceCount - 2 { wanted = 1 }
      if source == sourceCount - 3 { wanted = 2 }
    }
    if backward.minimum > 0 && source < targetCount * backward.minimum { wanted = max(wanted, 1) }
    return min(max(wanted, forward.minimum), forward.maximum)
  }

  /// How many objects of a reflexive relationship have no target.
  private var rootCount: Int { max(1, min(2, sourceCount / 8)) }

  private func pick(
    _ source: Int, _ place: Int, _ taken: [Int], _ uses: [Int],
    _ generator: inout SeededGenerator
  ) -> Int? {
    func isFree(_ target: Int) -> Bool {
      target < targetCount && uses[target] < backward.maximum && !taken.contains(target)
        && (!isReflexive || target < source || (source == 0 && forward.minimum > 0))
    }
    if backward.maximum == 1 { return firstFree(source, isFree) }
    if backward.minimum > 0, place == 0, source < targetCount * backward.minimum {
      let target = source % targetCount
      if isFree(target) { return target }
    }
    // The single source of the target that has exactly one.
    if place == 0, source == sourceCount - 2, let loneTarget, isFree(loneTarget) {
      return loneTarget
    }
    let pool = min(poolSize, isReflexive ? source : .max)
    let start = generator.below(max(pool, 1))
    for step in 0..<max(pool, 1) {
      let target = poolStart + (start + step) % max(pool, 1)
      if target != loneTarget, isFree(target) { return target }
    }
    return forward.minimum > place ? (0..<targetCount).first(where: isFree) : nil
  }

  /// One-to-one: each target once, in an order that is not that of the sources.
  private func firstFree(_ source: Int, _ isFree: (Int) -> Bool) -> Int? {
    if isReflexive { return source > 0 && isFree(source - 1) ? source - 1 : nil }
    // The last target stays free where it may.
    let usable = backward.minimum > 0 ? targetCount : max(1, targetCount - 1)
    for step in 0..<usable {
      let target = (source * 7 + 3 + step) % usable
      if isFree(target) { return target }
    }
    return nil
  }

  /// Reflexive: the first objects are the containers. Otherwise every target but the first.
  private var poolStart: Int {
    isReflexive || targetCount < 3 || backward.minimum > 0 ? 0 : 1
  }

  private var poolSize: Int {
    isReflexive ? max(2, min(targetCount / 4, 64)) : targetCount - poolStart
  }

  /// The target that has exactly one source; `nil` where there are too few to spare one.
  private var loneTarget: Int? {
    if targetCount < 3 || backward.minimum > 1 { return nil }
    return isReflexive ? max(1, min(targetCount / 4, 64)) : targetCount - 1
  }
}
