import Foundation
import GoldenStoreModel
import Testing

struct AttributeValueLiteralTests {
  @Test func aLiteralIsTheValueThatItSpells() throws {
    #expect(AttributeValue.decimal("0.990") == .decimal(try #require(DecimalNumber("0.99"))))
    let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    #expect(AttributeValue.uuid("E621E1F8-C36C-495A-93FC-0C247A3E6E5F") == .uuid(uuid))
    #expect(AttributeValue.binary(base64: "AP8=") == .binary(Data([0, 255])))
    #expect(AttributeValue.transformable(base64: "") == .transformable(Data()))
  }

  @Test func aLiteralThatIsNoValueStopsTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = AttributeValue.decimal("1,5") }
    await #expect(processExitsWith: .failure) { _ = AttributeValue.uuid("E621") }
    await #expect(processExitsWith: .failure) { _ = AttributeValue.binary(base64: "?") }
  }
}
