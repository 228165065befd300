import Foundation
import GoldenStoreModel
import Testing

struct XCDataModelReaderTests {
  @Test func everyAttributeOfEveryElementIsRead() throws {
    let file = try ModelFixture.read(Self.everything)
    #expect(file.notes.isEmpty, "\(file.notes)")
    #expect(file.history.name == "V3")
    let model = try #require(file.history.versions.first)
    #expect(model.name == "V3")
    #expect(model.versionIdentifiers == ["1.2"])
    #expect(model.userInfo == [.init("b", "1"), .init("a", "2")])
    #expect(model.configurations == [ModelConfiguration("Local", entities: ["Pet", "Person"])])
    #expect(
      model.fetchRequests == [
        FetchRequestTemplate(
          "All", settings: [.init("entity", "Pet"), .init("predicateString", "age > 1 && age < 3")]
        )
      ])
    #expect(model.entities == Self.expectedEntities)
    _ = try model.validated()
  }

  private static let everything = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <!-- a comment with <tags> and - no end -->
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    userDefinedModelVersionIdentifier='1.2' usedWithCloudKit="false" name="x">
      <entity name="Pet" representedClassName=".Pet" isAbstract="YES" elementID="Animal" \
    versionHashModifier="m" syncable="YES" codeGenerationType="class">
        <attribute name="age" optional="YES" attributeType="Integer 16" indexed="YES"/>
        <attribute name="picture" attributeType="Binary" allowsExternalBinaryDataStorage="YES" \
    preserveAfterDeletion="YES" allowsCloudEncryption="YES" spotlightIndexingEnabled="YES" \
    versionHashModifier="2" elementID="photo"/>
        <attribute name="mood" transient="YES" optional="YES" syncable="YES"/>
        <attribute name="color" attributeType="Transformable" valueTransformerName="T" \
    customClassName="UIColor"/>
        <attribute name="ownerName" attributeType="String" derived="YES" \
    derivationExpression="owner.name"/>
        <attribute name="home" attributeType="Composite" composite="Place"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="No Action" \
    destinationEntity="Person" inverseName="pets" inverseEntity="Person"/>
        <fetchedProperty name="peers" optional="YES">
          <fetchRequest name="r" entity="Pet" fetchLimit="3"/>
        </fetchedProperty>
        <fetchIndex name="byAge" partialIndexPredicate="age != nil">
          <fetchIndexElement property="age" type="Binary" order="descending"/>
          <fetchIndexElement expression="self" expressionType="Integer 64" type="RTree"/>
          <userInfo><entry key="i" value="j"/></userInfo>
        </fetchIndex>
        <compoundIndexes>
          <compoundIndex><index value="age"/><index value="ownerName"/></compoundIndex>
        </compoundIndexes>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="ownerName"/><constraint value="age"/>\
    </uniquenessConstraint>
        </uniquenessConstraints>
        <userInfo/>
      </entity>
      <entity name="Person" parentEntity="Pet">
        <attribute name="name" attributeType="String" regularExpressionString="a+" \
    minValueString="1" maxValueString="9"><userInfo><entry key="k" value=""/></userInfo>\
    </attribute>
        <relationship name="pets" toMany="YES" minCount="1" maxCount="9" ordered="YES" \
    deleteRule="Deny" destinationEntity="Pet" inverseName="owner" inverseEntity="Pet" \
    elementID="animals" versionHashModifier="3"/>
        <relationship name="all" toMany="YES" deletionRule="Cascade" transient="YES" \
    destinationEntity="Pet"/>
      </entity>
      <composite name="Place">
        <attribute name="city" optional="YES" attributeType="String"/>
        <attribute name="point" attributeType="Composite" composite="Point"/>
      </composite>
      <composite name="Point"><attribute name="x" attributeType="Double"/></composite>
      <configuration name="Local">
        <memberEntity name="Pet"/><memberEntity name="Person"/>
      </configuration>
      <fetchRequest name="All" entity="Pet" predicateString="age &gt; 1 &amp;&amp; age &lt; 3"/>
      <userInfo><entry key="b" value="1"/><entry key="a" value="2"/></userInfo>
      <elements><element name="Pet" positionX="0" positionY="0" width="1" height="1"/></elements>
    </model>
    """

  private static let expectedEntities = [
    Entity(
      "Pet", isAbstract: true, className: ".Pet", renamingIdentifier: "Animal",
      versionHashModifier: "m"
    ) {
      Attribute("age", .integer16)
      Attribute(
        "picture", .binary, isOptional: false, allowsExternalBinaryDataStorage: true,
        preservesValueInHistoryOnDeletion: true, allowsCloudEncryption: true,
        isIndexedBySpotlight: true, renamingIdentifier: "photo", versionHashModifier: "2")
      Attribute("mood", .undefined, isTransient: true)
      Attribute(
        "color", .transformable, isOptional: false, valueTransformerName: "T",
        valueClassName: "UIColor")
      Attribute("ownerName", .string, isOptional: false, derivation: Derivation("owner.name"))
      Attribute(
        "home", .composite, isOptional: false,
        elements: [
          Attribute("city", .string),
          Attribute(
            "point", .composite, isOptional: false,
            elements: [Attribute("x", .double, isOptional: false)], compositeName: "Point"),
        ], compositeName: "Place")
      Relationship("owner", to: "Person", inverse: "pets", deleteRule: .noAction)
      FetchedProperty(
        "peers", fetchRequest: [.init("entity", "Pet"), .init("fetchLimit", "3")])
      FetchIndex(
        "byAge",
        elements: [
          .descending("age"),
          FetchIndexElement(.expression("self", type: .integer64), kind: .rTree),
        ], partialIndexPredicate: "age != nil", userInfo: [.init("i", "j")])
      FetchIndex("age", "age")
      FetchIndex("age_ownerName", "age", "ownerName")
      UniquenessConstraint("ownerName", "age")
    },
    Entity("Person", superentity: "Pet") {
      Attribute(
        "name", .string, isOptional: false,
        validation: AttributeValidation(minimum: "1", maximum: "9", regularExpression: "a+"),
        userInfo: [.init("k", "")])
      Relationship(
        "pets", to: "Pet", inverse: "owner", .toMany(min: 1, max: 9), isOptional: false,
        isOrdered: true, deleteRule: .deny, renamingIdentifier: "animals",
        versionHashModifier: "3")
      Relationship(
        "all", to: "Pet", .toMany, isOptional: false, deleteRule: .cascade, isTransient: true)
    },
  ]

  @Test func absentMeansNo() throws {
    let file = try ModelFixture.read(
      ModelFixture.model(
        """
        <entity name="E"><attribute name="a" attributeType="String" versionHashModifier=""/>
        <relationship name="one" destinationEntity="E"/>
        <relationship name="many" toMany="YES" destinationEntity="E"/></entity>
        """))
    let entity = try #require(file.history.versions.first?.entities.first)
    #expect(!entity.isAbstract && entity.superentity == nil && entity.renamingIdentifier == nil)
    let attribute = try #require(entity.attributes.first)
    #expect(!attribute.isOptional && !attribute.isTransient && attribute.defaultValue == nil)
    #expect(attribute.versionHashModifier == nil)
    #expect(entity.relationships.map(\.isOptional) == [false, false])
    #expect(entity.relationships.map(\.maxCount) == [1, 0])
    #expect(entity.relationships.map(\.minCount) == [0, 0])
    #expect(entity.relationships.map(\.deleteRule) == [.nullify, .nullify])
    #expect(file.history.versions.first?.versionIdentifiers == [""])
  }

  private static let defaults: [(type: String, text: String, value: AttributeValue?)] = [
    ("Integer 16", "-32768", AttributeValue.integer(-32768)), ("Integer 32", "0.0", .integer(0)),
    ("Integer 64", "9223372036854775807", .integer(.max)), ("Decimal", "1.50", decimal("1.5")),
    ("Double", "0", .double(0)), ("Float", "-1.5e3", .float(-1500)),
    ("Boolean", "YES", .boolean(true)), ("Boolean", "NO", .boolean(false)),
    ("String", "", .string("")), ("String", "a &amp; b", .string("a & b")),
    ("URI", "https://a.b/c", .uri("https://a.b/c")),
    (
      "UUID", "0A000000-0000-0000-0000-00000000000b",
      .uuid(UUID(uuid: (10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11)))
    ),
  ]

  @Test(arguments: defaults)
  func defaultIsAValueOfTheAttributesType(
    _ type: String, _ text: String, _ value: AttributeValue?
  ) throws {
    let file = try ModelFixture.read(
      ModelFixture.entity(
        "<attribute name=\"a\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>"))
    #expect(file.history.versions.first?.entities.first?.attributes.first?.defaultValue == value)
    #expect(file.notes.isEmpty)
  }

  private static func decimal(_ text: String) -> AttributeValue? {
    DecimalNumber(text).map { .decimal($0) }
  }

  @Test func defaultDateIsTheIntervalAndNotTheText() throws {
    let file = try ModelFixture.read(
      ModelFixture.entity(
        """
        <attribute name="a" attributeType="Date" defaultDateTimeInterval="388411200" \
        defaultValueString="tomorrow"/>
        """))
    let attribute = file.history.versions.first?.entities.first?.attributes.first
    #expect(attribute?.defaultValue == .date(388_411_200))
  }

  @Test func ignoredThingsAreNotedWithTheirPlace() throws {
    let file = try ModelFixture.read(
      ModelFixture.entity(
        """
        <attribute name="a" attributeType="Integer 32" defaultValueString="YES"/>
          <attribute name="b" attributeType="String" optinal="YES" zap="1"/>
        <attribute name="c" attributeType="String" derivationExpression="a.b"/>
        """))
    #expect(
      file.notes.map(\.description) == [
        """
        V3.xcdatamodel/contents:5:3: note: ignored unknown attribute 'optinal' of element \
        'attribute'; did you mean 'optional'?
        """,
        """
        V3.xcdatamodel/contents:5:3: note: ignored unknown attribute 'zap' of element 'attribute'
        """,
        """
        V3.xcdatamodel/contents:4:1: note: default 'YES' of integer attribute 'a' counts as 0
        """,
        """
        V3.xcdatamodel/contents:6:1: note: ignored the derivation expression of attribute 'c', \
        which is not marked with 'derived="YES"'
        """,
      ])
  }
}
