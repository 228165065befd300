import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// What happens to manifests, dumps and pins.
extension Sabotage {
  private static let restore = "restore the golden from git, or record it again"

  static let records: [Sabotage] = [
    Sabotage(
      "a manifest is missing", ["check"], .golden("V2"), "'manifest.json' is missing",
      then: restore
    ) { scene in
      try FileManager.default.removeItem(
        atPath: scene.green.folder(2).appendingPathComponent("manifest.json"))
    },
    Sabotage(
      "a number of rows was put right by hand", ["check"], .golden("V2"),
      "the manifest's rows of 'Shelf' is 15, expected 16", then: restore
    ) { scene in
      try editManifest(2, &scene) { manifest in
        let index = try #require(manifest.entities.firstIndex { $0.name == "Shelf" })
        manifest.entities[index].rows = 15
      }
    },
    Sabotage(
      "a manifest's hash was put right by hand", ["check"], .golden("V2"),
      "the manifest's hash of 'Tag' is 0000", then: restore
    ) { scene in
      try editManifest(2, &scene) { manifest in
        let index = try #require(manifest.entities.firstIndex { $0.name == "Tag" })
        manifest.entities[index].hash = HashValue(digest: Array(repeating: 0, count: 32))
      }
    },
    Sabotage(
      "a dump was edited", ["check"], .golden("V1"), "found '    place: \"elsewhere\"'",
      then: restore
    ) { scene in
      let dump = scene.green.folder(1).appendingPathComponent("dump.txt")
      try GreenCatalog.editText(dump) { text in
        let line = try #require(text.range(of: "    place: \".*\"", options: .regularExpression))
        text.replaceSubrange(line, with: "    place: \"elsewhere\"")
      }
    },
    Sabotage(
      "a dump is missing", ["check"], .golden("V3"), "'dump.txt' is missing", then: restore
    ) { scene in
      try FileManager.default.removeItem(
        atPath: scene.green.folder(3).appendingPathComponent("dump.txt"))
    },
  ]

  static let pins: [Sabotage] = [
    Sabotage(
      "there are no pins", ["check"], .catalog, "the pins are missing: there is no file 'pins.txt'",
      then: "run goldenstore record 'Shop'"
    ) { scene in
      try FileManager.default.removeItem(atPath: scene.green.catalog.pinsPath)
    },
    Sabotage(
      "a pin is missing", ["check"], .golden("V2"), "'pins.txt' has no line for entity 'Tag'",
      then: "run goldenstore record 'Shop'"
    ) { scene in
      try editPins(&scene) { $0.removeAll { $0.hasPrefix("pin\tV2\tTag\t") } }
    },
    Sabotage(
      "a version has no state", ["check"], .golden("V3"),
      "'pins.txt' does not say whether the version is a draft or sealed",
      then: "run goldenstore record 'Shop'"
    ) { scene in
      try editPins(&scene) { $0.removeAll { $0.hasPrefix("state\tV3") } }
    },
    Sabotage(
      "a pin is another one", ["check"], .golden("V2"),
      "entity 'Tag' is pinned with hash 00000000…", then: "restore the line from git"
    ) { scene in
      try editPins(&scene) { lines in
        let index = try #require(lines.firstIndex { $0.hasPrefix("pin\tV2\tTag\t") })
        lines[index] = "pin\tV2\tTag\t" + String(repeating: "0", count: 64)
      }
    },
    Sabotage(
      "two branches pinned one entity", ["check"], .catalog,
      "contradicts line 4 about entity 'Article' of version 'V1'",
      then: "keep the lines of one of them, and its goldens"
    ) { scene in
      try editPins(&scene) { $0.append("pin\tV1\tArticle\t" + String(repeating: "1", count: 64)) }
    },
    Sabotage(
      "a pin is of a version that has gone", ["check"], .catalog,
      "names the state of version 'V9', which the history does not have",
      then: "restore the line from git"
    ) { scene in
      try editPins(&scene) { $0.append("state\tV9\tdraft") }
    },
    Sabotage(
      "a line of the pins is cut short", ["check"], .catalog,
      "expected a state or a pin, found 'pin\tV3'", then: "restore the line from git"
    ) { scene in
      try editPins(&scene) { $0.append("pin\tV3") }
    },
    Sabotage(
      "a sealed golden was recorded again by way of a draft", ["check"],
      given: { scene in _ = try scene.catalog().seal() }, .golden("V2"),
      "'manifest.json' is not the one that was sealed",
      then: "restore the golden from git; what has shipped must not change"
    ) { scene in
      let path = scene.green.catalog.pinsPath
      let sealed = try String(contentsOfFile: path, encoding: .utf8)
      try editPins(&scene) { lines in
        lines = lines.map { $0.hasPrefix("state\tV2") ? "state\tV2\tdraft" : $0 }
      }
      _ = try scene.catalog().record(.all, seed: 2)
      try Data(sealed.utf8).write(to: URL(fileURLWithPath: path))
    },
    Sabotage(
      "a sealed version was changed, and recorded", ["record", "--mode", "all"],
      given: { scene in _ = try scene.catalog().seal() }, .command,
      "golden 'V2' of 'Shop' is sealed and must not be rewritten, but it would come out different: "
        + "entity 'Article': attribute 'place' was removed; undo the change, or add a version"
    ) { scene in
      scene.history.versions[1].entities[0].attributes.removeAll { $0.name == "place" }
    },
  ]

  private static func editManifest(
    _ version: Int, _ scene: inout Scene, _ change: (inout Manifest) throws -> Void
  ) throws {
    let path = try scene.catalog().golden(at: version - 1).manifestPath
    var manifest = try Manifest(contentsOf: path)
    try change(&manifest)
    try manifest.encode().write(to: URL(fileURLWithPath: path))
  }

  private static func editPins(
    _ scene: inout Scene, _ change: (inout [String]) throws -> Void
  ) throws {
    try GreenCatalog.editText(scene.green.catalog.pinsPath) { text in
      var lines = text.split(separator: "\n").map(String.init)
      try change(&lines)
      text = lines.joined(separator: "\n") + "\n"
    }
  }
}
