import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel

extension Command {
  private static let entity = Option(
    "--entity", "NAMES", "only these entities with their subentities, as names joined with commas")
  private static let limit = Option("--limit", "N", "only the first N objects of each entity")
  private static let full = Option("--full", nil, "long texts and long lists of targets in full")

  static let dump = Command(
    "dump", "every object of a store as readable text or JSON",
    parameters: ["<store>"],
    options: [
      Option("--model", "M", "the model of the store; the one that it keeps is the default"),
      .order, entity, limit, full,
    ],
    example: "goldenstore dump Bookmarks.sqlite --model Bookmarks",
    details: [
      """
      Works on a copy; the store is never opened. Objects are listed under their own entity, by
      primary key. JSON is always in full.
      """
    ]
  ) { invocation in
    let arguments = invocation.arguments
    let files = StoreFiles(main: arguments.positionals[0])
    let layout = try invocation.layout(of: files)
    let dump = try ObjectDump(
      reader: StoreReader(files: files, layout: layout),
      entities: selection(arguments.value(of: entity), in: layout.model),
      limit: arguments.number(of: limit, in: 1...Int.max), terminal: invocation.terminal)
    if invocation.wantsJSON {
      if arguments.has(full) {
        throw CommandError.pointlessOption(full.name, reason: "JSON is always in full")
      }
      try dump.write()
    } else {
      try dump.writeText(in: arguments.has(full) ? StoreDump.full : StoreDump.shortened)
    }
    return .fine
  }

  /// The names of the concrete entities that a list names, or of all, in name order.
  private static func selection(
    _ list: String?, in model: ValidatedModel
  ) throws(CommandError) -> [String] {
    let concrete = model.entitiesByName.filter { !$0.isAbstract }
    guard let list else { return concrete.map(\.name) }
    var selected: Set<String> = []
    for name in list.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      guard model.entity(named: name) != nil else {
        throw .unknownEntity(name, model: model.name, known: model.entitiesByName.map(\.name))
      }
      selected.insert(name)
    }
    return concrete.filter { model.lineage(of: $0).contains { selected.contains($0.name) } }
      .map(\.name)
  }
}

/// Writes objects of a store, one at a time, so that no store is too large.
private struct ObjectDump {
  let reader: StoreReader
  let entities: [String]
  /// How many objects of each entity are written; `nil` for all.
  let limit: Int?
  let terminal: Terminal

  /// Ends a walk over the objects of an entity at the limit.
  private struct LimitReached: Error {}

  func write() throws {
    var pending = Data("{\"entities\":[".utf8)
    for (position, entity) in entities.enumerated() {
      pending += Data((position == 0 ? "" : ",").utf8)
      pending += Data("{\"name\":".utf8) + (try JSON.encode(entity)) + Data(",\"objects\":[".utf8)
      let ordered = Set(
        reader.layout.entity(named: entity)?.relationships.map(\.relationship)
          .filter(\.isOrdered).map(\.name) ?? [])
      var isFirst = true
      try forEachObject(of: entity) { object in
        if !isFirst { pending.append(UInt8(ascii: ",")) }
        isFirst = false
        pending += try JSON.encode(DumpedObject(object, ordered: ordered))
        try flush(&pending, over: 1 << 16)
      }
      pending += Data("]}".utf8)
    }
    pending += Data("]}\n".utf8)
    try flush(&pending, over: 0)
  }

  /// In full, the text of a golden's `dump.txt`.
  func writeText(in style: StoreDump.Style) throws {
    var pending = Data()
    for (position, entity) in entities.enumerated() {
      let count = try reader.count(of: entity)
      let heading = "\(entity): \(count == 1 ? "1 object" : "\(count) objects")\n"
      pending += Data(((position == 0 ? "" : "\n") + heading).utf8)
      try forEachObject(of: entity) { object in
        pending += Data(StoreDump.text(of: object, in: style).utf8)
        try flush(&pending, over: 1 << 16)
      }
      if let limit, count > limit {
        pending += Data("  and \(Amount.count(count - Int64(limit))) more\n".utf8)
      }
    }
    try flush(&pending, over: 0)
  }

  private func forEachObject(
    of entity: String, _ body: (StoredObject) throws -> Void
  ) throws {
    var count = 0
    do {
      try reader.forEachObject(of: entity) { object in
        try body(object)
        count += 1
        if count == limit { throw LimitReached() }
      }
    } catch is LimitReached {
      return
    }
  }

  private func flush(_ pending: inout Data, over limit: Int) throws {
    guard pending.count > limit else { return }
    try terminal.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

private struct DumpedObject: Encodable {
  private static func byKey(_ left: ObjectReference, _ right: ObjectReference) -> Bool {
    left.primaryKey == right.primaryKey
      ? NameOrder.precedes(left.entity, right.entity) : left.primaryKey < right.primaryKey
  }

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

  /// - Parameter ordered: The relationships whose targets have an order of their own; all others
  ///   are listed by key.
  init(_ object: StoredObject, ordered: Set<String>) {
    primaryKey = object.primaryKey
    attributes = zip(object.shape.attributes, object.values).map {
      Attribute(name: $0, value: DumpValue($1))
    }
    relationships = zip(object.shape.relationships, object.targets).map { name, targets in
      Relationship(
        name: name,
        targets: (ordered.contains(name) ? targets : targets.sorted(by: DumpedObject.byKey))
          .map { Target(entity: $0.entity, primaryKey: $0.primaryKey) })
    }
  }
}
