import Dispatch
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// Runs that have nothing to check, and data that prove nothing.
extension Sabotage {
  static let selections: [Sabotage] = [
    Sabotage(
      "a filter leaves no pair", ["verify", "Shop"], .run,
      "the selection holds no pair of versions, so nothing would be verified"
    ) { scene in
      scene.arguments += ["--tier", "quick", "--from", "V1", "--to", "V3"]
    },
    Sabotage(
      "a pair that goes nowhere", ["verify", "Shop"], exits: 2, .command,
      "'V2' is not before 'V2', and a migration never goes back"
    ) { scene in
      scene.arguments += ["--from", "V2", "--to", "V2"]
    },
    Sabotage(
      "a version that there is not", ["verify", "Shop"], exits: 2, .command,
      "model 'Shop' has no version 'V4'; did you mean 'V1'?"
    ) { scene in
      scene.arguments += ["--to", "V4"]
    },
    Sabotage(
      "a history that there is not", ["check"], exits: 2, .command,
      "there is no built-in history 'Shap'; did you mean 'Shop'?"
    ) { scene in
      scene.arguments.append("Shap")
    },
    Sabotage(
      "a shard beyond the last", ["verify"], exits: 2, .command,
      "option '--shard' is '3/2'; expected the number of a shard and how many there are"
    ) { scene in
      scene.arguments += ["--shard", "3/2"]
    },
    Sabotage(
      "a tier that there is not", ["verify"], exits: 2, .command,
      "GOLDENSTORE_TIER is 'none'; expected one of"
    ) { scene in
      scene.environment["GOLDENSTORE_TIER"] = "none"
    },
    Sabotage(
      "a folder without goldens", ["run"], .golden("V1"),
      "the golden is missing: there is no folder '01-V1'", then: "run goldenstore record 'Shop'"
    ) { scene in
      scene.goldens = scene.goldens.appendingPathComponent("elsewhere")
    },
    Sabotage(
      "a history without a version", ["run"], exits: 3, .command,
      "history 'Shop' has 1 problem: it declares no version, so there is nothing to keep"
    ) { scene in
      scene.history.versions = []
    },
  ]

  static let seeds: [Sabotage] = [
    Sabotage(
      "an entity gets no objects", ["record"], .command,
      "the data generated for 'Shop' version 'V3' leaves 11 gaps"
    ) { scene in
      scene.history.seeds = [.objects(entity: "Tag", count: 0)]
      try FileManager.default.removeItem(atPath: scene.green.folder(3))
    },
    Sabotage(
      "an attribute never gets NULL", ["record"], .command,
      "'Article.price' has no example of NULL"
    ) { scene in
      scene.history.seeds = [
        .computed(entity: "Article", attribute: "price") { .integer(Int64($0)) }
      ]
      try FileManager.default.removeItem(atPath: scene.green.folder(2))
    },
    Sabotage(
      "values depend on a clock", ["record"], exits: 3, .command,
      "cannot use the computed value of 'Article.price' for object 0"
    ) { scene in
      scene.history.seeds = [
        .computed(entity: "Article", attribute: "price") { _ in
          .integer(Int64(DispatchTime.now().uptimeNanoseconds % 1_000_000_000))
        }
      ]
      try FileManager.default.removeItem(atPath: scene.green.folder(2))
    },
    Sabotage(
      "values depend on the day", ["check"], .golden("V1"),
      "Article 7: price: expected 31, found 30",
      then: "restore the golden from git, or record it again"
    ) { scene in
      func rule(_ day: Int64) -> SeedRule {
        .computed(entity: "Article", attribute: "price") { index in
          switch index {
          case 0: .integer(Int64(Int32.min))
          case 1: .integer(Int64(Int32.max))
          case 2: .integer(0)
          case 3: .null
          default: .integer(day)
          }
        }
      }
      scene.history.seeds = [rule(30)]
      _ = try scene.catalog().record(.all)
      scene.history.seeds = [rule(31)]
    },
  ]
}
