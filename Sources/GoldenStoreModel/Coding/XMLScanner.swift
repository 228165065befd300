/// Finds the start tags of an XML text, before a parser sees it.
///
/// `XMLParser` reports positions after a tag, accepts truncated text on Linux, and expands
/// entities; this scan knows where each element begins and refuses what a model file never has:
/// document types, text between elements, elements that nobody closes.
struct XMLScanner {
  /// The start of one element.
  struct StartTag: Hashable {
    let name: String
    let place: FilePlace
  }

  /// How deep elements may be nested; Xcode writes five levels.
  static let depthLimit = 32

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var column = 1
  private var tags: [StartTag] = []
  private var open: [StartTag] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the start tags in file order.
  static func startTags(in bytes: [UInt8]) throws(PlacedModelFileProblem) -> [StartTag] {
    var scanner = XMLScanner(bytes)
    try scanner.scan()
    return scanner.tags
  }

  private var place: FilePlace { FilePlace(line: line, column: column) }

  private mutating func scan() throws(PlacedModelFileProblem) {
    if starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") {
        try scanMarkup()
      } else if XMLScanner.isSpace(bytes[position]) {
        step()
      } else {
        throw failure(.strayText, at: place)
      }
    }
    if let unclosed = open.last {
      throw failure(.unclosed("element '\(unclosed.name)'"), at: unclosed.place)
    }
    if tags.isEmpty { throw failure(.noElement, at: place) }
  }

  private mutating func scanMarkup() throws(PlacedModelFileProblem) {
    if starts(with: Array("<!--".utf8)) {
      try skip(past: "-->", what: "a comment")
    } else if starts(with: Array("<?".utf8)) {
      try skip(past: "?>", what: "a processing instruction")
    } else if starts(with: Array("<![CDATA[".utf8)) {
      throw failure(.strayText, at: place)
    } else if starts(with: Array("<!".utf8)) {
      throw failure(.documentType, at: place)
    } else if starts(with: Array("</".utf8)) {
      try scanEndTag()
    } else {
      try scanStartTag()
    }
  }

  private mutating func scanEndTag() throws(PlacedModelFileProblem) {
    let start = place
    advance(2)
    let name = scanName()
    while position < bytes.count, XMLScanner.isSpace(bytes[position]) { step() }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw failure(.unclosed("tag '</\(name)'"), at: start)
    }
    guard open.last?.name == name else {
      throw failure(.mismatchedEnd(expected: open.last?.name, found: name), at: start)
    }
    open.removeLast()
    step()
  }

  private mutating func scanStartTag() throws(PlacedModelFileProblem) {
    let start = place
    step()
    let tag = StartTag(name: scanName(), place: start)
    var quote: UInt8?
    var isSelfClosing = false
    while position < bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      isSelfClosing = byte == UInt8(ascii: "/")
      step()
    }
    guard position < bytes.count else {
      throw failure(.unclosed("tag '<\(tag.name)'"), at: start)
    }
    step()
    tags.append(tag)
    guard !isSelfClosing else { return }
    open.append(tag)
    if open.count > XMLScanner.depthLimit {
      throw failure(.nestedTooDeep(limit: XMLScanner.depthLimit), at: start)
    }
  }

  private mutating func scanName() -> String {
    let start = position
    while position < bytes.count, !XMLScanner.endsName(bytes[position]) { step() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skip(
    past text: String, what: String
  ) throws(PlacedModelFileProblem) {
    let start = place
    let end = Array(text.utf8)
    while position < bytes.count {
      if starts(with: end) {
        advance(end.count)
        return
      }
      step()
    }
    throw failure(.unclosed(what), at: start)
  }

  private mutating func advance(_ count: Int) {
    for _ in 0..<count where position < bytes.count { step() }
  }

  /// Goes past one byte; a character counts once, with its first byte.
  private mutating func step() {
    let byte = bytes[position]
    position += 1
    if byte == 0x0A {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  private func starts(with text: [UInt8]) -> Bool {
    bytes.count - position >= text.count
      && bytes[position..<(position + text.count)].elementsEqual(text)
  }

  private func failure(
    _ problem: ModelFileProblem, at place: FilePlace
  ) -> PlacedModelFileProblem {
    PlacedModelFileProblem(problem, at: place)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "<")
  }
}
