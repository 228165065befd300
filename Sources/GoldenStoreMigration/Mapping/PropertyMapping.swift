public import GoldenStoreModel

/// Where the values of a destination property come from.
public struct PropertyMapping: Hashable, Sendable {
  /// What sort of property a name stands for; a change of sort is a removal and an addition.
  public enum Kind: String, Hashable, Sendable {
    case attribute
    case derivedAttribute = "derived attribute"
    case relationship
  }

  /// Which objects get a value that the source does not have.
  public enum Fill: Hashable, Sendable {
    case none
    /// The attribute is new: every object gets the default.
    case everyObject(AttributeValue)
    /// The attribute became required: objects without a value get the default.
    case missingValues(AttributeValue)
  }

  public let kind: Kind
  /// The property's name in the source; `nil` where it is new.
  public let source: String?
  /// The property's name in the destination; an element of a composite is `composite.element`.
  public let destination: String
  public let typeChange: TypeChange
  public let fill: Fill
  /// Whether objects without a value make the migration fail.
  public let isChecked: Bool
  /// Whether inline values get the marker byte of external storage.
  public let gainsExternalStorage: Bool

  init(
    kind: Kind, source: String?, destination: String, typeChange: TypeChange = .none,
    fill: Fill = .none, isChecked: Bool = false, gainsExternalStorage: Bool = false
  ) {
    self.kind = kind
    self.source = source
    self.destination = destination
    self.typeChange = typeChange
    self.fill = fill
    self.isChecked = isChecked
    self.gainsExternalStorage = gainsExternalStorage
  }

  public var isAdded: Bool { source == nil }

  public var isRenamed: Bool { source != nil && source != destination }
}

extension PropertyMapping: CustomStringConvertible {
  /// The mapping as a line, such as `favoriteFolders ← favoriteFolder`.
  public var description: String {
    var line =
      switch source {
      case nil: "\(destination): new \(kind.rawValue)"
      case destination?: "\(destination)"
      case let source?: "\(destination) ← \(source)"
      }
    switch typeChange {
    case .none: break
    case .widening: line += ", wider type"
    case .numeric: line += ", other number"
    case .bytes: line += ", same bytes"
    }
    switch fill {
    case .none: break
    case .everyObject(let value): line += ", \(value) everywhere"
    case .missingValues(let value): line += ", \(value) instead of NULL"
    }
    if gainsExternalStorage { line += ", marked as external storage" }
    if isChecked { line += ", checked for missing values" }
    return line
  }
}
