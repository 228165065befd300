import Foundation
import GoldenStoreModel

/// Makes the history that a file declares, without a compiler: a second reading of the language
/// in which histories are written, that shares nothing with what writes it.
struct HistoryReading {
  private let constants: [String: SwiftNode]

  /// The history that is the file's only public constant.
  static func history(of source: String) throws -> ModelHistory {
    let file = try SwiftNode.file(source)
    let names = file.constants.map(\.name)
    guard Set(names).count == names.count, file.imports == ["GoldenStoreModel"] else {
      throw SwiftToken.Problem(description: "a constant is declared twice, or an import is missing")
    }
    let histories = file.constants.filter(\.isPublic)
    guard histories.count == 1 else {
      throw SwiftToken.Problem(description: "\(histories.count) public constants")
    }
    let constants = Dictionary(uniqueKeysWithValues: file.constants.map { ($0.name, $0.value) })
    return try HistoryReading(constants: constants).history(histories[0].value)
  }

  private func history(_ node: SwiftNode) throws -> ModelHistory {
    var call = try Call(node, "ModelHistory")
    let name = try call.text()
    let current = try call.text(ifLabelled: "currentVersion")
    let oldest = try call.text(ifLabelled: "oldestSupportedVersion")
    return ModelHistory(
      name: name, versions: try call.finish().map { try model(constant($0)) },
      currentVersion: current, oldestSupportedVersion: oldest)
  }

  /// What a name in a closure stands for.
  private func constant(_ node: SwiftNode) throws -> SwiftNode {
    guard case .name(let name) = node, let value = constants[name] else {
      throw SwiftToken.Problem(description: "\(node) is no constant")
    }
    return value
  }

  private func model(_ node: SwiftNode) throws -> Model {
    var call = try Call(node, "Model")
    var model = Model(try call.text())
    model.versionIdentifiers = try call.array("versionIdentifiers").map { try Self.text($0) }
    model.configurations = try call.array("configurations").map { node in
      var call = try Call(node, "ModelConfiguration")
      let name = try call.text()
      let entities = try call.array("entities").map { try Self.text($0) }
      _ = try call.finish()
      return ModelConfiguration(name, entities: entities)
    }
    model.fetchRequests = try call.array("fetchRequests").map { node in
      var call = try Call(node, "FetchRequestTemplate")
      let request = FetchRequestTemplate(
        try call.text(), settings: try Self.userInfo(call.array("settings")))
      _ = try call.finish()
      return request
    }
    model.userInfo = try Self.userInfo(call.array("userInfo"))
    model.entities = try call.finish().map { try entity(constant($0)) }
    return model
  }

  private func entity(_ node: SwiftNode) throws -> Entity {
    var call = try Call(node, "Entity")
    var entity = Entity(try call.text())
    entity.superentity = try call.text(ifLabelled: "superentity")
    entity.isAbstract = try call.flag("isAbstract") ?? false
    entity.className = try call.text(ifLabelled: "className")
    entity.renamingIdentifier = try call.text(ifLabelled: "renamingIdentifier")
    entity.versionHashModifier = try call.text(ifLabelled: "versionHashModifier")
    entity.userInfo = try Self.userInfo(call.array("userInfo"))
    for part in try call.finish() {
      switch try Call(part).name {
      case "Attribute": entity.attributes.append(try Self.attribute(part))
      case "Relationship": entity.relationships.append(try Self.relationship(part))
      case "FetchedProperty": entity.fetchedProperties.append(try Self.fetchedProperty(part))
      case "FetchIndex": entity.fetchIndexes.append(try Self.fetchIndex(part))
      default:
        var constraint = try Call(part, "UniquenessConstraint")
        entity.uniquenessConstraints.append(
          UniquenessConstraint(properties: try constraint.rest().map { try Self.text($0) }))
      }
    }
    return entity
  }

  static func text(_ node: SwiftNode) throws -> String {
    guard case .text(let text) = node else {
      throw SwiftToken.Problem(description: "expected a text, found \(node)")
    }
    return text
  }

  static func userInfo(_ nodes: [SwiftNode]) throws -> [UserInfoEntry] {
    try nodes.map { node in
      var call = try Call(node, "UserInfoEntry")
      let entry = UserInfoEntry(try call.text(), try call.text())
      _ = try call.finish()
      return entry
    }
  }
}

/// A call whose arguments are taken in the order of the declaration, as the compiler wants them.
struct Call {
  let name: String
  private var arguments: ArraySlice<SwiftNode.Argument>
  private let closure: [SwiftNode]

  init(_ node: SwiftNode) throws {
    guard case .call(let function, let arguments, let closure) = node else {
      throw SwiftToken.Problem(description: "expected a call, found \(node)")
    }
    switch function {
    case .name(let name): self.name = name
    case .member(let name): self.name = "." + name
    default: throw SwiftToken.Problem(description: "\(function) can't be called")
    }
    self.arguments = arguments[...]
    self.closure = closure
  }

  init(_ node: SwiftNode, _ name: String) throws {
    try self.init(node)
    guard self.name == name else {
      throw SwiftToken.Problem(description: "expected \(name), found \(self.name)")
    }
  }

  /// The next argument, if it has this label.
  mutating func argument(_ label: String?) -> SwiftNode? {
    guard let first = arguments.first, first.label == label else { return nil }
    arguments.removeFirst()
    return first.value
  }

  /// The next argument, which has no label and is a text.
  mutating func text() throws -> String {
    guard let node = argument(nil) else {
      throw SwiftToken.Problem(description: "'\(name)' lacks a text")
    }
    return try HistoryReading.text(node)
  }

  mutating func text(ifLabelled label: String) throws -> String? {
    try argument(label).map { try HistoryReading.text($0) }
  }

  mutating func flag(_ label: String) throws -> Bool? {
    switch argument(label) {
    case nil: return nil
    case .name("true"): return true
    case .name("false"): return false
    case let node?: throw SwiftToken.Problem(description: "expected a flag, found \(node)")
    }
  }

  /// The elements of an array; none where it is left out.
  mutating func array(_ label: String) throws -> [SwiftNode] {
    switch argument(label) {
    case nil: return []
    case .array(let elements): return elements
    case let node?: throw SwiftToken.Problem(description: "expected a list, found \(node)")
    }
  }

  mutating func number(_ label: String) throws -> Int? {
    switch argument(label) {
    case nil: return nil
    case .number(let text): return Int(text.filter { $0 != "_" })
    case let node?: throw SwiftToken.Problem(description: "expected a number, found \(node)")
    }
  }

  /// The name of a case such as `.cascade`, without its dot.
  mutating func member(_ label: String?) throws -> String? {
    guard let first = arguments.first, first.label == label, case .member(let name) = first.value
    else { return nil }
    arguments.removeFirst()
    return name
  }

  /// All other arguments, none of which has a label.
  mutating func rest() throws -> [SwiftNode] {
    let rest = arguments.prefix { $0.label == nil }
    arguments = arguments[rest.endIndex...]
    return rest.map(\.value)
  }

  /// The statements of the closure, after the last argument.
  mutating func finish() throws -> [SwiftNode] {
    guard arguments.isEmpty else {
      throw SwiftToken.Problem(description: "'\(name)' has more arguments: \(arguments)")
    }
    return closure
  }
}
