import GoldenStoreCoreData
import GoldenStoreModel
import Testing

struct StageAssociationsTests {
  private static func a(_ key: Int64) -> ObjectReference {
    ObjectReference(entity: "A", primaryKey: key)
  }
  private static func b(_ key: Int64) -> ObjectReference {
    ObjectReference(entity: "B", primaryKey: key)
  }

  @Test func bothDirectionsKeepTheOrderOfTheNotes() {
    var associations = StageAssociations()
    associations.add(source: Self.a(1), destination: Self.b(9), mapping: 0)
    associations.add(source: Self.a(1), destination: Self.a(9), mapping: 0)
    associations.add(source: Self.a(1), destination: Self.b(3), mapping: 0)
    associations.add(source: Self.a(2), destination: Self.b(9), mapping: 0)
    associations.add(source: Self.b(1), destination: Self.b(9), mapping: 0)
    #expect(
      associations.destinations(of: Self.a(1), mapping: 0) == [Self.b(9), Self.a(9), Self.b(3)])
    #expect(
      associations.sources(of: Self.b(9), mapping: 0) == [Self.a(1), Self.a(2), Self.b(1)])
    #expect(associations.sources(of: Self.a(9), mapping: 0) == [Self.a(1)])
    #expect(associations.destinations(of: Self.b(1), mapping: 0) == [Self.b(9)])
  }

  @Test func mappingsAndUnknownObjectsAreKeptApart() {
    var associations = StageAssociations()
    associations.add(source: Self.a(1), destination: Self.b(2), mapping: 0)
    associations.add(source: Self.a(1), destination: Self.b(3), mapping: 1)
    #expect(associations.destinations(of: Self.a(1), mapping: 0) == [Self.b(2)])
    #expect(associations.destinations(of: Self.a(1), mapping: 1) == [Self.b(3)])
    #expect(associations.destinations(of: Self.a(1), mapping: 2).isEmpty)
    #expect(associations.destinations(of: Self.a(7), mapping: 0).isEmpty)
    #expect(
      associations.destinations(of: ObjectReference(entity: "C", primaryKey: 1), mapping: 0)
        .isEmpty)
    #expect(associations.sources(of: Self.a(1), mapping: 0).isEmpty)
  }
}
