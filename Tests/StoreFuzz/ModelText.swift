import GoldenStore
import Foundation

/// The text of a model file, and random changes of it.
enum ModelText {
  static let sample = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="1">
    <entity name="Medium" representedClassName="Medium" isAbstract="YES" syncable="YES">
    <attribute name="title" optional="YES" attributeType="String" minValueString="1" maxValueString="20"/>
    <attribute name="added" optional="YES" attributeType="Date" defaultDateTimeInterval="0" usesScalarValueType="NO"/>
    <attribute name="price" attributeType="Decimal" defaultValueString="0.5"/>
    <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
    <attribute name="notes" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData"/>
    <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="media" inverseEntity="Tag"/>
    <fetchIndex name="byTitle">
    <fetchIndexElement property="title" type="Binary" order="ascending"/>
    <fetchIndexElement property="added" type="Binary" order="descending"/>
    </fetchIndex>
    <userInfo>
    <entry key="a" value="b"/>
    </userInfo>
    </entity>
    <entity name="Book" representedClassName="Book" parentEntity="Medium" elementID="Volume" syncable="YES">
    <attribute name="pages" attributeType="Integer 16" defaultValueString="7" usesScalarValueType="YES"/>
    <attribute name="views" optional="YES" attributeType="Integer 64" versionHashModifier="2"/>
    <attribute name="isLent" attributeType="Boolean" defaultValueString="NO" elementID="lent"/>
    <attribute name="uuid" optional="YES" attributeType="UUID" defaultValueString="00000000-0000-0000-0000-000000000001"/>
    <attribute name="site" optional="YES" attributeType="URI" defaultValueString="a:b"/>
    <relationship name="sequels" optional="YES" toMany="YES" minCount="0" maxCount="9" deletionRule="Cascade" ordered="YES" destinationEntity="Book" inverseName="prequel" inverseEntity="Book"/>
    <relationship name="prequel" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Book" inverseName="sequels" inverseEntity="Book"/>
    </entity>
    <entity name="Tag" representedClassName="Tag" syncable="YES">
    <attribute name="label" attributeType="String" defaultValueString="none"/>
    <attribute name="count" optional="YES" attributeType="Integer 32" derived="YES" derivationExpression="media.@count"/>
    <relationship name="media" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Medium" inverseName="tags" inverseEntity="Medium"/>
    <uniquenessConstraints>
    <uniquenessConstraint>
    <constraint value="label"/>
    </uniquenessConstraint>
    </uniquenessConstraints>
    </entity>
    <configuration name="Some">
    <memberEntity name="Tag"/>
    </configuration>
    </model>
    """

  /// Changes words between quotes, whole lines, or bytes.
  static func damaged(_ random: inout SeededGenerator) -> Data {
    var lines = sample.split(separator: "\n").map(String.init)
    for _ in 0..<random.integer(in: 1...2) {
      let position = random.below(lines.count)
      switch random.below(8) {
      case 0: lines.remove(at: position)
      case 1: lines.insert(lines[random.below(lines.count)], at: position)
      case 2: lines.swapAt(position, random.below(lines.count))
      case 3 where random.chance(0.3):
        var bytes = Data(lines.joined(separator: "\n").utf8)
        random.damage(&bytes)
        return bytes
      default: lines[position] = changed(lines[position], &random)
      }
    }
    return Data(lines.joined(separator: "\n").utf8)
  }

  private static func changed(_ line: String, _ random: inout SeededGenerator) -> String {
    var parts = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2 else { return line }
    let words = sample.split(separator: "\"").map(String.init)
    let value = 2 * random.below(parts.count / 2) + 1
    switch random.below(4) {
    case 0: parts[value] = random.edgeText().replacingOccurrences(of: "\"", with: "&quot;")
    case 1: parts[value] = "\(random.edgeInteger())"
    case 2:
      parts[value - 1] =
        " " + (random.element(of: ["name=", "x=", "optional=", "maxCount="]) ?? "")
    default: parts[value] = (random.element(of: words) ?? "").filter { $0 != "<" }
    }
    return parts.joined(separator: "\"")
  }
}
