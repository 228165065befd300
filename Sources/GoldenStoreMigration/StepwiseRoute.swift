/// Where a migration leads that stops at every version: Core Data has no such plan, apps have.
///
/// A function of the versions' checksums and the places of the custom stages alone. A store that
/// stands at the start of a custom stage takes it, also one that leads over several versions; every
/// other hop leads to the next version.
struct StepwiseRoute {
  /// The places between which a custom stage leads.
  struct Stage: Hashable {
    let source: Int
    let destination: Int
  }

  struct Hop: Hashable {
    let source: Int
    let destination: Int
    /// The place of the stage in the list; nil for inference alone.
    let stage: Int?
  }

  /// One for each version; equal ones mean versions whose stores are the same.
  let checksums: [String]
  let stages: [Stage]

  /// The hops from one version to a later one.
  func hops(from source: Int, to destination: Int) -> [Hop] {
    var hops: [Hop] = []
    var place = source
    while place < destination {
      let stage = stage(at: place, upTo: destination)
      let next = stage.map { stages[$0].destination } ?? place + 1
      hops.append(Hop(source: place, destination: next, stage: stage))
      place = next
    }
    return hops
  }

  /// The stage that begins at a place: at its version, or at an earlier one of the same checksum,
  /// whose stores are taken for those of the later one.
  private func stage(at place: Int, upTo destination: Int) -> Int? {
    func leadsOn(_ stage: Stage) -> Bool {
      stage.destination > place && stage.destination <= destination
    }
    return stages.firstIndex { $0.source == place && leadsOn($0) }
      ?? stages.firstIndex {
        $0.source < place && checksums[$0.source] == checksums[place] && leadsOn($0)
      }
  }
}
