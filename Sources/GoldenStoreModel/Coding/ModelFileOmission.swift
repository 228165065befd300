/// Something that a model file says and that a ``Model`` has no word for: it changes no hash and
/// no table.
public struct ModelFileOmission: Hashable, Sendable {
  /// The name of the version.
  public let version: String
  /// The entity, property, configuration or composite type that it belongs to; `nil` for the
  /// model itself.
  public let owner: String?
  public let subject: Subject

  /// The same of another version, such as one that its model was joined into.
  package func of(version: String) -> ModelFileOmission {
    ModelFileOmission(version: version, owner: owner, subject: subject)
  }

  /// What is left out.
  public enum Subject: Hashable, Sendable {
    /// A setting with its value, such as `codeGenerationType`.
    case setting(String, value: String)
    /// A composite type that no attribute uses.
    case unusedComposite(String)
    /// What only serves the editor: versions of tools, places in its diagram.
    case bookkeeping(String)
  }
}

extension ModelFileOmission.Subject: CustomStringConvertible {
  public var description: String {
    switch self {
    case .setting(let name, let value): "\(name) '\(value)'"
    case .unusedComposite(let name): "composite type '\(name)', which no attribute uses"
    case .bookkeeping(let name): name
    }
  }
}

/// One pass over the elements of a model file that collects what a model has no word for.
struct ModelFileOmissions {
  private let version: String
  private(set) var omissions: [ModelFileOmission] = []

  init(of root: ModelElement, version: String) {
    self.version = version
    collect(root, owner: nil)
    for child in root.children {
      let name = child.attributes["name"] ?? ""
      switch child.name {
      case "entity", "composite": collectProperties(of: child, name: name)
      case "configuration": collect(child, owner: "configuration '\(name)'")
      case "elements": add(nil, .bookkeeping(child.name))
      default: break
      }
    }
    collectUnusedComposites(of: root)
  }

  private mutating func collectProperties(of element: ModelElement, name: String) {
    collect(element, owner: name)
    for property in element.children {
      collect(property, owner: "\(name).\(property.attributes["name"] ?? "")")
    }
  }

  private mutating func collect(_ element: ModelElement, owner: String?) {
    for setting in ModelFileOmissions.settings[element.name] ?? [] {
      guard let value = element.attributes[setting.name], value != setting.usual else { continue }
      add(owner, .setting(setting.name, value: value))
    }
    for name in ModelFileOmissions.bookkeeping[element.name] ?? []
    where element.attributes[name] != nil {
      add(owner, .bookkeeping(name))
    }
  }

  /// Elements of a composite may be composites themselves.
  private mutating func collectUnusedComposites(of root: ModelElement) {
    var used: Set<String> = []
    for child in root.children where child.name == "entity" || child.name == "composite" {
      used.formUnion(child.children.compactMap { $0.attributes["composite"] })
    }
    for child in root.children where child.name == "composite" {
      guard let name = child.attributes["name"], !used.contains(name) else { continue }
      add(nil, .unusedComposite(name))
    }
  }

  private mutating func add(_ owner: String?, _ subject: ModelFileOmission.Subject) {
    omissions.append(ModelFileOmission(version: version, owner: owner, subject: subject))
  }

  /// The settings without a word, by element, each with the value that says no more than its
  /// absence does.
  private static let settings: [String: [(name: String, usual: String?)]] = [
    "model": [
      ("name", ""), ("sourceLanguage", nil), ("usedWithSwiftData", "NO"),
      ("usedWithCloudKit", "NO"),
    ],
    "entity": [
      ("codeGenerationType", nil), ("syncable", "YES"),
      ("coreSpotlightDisplayNameExpression", nil),
    ],
    "attribute": [
      ("usesScalarValueType", "NO"), ("storedInTruthFile", "NO"), ("syncable", "YES"),
    ],
    "relationship": [("syncable", "YES")],
    "fetchedProperty": [("syncable", "YES")],
    "configuration": [("usedWithCloudKit", "NO")],
  ]

  private static let bookkeeping: [String: [String]] = [
    "model": [
      "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
      "macOSVersion", "iOSVersion",
    ]
  ]
}
