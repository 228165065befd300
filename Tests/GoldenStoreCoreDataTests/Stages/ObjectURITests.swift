import Foundation
import GoldenStoreCoreData
import GoldenStoreModel
import Testing

struct ObjectURITests {
  private static let store = "4E2C2E4B-5A52-4C0F-8E4E-1D6B6C0A7F11"

  @Test(arguments: [
    ("x-coredata://\(store)/Person/p12", ObjectReference(entity: "Person", primaryKey: 12)),
    ("x-coredata://\(store)/P%C3%A9rson/p1", ObjectReference(entity: "P\u{E9}rson", primaryKey: 1)),
    ("x-coredata://\(store)/Old_Pet-2/p1", ObjectReference(entity: "Old_Pet-2", primaryKey: 1)),
    (
      "x-coredata://\(store)/Person/p9223372036854775807",
      ObjectReference(entity: "Person", primaryKey: .max)
    ),
  ])
  func urisOfSavedObjectsAreRead(_ text: String, _ object: ObjectReference) throws {
    let uri = try ObjectURI(#require(URL(string: text)))
    #expect(uri.store == Self.store)
    #expect(uri.object == object)
    #expect(uri.url?.absoluteString == text)
  }

  @Test(arguments: [
    "x-coredata:///Person/t4E2C2E4B-5A52-4C0F-8E4E-1D6B6C0A7F112",
    "x-coredata://\(store)/Person/t12", "x-coredata://\(store)/Person/p",
    "x-coredata://\(store)/Person/p0", "x-coredata://\(store)/Person/p012",
    "x-coredata://\(store)/Person/p-1", "x-coredata://\(store)/Person/p+1",
    "x-coredata://\(store)/Person/p1x", "x-coredata://\(store)/Person/12",
    "x-coredata://\(store)/Person/p9223372036854775808", "x-coredata://\(store)//p1",
    "x-coredata://\(store)/Person/p1/", "x-coredata://\(store)/Person/Pet/p1",
    "x-coredata://\(store)/p1", "x-coredata:///Person/p1", "https://\(store)/Person/p1",
    "x-coredata://\(store)/Person/p1?x", "x-coredata://\(store)/Person/p%31",
  ])
  func anyOtherFormIsRefused(_ text: String) throws {
    let url = try #require(URL(string: text))
    let error = #expect(throws: ManagedObjectProblem.self) { try ObjectURI(url) }
    #expect(error == .unknownURI(text))
    #expect(
      "\(ManagedObjectProblem.unknownURI(text))"
        == "the object has the URI '\(text)'; expected 'x-coredata://', the store's identifier, the "
        + "entity and 'p' with the primary key, each after a '/'")
  }

  @Test(arguments: [0, -1, Int64.min]) func keysBeginAtOne(_ key: Int64) {
    let object = ObjectReference(entity: "Person", primaryKey: key)
    #expect(ObjectURI(store: Self.store, object: object).url == nil)
  }

  @Test func namesAreEncodedSoThatNoneBecomesAnotherPart() throws {
    let object = ObjectReference(entity: "A/B?c#d%41", primaryKey: 3)
    let url = try #require(ObjectURI(store: Self.store, object: object).url)
    #expect(try ObjectURI(url).object == object)
  }

  // MARK: Identifiers

  @Test func theIdentifierIsWhatIsFoundForTheURI() throws {
    let uri = ObjectURI(
      store: Self.store, object: ObjectReference(entity: "Old_Pet", primaryKey: 3))
    let found = try uri.identifier { "found \($0.absoluteString)" }
    #expect(found == "found x-coredata://\(Self.store)/Old_Pet/p3")
  }

  @Test(arguments: [0, -1]) func anObjectThatNoStoreCanHaveIsNotLookedFor(_ key: Int64) throws {
    let uri = ObjectURI(
      store: Self.store, object: ObjectReference(entity: "Person", primaryKey: key))
    var asked = 0
    let found = try uri.identifier { url -> URL? in
      asked += 1
      return url
    }
    #expect(found == nil && asked == 0)
  }

  /// The second store has an identifier that no URI can have.
  @Test(arguments: [(store, false), ("a b<", true)])
  func anObjectThatCannotBeLookedForIsNotAbsent(_ store: String, _ finds: Bool) throws {
    let object = ObjectReference(entity: "Person", primaryKey: 7)
    let error = #expect(throws: ManagedObjectProblem.self) {
      try ObjectURI(store: store, object: object).identifier { finds ? $0 : nil }
    }
    #expect(error == .noIdentifier(object: "\(object)", store: store))
  }
}
