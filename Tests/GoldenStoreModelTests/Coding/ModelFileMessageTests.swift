import Foundation
import GoldenStoreModel
import Testing

/// Bad model files, and the exact sentence that refuses each.
struct ModelFileMessageTests {
  private static let badFiles: [(text: String, sentence: String)] = [
    // Vocabulary.
    (
      ModelFixture.entity("  <attribute name=\"a\" attributeType=\"Integr 16\"/>"),
      "4:3: error: unknown attribute type 'Integr 16'; did you mean 'Integer 16'?"
    ),
    (
      ModelFixture.entity("<attribute name=\"a\"\n  attributeType=\"Quaternion\"/>"),
      """
      4:1: error: unknown attribute type 'Quaternion'; expected 'Integer 16', 'Integer 32', \
      'Integer 64', 'Decimal', 'Double', 'Float', 'String', 'Boolean', 'Date', 'Binary', 'UUID', \
      'URI', 'Transformable', 'Composite' or 'Undefined'
      """
    ),
    (
      ModelFixture.entity("<!-- ü€ -->\n<!-- ü€😀 --> <atribute/>"),
      "5:14: error: unexpected element 'atribute' in element 'entity'; did you mean 'attribute'?"
    ),
    (
      ModelFixture.model("<configuration name=\"C\"><entry key=\"a\"/></configuration>"),
      "3:25: error: unexpected element 'entry' in element 'configuration'; expected 'memberEntity'"
    ),
    ("<plist/>", "1:1: error: unexpected element 'plist'; expected 'model'"),
    (
      ModelFixture.entity("<attribute attributeType=\"String\"/>"),
      "4:1: error: element 'attribute' has no attribute 'name'"
    ),
    (
      ModelFixture.entity("<relationship name=\"r\"/>"),
      "4:1: error: element 'relationship' has no attribute 'destinationEntity'"
    ),
    (
      ModelFixture.entity("<attribute name=\"a\" attributeType=\"String\" derived=\"YES\"/>"),
      "4:1: error: element 'attribute' has no attribute 'derivationExpression'"
    ),
    (
      ModelFixture.entity("<attribute name=\"a\" attributeType=\"String\" optional=\"true\"/>"),
      "4:1: error: attribute 'optional': expected 'YES' or 'NO', found 'true'"
    ),
    (
      ModelFixture.entity(
        "<relationship name=\"r\" destinationEntity=\"E\" deletionRule=\"Casade\"/>"),
      """
      4:1: error: attribute 'deletionRule': expected 'Nullify', 'Cascade', 'Deny' or 'No Action', \
      found 'Casade'; did you mean 'Cascade'?
      """
    ),
    (
      ModelFixture.entity(
        "<relationship name=\"r\" destinationEntity=\"E\" maxCount=\"4294967297\"/>"),
      "4:1: error: attribute 'maxCount': expected a whole number, found '4294967297'"
    ),
    (
      ModelFixture.entity(
        "<attribute name=\"a\" attributeType=\"Integer 16\" defaultValueString=\"70000\"/>"),
      """
      4:1: error: attribute 'defaultValueString': expected a whole number from -32768 to 32767, \
      found '70000'
      """
    ),
    (
      ModelFixture.entity(
        "<attribute name=\"a\" attributeType=\"Double\" defaultValueString=\"nan\"/>"),
      "4:1: error: attribute 'defaultValueString': expected a number, found 'nan'"
    ),
    (
      ModelFixture.entity(
        "<attribute name=\"a\" attributeType=\"Boolean\" defaultValueString=\"maybe\"/>"),
      "4:1: error: attribute 'defaultValueString': expected 'YES' or 'NO', found 'maybe'"
    ),
    (
      ModelFixture.entity(
        "<attribute name=\"a\" attributeType=\"Binary\" defaultValueString=\"x\"/>"),
      """
      4:1: error: attribute 'defaultValueString': expected no default for a value of type binary, \
      found 'x'
      """
    ),
    (
      ModelFixture.entity(
        "<attribute name=\"a\" attributeType=\"Date\" defaultValueString=\"today\"/>"),
      """
      4:1: error: attribute 'defaultValueString': expected the date as 'defaultDateTimeInterval' \
      too, found 'today'
      """
    ),
    (
      ModelFixture.entity(
        "<attribute name=\"a\" attributeType=\"Composite\" composite=\"Plce\"/></entity>"
          + "<composite name=\"Place\"/><entity name=\"F\">"),
      """
      4:1: error: attribute 'a' has composite 'Plce', which the model does not declare; did you \
      mean 'Place'?
      """
    ),
    (
      ModelFixture.entity(
        """
        <attribute name="a" attributeType="Composite" composite="P"/></entity>
        <composite name="P"><attribute name="b" attributeType="Composite" composite="Q"/></composite>
        <composite name="Q"><attribute name="c" attributeType="Composite" composite="P"/></composite>
        <entity name="F">
        """),
      "5:1: error: composite 'P' contains itself"
    ),
    (
      ModelFixture.entity(
        "<fetchIndex name=\"i\"><fetchIndexElement property=\"a\" order=\"up\"/></fetchIndex>"),
      "4:22: error: attribute 'order': expected 'ascending' or 'descending', found 'up'"
    ),
    // Meaning: the place is that of the entity or property.
    (
      ModelFixture.entity("<relationship name=\"r\" destinationEntity=\"F\"/>"),
      """
      4:1: error: relationship 'E.r' has destination 'F', which model 'V3' does not declare; did \
      you mean 'E'?
      """
    ),
    (
      ModelFixture.model("<entity name=\"E\"/>\n<entity name=\"E\"/>"),
      "4:1: error: entity 'E' is declared twice"
    ),
    (
      ModelFixture.entity("<attribute name=\"a\"/>"),
      "4:1: error: attribute 'E.a' has no type; only a transient attribute may lack one"
    ),
    // XML.
    ("", "1:1: error: expected element 'model', found no element"),
    (
      "<model>\n  <entity name=\"E\">\n",
      "2:3: error: element 'entity' is not closed; the file seems to be cut short"
    ),
    (
      "<model>\n  <entity name=\"E",
      "2:3: error: tag '<entity' is not closed; the file seems to be cut short"
    ),
    ("<model></entity>", "1:8: error: expected '</model>', found '</entity>'"),
    ("<model/></model>", "1:9: error: expected the end of the file, found '</model>'"),
    ("<model/> text", "1:10: error: expected an element, found text"),
    ("<model><![CDATA[x]]></model>", "1:8: error: expected an element, found text"),
    (
      "<!DOCTYPE model [<!ENTITY a \"b\">]><model/>",
      "1:1: error: expected no document type, found '<!DOCTYPE'"
    ),
    (
      "<model><!-- x",
      "1:8: error: a comment is not closed; the file seems to be cut short"
    ),
  ]

  @Test(arguments: badFiles)
  func badFileIsRefusedWithItsPlace(_ text: String, _ sentence: String) {
    let error = #expect(throws: ModelError.self) { try ModelFixture.read(text) }
    #expect(error?.description == "V3.xcdatamodel/contents:" + sentence)
  }

  @Test func everyProblemOfAFileIsReportedAtOnce() {
    let error = #expect(throws: ModelError.self) {
      try ModelFixture.read(
        ModelFixture.entity(
          """
          <attribute attributeType="String"/>
          <attribute name="b" attributeType="Strng"/>
          <relationship name="r" toMany="yes"/>
          """))
    }
    #expect(
      error?.description == """
        V3.xcdatamodel/contents:4:1: error: element 'attribute' has no attribute 'name'
        V3.xcdatamodel/contents:5:1: error: unknown attribute type 'Strng'; did you mean 'String'?
        V3.xcdatamodel/contents:6:1: error: element 'relationship' has no attribute \
        'destinationEntity'
        V3.xcdatamodel/contents:6:1: error: attribute 'toMany': expected 'YES' or 'NO', found 'yes'
        """)
  }

  @Test(arguments: [
    "<model a=\"1\" a=\"2\"/>", "<model a=1/>", "<model a=\"&bomb;\"/>", "<model a=\"<\"/>",
    "<model a/>", "<1/>", "< model/>", "<!-- a -- b --><model/>",
  ])
  func malformedElementIsRefusedWithItsPlace(_ bad: String) {
    let text = "<model>\n <entity name=\"E\"/>\n  \(bad)\n</model>\n"
    let error = #expect(throws: ModelError.self) { try ModelFixture.read(text) }
    let sentence = error?.description ?? ""
    let line = bad.hasPrefix("<!--") ? "2:2" : "3:3"
    #expect(
      sentence.hasPrefix(
        "V3.xcdatamodel/contents:\(line): error: expected well-formed XML (parser error "),
      "\(sentence)")
  }

  @Test(arguments: ["<model/><model/>", "<>", "<model/><", "<?xml", "<model>\u{1}</model>"])
  func malformedFileIsRefused(_ text: String) {
    let error = #expect(throws: ModelError.self) { try ModelFixture.read(text) }
    #expect(error?.description.contains(": error: ") == true)
  }
}
