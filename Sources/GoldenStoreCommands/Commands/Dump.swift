import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel

extension Command {
  static let dump = Command(
    "dump", "every object of a store as readable text or JSON",
    parameters: ["<store>"],
    options: [
      Option("--model", "M", "the model of the store; the one that it keeps is the default"),
      .order,
    ],
    example: "goldenstore dump Bookmarks.sqlite --model Bookmarks",
    details: ["Works on a copy; the store is never opened."]
  ) { invocation in
    let files = StoreFiles(main: invocation.arguments.positionals[0])
    let reader = try StoreReader(files: files, layout: try invocation.layout(of: files))
    if invocation.wantsJSON {
      try ObjectDump(reader: reader, terminal: invocation.terminal).write()
    } else {
      try ObjectDump(reader: reader, terminal: invocation.terminal).writeText()
    }
    return .fine
  }
}

/// Writes every object of a store, one at a time, so that no store is too large.
private struct ObjectDump {
  let reader: StoreReader
  let terminal: Terminal

  private var entities: [String] {
    reader.layout.model.entitiesByName.filter { !$0.isAbstract }.map(\.name)
  }

  func write() throws {
    var pending = Data("{\"entities\":[".utf8)
    for (position, entity) in entities.enumerated() {
      pending += Data((position == 0 ? "" : ",").utf8)
      pending += Data("{\"name\":".utf8) + (try JSON.encode(entity)) + Data(",\"objects\":[".utf8)
      var isFirst = true
      try reader.forEachObject(of: entity) { object in
        if !isFirst { pending.append(UInt8(ascii: ",")) }
        isFirst = false
        pending += try JSON.encode(DumpedObject(object))
        try flush(&pending, over: 1 << 16)
      }
      pending += Data("]}".utf8)
    }
    pending += Data("]}\n".utf8)
    try flush(&pending, over: 0)
  }

  /// The text of a golden's `dump.txt`.
  func writeText() throws {
    var pending = Data()
    for (position, entity) in entities.enumerated() {
      let count = try reader.count(of: entity)
      let heading = "\(entity): \(count == 1 ? "1 object" : "\(count) objects")\n"
      pending += Data(((position == 0 ? "" : "\n") + heading).utf8)
      try reader.forEachObject(of: entity) { object in
        pending += Data(StoreDump.text(of: object).utf8)
        try flush(&pending, over: 1 << 16)
      }
    }
    try flush(&pending, over: 0)
  }

  private func flush(_ pending: inout Data, over limit: Int) throws {
    guard pending.count > limit else { return }
    try terminal.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

private struct DumpedObject: Encodable {
  let primaryKey: Int64
  let attributes: [Attribute]
  let relationships: [Relationship]

  struct Attribute: Encodable {
    let name: String
    let value: DumpValue
  }

  struct Relationship: Encodable {
    let name: String
    let targets: [Target]
  }

  struct Target: Encodable {
    let entity: String
    let primaryKey: Int64
  }

  init(_ object: StoredObject) {
    primaryKey = object.primaryKey
    attributes = zip(object.shape.attributes, object.values).map {
      Attribute(name: $0, value: DumpValue($1))
    }
    relationships = zip(object.shape.relationships, object.targets).map { name, targets in
      Relationship(
        name: name,
        targets: targets.map { Target(entity: $0.entity, primaryKey: $0.primaryKey) })
    }
  }
}
