import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Stores whose archived model somebody damaged, layer by layer, and the sentence of each.
struct DamagedModelCacheTests {
  /// A change of the archive's objects, found by their names.
  private typealias Change = (inout [PropertyListValue]) -> Void

  private static let model = Model("V1") {
    Entity("Animal") { Attribute("name", .string) }
    Entity("Dog", superentity: "Animal") {
      Relationship("owner", to: "Owner", inverse: "dogs")
    }
    Entity("Owner") {
      Relationship("dogs", to: "Dog", inverse: "owner", .toMany)
      FetchIndex("all", "dogs")
    }
  }

  /// Reads the model of a store whose cache has another content, and returns the sentence.
  private static func sentence(_ change: (SampleStore, Connection) throws -> Void) throws -> String
  {
    let store = try SampleStore(model)
    return try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      let connection = try Connection(path: files.main, mode: .readWrite)
      try change(store, connection)
      try connection.close()
      do {
        _ = try CompiledModelReader.model(cachedIn: files).history.versions[0].validated()
      } catch {
        return "\(error)"
      }
      return "no error"
    }
  }

  private static func sentence(content: Data) throws -> String {
    try sentence { _, connection in
      try connection.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = \(content)")
    }
  }

  /// The sentence for an archive with changed objects.
  private static func sentence(objects change: Change) throws -> String {
    try sentence { store, connection in
      let content = try ArchivedModel.cacheContent(of: store.layout.model)
      let archive = try RawDeflate.inflate(content, limit: 1 << 20)
      guard case .dictionary(var top) = try BinaryPropertyList.decode(archive),
        case .array(var objects)? = top["$objects"]
      else { return }
      change(&objects)
      top["$objects"] = .array(objects)
      let changed = RawDeflate.deflate(try BinaryPropertyList.encode(.dictionary(top)))
      try connection.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = \(changed)")
    }
  }

  /// Where the description of an entity is among the objects.
  private static func entity(_ name: String, in objects: [PropertyListValue]) -> Int? {
    objects.firstIndex { object in
      guard case .dictionary(let fields) = object,
        case .uniqueIdentifier(let number)? = fields["NSEntityName"]
      else { return false }
      return objects[Int(number)] == .string(name) && fields["NSProperties"] != nil
    }
  }

  private static func set(
    _ key: String, of entity: String, to value: PropertyListValue,
    in objects: inout [PropertyListValue]
  ) {
    guard let position = self.entity(entity, in: objects),
      case .dictionary(var fields) = objects[position]
    else { return }
    fields[key] = value
    objects[position] = .dictionary(fields)
  }

  @Test(arguments: [
    "DELETE FROM Z_MODELCACHE", "UPDATE Z_MODELCACHE SET Z_CONTENT = x''",
    "UPDATE Z_MODELCACHE SET Z_CONTENT = 'text'", "DROP TABLE Z_MODELCACHE",
  ])
  func storeWithoutAnArchiveSaysSo(_ statement: String) throws {
    #expect(
      try Self.sentence { _, connection in try connection.execute(SQL(raw: statement)) }
        == "'Sample.sqlite' holds no archived model; "
        + "name its model file or a built-in history instead")
  }

  @Test func soundArchiveHasNoSentence() throws {
    #expect(try Self.sentence { _, _ in } == "no error")
    #expect(try Self.sentence(objects: { _ in }) == "no error")
  }

  @Test func damagedStreamsAreNamed() throws {
    let start = "'Sample.sqlite': cannot read the archived model: "
    #expect(
      try Self.sentence(content: Data([0x4B]))
        == start + "the compressed data is cut short at byte 1")
    #expect(
      try Self.sentence(content: RawDeflate.deflate(Data("hello".utf8)))
        == start + "it does not begin with 'bplist00'")
    #expect(
      try Self.sentence(
        content: RawDeflate.deflate(BinaryPropertyList.encode(.array([.integer(1)]))))
        == start
        + "expected a keyed archive of an NSManagedObjectModel, found a property list that is a "
        + "array")
  }

  /// 425 kilobytes that inflate to more than 64 megabytes: the same byte again and again.
  @Test func streamThatInflatesWithoutMeasureIsGivenUp() throws {
    // One zero byte, then length 258 from distance 1: 13 bits each, so 13 bytes for 8 of them.
    var bits = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]
    for _ in 0..<16 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
    let bytes = stride(from: 0, to: bits.count - 8, by: 8).map { start in
      (0..<8).reduce(UInt8(0)) { $0 | UInt8(bits[start + $1]) << UInt8($1) }
    }
    var bomb = Data(bytes.prefix(2))
    for _ in 0..<33_000 { bomb += Data(bytes[2..<15]) }
    #expect(
      try Self.sentence(content: bomb)
        == "'Sample.sqlite': cannot read the archived model: the data inflates to more than "
        + "67108864 bytes")
  }

  @Test func damagedObjectsAreNamed() throws {
    let start = "'Sample.sqlite': cannot read the archived model: "
    #expect(
      try Self.sentence { Self.set("NSEntityName", of: "Dog", to: .integer(7), in: &$0) }
        == start + "an entity's name: expected text, found integer")
    #expect(
      try Self.sentence {
        Self.set("NSProperties", of: "Dog", to: .uniqueIdentifier(99_999), in: &$0)
      }.hasPrefix(start + "entity 'Dog': expected one of "))
    #expect(
      try Self.sentence { Self.set("NSIsAbstract", of: "Dog", to: .string("x"), in: &$0) }
        == start + "entity 'Dog': expected boolean, found string")
  }

  /// The superentity of an animal is a dog, whose superentity is an animal.
  @Test func superentitiesInCirclesAreRefused() throws {
    let sentence = try Self.sentence { objects in
      guard let dog = Self.entity("Dog", in: objects) else { return }
      Self.set("NSSuperentity", of: "Animal", to: .uniqueIdentifier(UInt64(dog)), in: &objects)
    }
    #expect(
      sentence
        == "model 'Sample.sqlite' has 1 problem: entity 'Animal' is its own ancestor: 'Animal' "
        + "inherits from 'Dog' inherits from 'Animal'")
  }

  /// An entity that is its own superentity, and one whose list of properties is itself.
  @Test func objectsThatReferToThemselvesAreRefused() throws {
    #expect(
      try Self.sentence { objects in
        guard let dog = Self.entity("Dog", in: objects) else { return }
        Self.set("NSSuperentity", of: "Dog", to: .uniqueIdentifier(UInt64(dog)), in: &objects)
      } == "model 'Sample.sqlite' has 1 problem: entity 'Dog' is its own ancestor: 'Dog' "
        + "inherits from 'Dog'")
    #expect(
      try Self.sentence { objects in
        guard let dog = Self.entity("Dog", in: objects) else { return }
        Self.set("NSProperties", of: "Dog", to: .uniqueIdentifier(UInt64(dog)), in: &objects)
      } == "'Sample.sqlite': cannot read the archived model: entity 'Dog': expected a dictionary, "
        + "found NSEntityDescription")
  }
}
