/// What a model file or folder holds, and what was noticed while it was read.
public struct ModelFile: Hashable, Sendable {
  /// The versions in order; one for an `.xcdatamodel` or a bare `contents` file.
  public let history: ModelHistory
  /// What was read past, in file order: nothing here changes a hash or a table.
  public let notes: [ModelFileNote]
  /// What the file says beyond the words of a model, in version and file order.
  public let omissions: [ModelFileOmission]
}

/// A place in a text file: line and column in characters, both counted from 1.
public struct FilePlace: Hashable, Sendable, CustomStringConvertible {
  public let line: Int
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public var description: String { "\(line):\(column)" }
}

/// Something in a model file that is ignored, and where.
public struct ModelFileNote: Hashable, Sendable, CustomStringConvertible {
  /// What is ignored or assumed.
  public enum Subject: Hashable, Sendable {
    /// An attribute that no known version of Xcode writes on this element.
    case unknownAttribute(String, element: String, known: [String])
    /// An integer default that does not begin with a number, which the model compiler reads as 0.
    case defaultReadAsZero(attribute: String, text: String)
    /// A derivation expression on an attribute that is not marked as derived.
    case unusedDerivation(attribute: String)
    /// A folder of several versions that does not say which one is current.
    case assumedCurrentVersion(String)
  }

  /// The file or folder.
  public let file: String
  /// The start of the element; `nil` for a note on a whole folder.
  public let place: FilePlace?
  public let subject: Subject

  public var description: String {
    "\(file):\(place.map { "\($0):" } ?? "") note: \(subject)"
  }
}

extension ModelFileNote.Subject: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownAttribute(let name, let element, let known):
      "ignored unknown attribute '\(name)' of element '\(element)'"
        + NearestName.suggestion(for: name, in: known)
    case .defaultReadAsZero(let attribute, let text):
      "default '\(text)' of integer attribute '\(attribute)' counts as 0"
    case .unusedDerivation(let attribute):
      "ignored the derivation expression of attribute '\(attribute)', "
        + "which is not marked with 'derived=\"YES\"'"
    case .assumedCurrentVersion(let name):
      "took the last version, '\(name)', as the current one, because there is no "
        + "'.xccurrentversion'"
    }
  }
}
