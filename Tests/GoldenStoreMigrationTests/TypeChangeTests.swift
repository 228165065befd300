import Foundation
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Every pair of attribute types, against the matrix written out below.
struct TypeChangeTests {
  /// The columns of the matrix: `=` same, `w` wider, `n` other number, `-` refused, `t` refused
  /// unless the destination allows a transformation of bytes.
  private static let types: [AttributeType] = [
    .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean, .string, .date,
    .binary, .uuid, .uri, .transformable, .objectID, .composite,
  ]
  private static let matrix: [String] = [
    "=wwnnnn--------",  // integer16
    "n=wnnnn--------",  // integer32
    "nn=nnnn--------",  // integer64
    "nnn=nnn--------",  // decimal
    "nnnn=nn--------",  // double
    "nnnnw=n--------",  // float
    "wwwnnn=--------",  // boolean
    "-------=-------",  // string
    "--------=------",  // date
    "---------=--t--",  // binary
    "----------=----",  // uuid
    "-----------=---",  // uri
    "---------t--=--",  // transformable
    "-------------=-",  // objectID
    "--------------=",  // composite
  ]

  private func attribute(_ type: AttributeType, isAllowed: Bool, modifier: String?) -> Attribute {
    Attribute(
      "a", type, versionHashModifier: modifier,
      elements: type == .composite ? [Attribute("e", .string)] : [],
      userInfo: isAllowed ? [UserInfoEntry("NSMigrationAllowTypeTransformation", "YES")] : [])
  }

  private func change(
    _ source: AttributeType, _ destination: AttributeType, isAllowed: Bool
  ) throws -> TypeChange? {
    func model(_ name: String, _ attribute: Attribute) throws -> ValidatedModel {
      try Model(name) { Entity("E") { attribute } }.validated()
    }
    let mapping = try MappingModel.inferred(
      from: model("V1", attribute(source, isAllowed: false, modifier: nil)),
      to: model("V2", attribute(destination, isAllowed: isAllowed, modifier: "2")))
    return mapping.mapping(to: "E")?.attributes.first { $0.source != nil }?.typeChange
  }

  @Test("4.3: every pair of types is decided as Core Data does", arguments: types.indices)
  func everyPairIsDecidedAsCoreDataDoes(row: Int) throws {
    let source = Self.types[row]
    for (column, entry) in Self.matrix[row].enumerated() {
      let destination = Self.types[column]
      switch entry {
      case "=": #expect(try change(source, destination, isAllowed: false) == TypeChange.none)
      case "w": #expect(try change(source, destination, isAllowed: false) == .widening)
      case "n": #expect(try change(source, destination, isAllowed: false) == .numeric)
      case "t":
        #expect(try change(source, destination, isAllowed: true) == .bytes)
        requireRefusal(
          .incompatibleTypes(
            entity: "E", attribute: "a", source: source, destination: destination)
        ) { _ = try change(source, destination, isAllowed: false) }
      default:
        requireRefusal(
          .incompatibleTypes(
            entity: "E", attribute: "a", source: source, destination: destination)
        ) { _ = try change(source, destination, isAllowed: false) }
        requireRefusal(
          .impossibleTransformation(
            entity: "E", attribute: "a", source: source, destination: destination)
        ) { _ = try change(source, destination, isAllowed: true) }
      }
    }
  }

  @Test("4.3: Codable is no type of a model, from nothing and to nothing")
  func codableIsRefusedByName() throws {
    #expect(AttributeType(rawValue: 2200) == nil)
    #expect(Self.types.count == AttributeType.allCases.count - 1, "all but undefined")
    try withTemporaryDirectory { folder in
      let file = folder.appendingPathComponent("contents")
      try Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel"><entity name="E">\
        <attribute name="a" attributeType="Codable"/></entity></model>
        """.utf8
      ).write(to: file)
      let error = #expect(throws: ModelError.self) { try XCDataModelReader.read(file.path) }
      #expect(error?.description.contains("unknown attribute type 'Codable'") == true)
    }
  }

  private func requireRefusal(_ problem: InferenceProblem, _ body: () throws -> Void) {
    #expect(throws: MigrationError.cannotInfer(source: "V1", destination: "V2", problem)) {
      try body()
    }
  }
}
