import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of a model file with its attributes and children.
struct ModelElement {
  let name: String
  let place: FilePlace
  /// The attributes by name; XML gives them no order.
  let attributes: [String: String]
  var children: [ModelElement] = []

  /// Reads the root element of an XML text.
  ///
  /// - Throws: the first place where the text is not well-formed, or holds what a model file
  ///   never has: text between elements, a document type, more nesting than 32 levels.
  static func root(of data: Data) throws(PlacedModelFileProblem) -> ModelElement {
    let bytes = Array(data)
    guard !bytes.contains(0), String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    else {
      throw PlacedModelFileProblem(.notUTF8, at: FilePlace(line: 1, column: 1))
    }
    let builder = ModelElementBuilder(startTags: try XMLScanner.startTags(in: bytes))
    let parser = XMLParser(data: data)
    parser.delegate = builder
    // On Linux, parsing reports success for truncated text: ask for the error and a closed root.
    let isComplete = parser.parse()
    guard isComplete, parser.parserError == nil, !builder.isConfused, let root = builder.root
    else {
      let code = (parser.parserError as NSError?)?.code ?? 0
      throw PlacedModelFileProblem(.malformed(code: code), at: builder.placeOfError)
    }
    return root
  }
}

/// Collects elements while the parser reports them.
private final class ModelElementBuilder: NSObject, XMLParserDelegate {
  private let startTags: [XMLScanner.StartTag]
  private var count = 0
  private var open: [ModelElement] = []
  private(set) var root: ModelElement?
  /// Whether the parser saw other elements than the scan.
  private(set) var isConfused = false

  private var stop: FilePlace?

  init(startTags: [XMLScanner.StartTag]) { self.startTags = startTags }

  /// The element in which the parser stopped, or the last one before.
  var placeOfError: FilePlace {
    let first = FilePlace(line: 1, column: 1)
    guard let stop else {
      return startTags[min(count, startTags.count - 1)].place
    }
    return startTags.last {
      ($0.place.line, $0.place.column) < (stop.line, stop.column)
    }?.place ?? first
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    if stop == nil { stop = FilePlace(line: parser.lineNumber, column: parser.columnNumber) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    guard count < startTags.count, startTags[count].name == name, root == nil else {
      isConfused = true
      parser.abortParsing()
      return
    }
    open.append(ModelElement(name: name, place: startTags[count].place, attributes: attributes))
    count += 1
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let closed = open.popLast() else { return }
    if open.isEmpty {
      root = closed
    } else {
      open[open.count - 1].children.append(closed)
    }
  }
}
