import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// Requirement 7: blobs around the limit of what stays in the store.
struct ExternalBlobTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private static func photos(
    _ name: String, _ image: String, renaming: String? = nil, extra: Bool = false
  ) -> Model {
    Model(name) {
      Entity("Photo") {
        Attribute(
          image, .binary, allowsExternalBinaryDataStorage: true, renamingIdentifier: renaming)
        Attribute("title", .string)
        if extra { Attribute("isKept", .boolean, isOptional: false, default: false) }
      }
    }
  }

  private static let history = ModelHistory("Photos") {
    photos("V1", "image")
    photos("V2", "picture", renaming: "image")
    photos("V3", "picture", renaming: "image", extra: true)
  }

  @Test func valuesLieOnBothSidesOfTheLimitAndDoNotCountAsContent() throws {
    let generator = try StoreGenerator(Self.history, position: 0)
    #expect(try Coverage(of: generator, model: generator.model).gaps == [])
    let contents = try generator.contents()
    var sizes: [Int] = []
    for object in contents.objects(of: "Photo") {
      if case .binary(let data) = object.value(of: "image") { sizes.append(data.count) }
    }
    #expect(Set(sizes).isSuperset(of: [0, 100_000, 102_400, 102_401]))
    #expect(try ContentDigest(of: contents, model: generator.model).bytes < 20_000)
  }

  @Test func smallValuesAloneLeaveGaps() throws {
    var history = Self.history
    history.seeds = [
      .computed(entity: "Photo", attribute: "image") { _ in .binary(Data(count: 102_399)) }
    ]
    let generator = try StoreGenerator(history, position: 0)
    #expect(
      try Coverage(of: generator, model: generator.model).gaps == [
        "'Photo.image' has no example of NULL", "'Photo.image' has no example of an empty value",
        "'Photo.image' has no example of a value that just stays in the store",
        "'Photo.image' has no example of a value in a file of its own",
      ])
  }

  @Test func goldensKeepTheFilesAsPartOfTheStoreAndTheirDumpsStayShort() throws {
    let catalog = try shelf.recorded(Self.history)
    for golden in catalog.goldens {
      let manifest = try Manifest(contentsOf: golden.manifestPath)
      let names = manifest.files.map(\.name).filter {
        $0.hasPrefix(".Photos_SUPPORT/_EXTERNAL_DATA/")
      }
      #expect(names.count == 1)
      #expect(manifest.files.first { $0.name == names.first }?.bytes == 102_401)
      let dump = try String(contentsOfFile: golden.dumpPath, encoding: .utf8)
      #expect(dump.contains("102401 bytes "))
      #expect(dump.utf8.count < 20_000)
    }
    // Recorded again it comes out the same, and a check sees when the file is gone.
    let before = try shelf.bytes(catalog)
    #expect(try catalog.record(.changed).written == [])
    #expect(try shelf.bytes(catalog) == before)
    let folder = catalog.goldens[1].files.path(of: .supportFolder)
    try FileManager.default.removeItem(atPath: folder)
    #expect(try shelf.failures(catalog).contains { $0.contains("_EXTERNAL_DATA") })
  }

  @Test(arguments: GoldenVariant.allCases)
  func everyPairKeepsThem(_ variant: GoldenVariant) async throws {
    let catalog = try shelf.recorded(Self.history)
    let result = try await MatrixRunner(
      catalog: catalog, matrix: VersionMatrix(Self.history), variant: variant
    ).run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 3)
    #expect(result.hopsRun == 3)
  }

  @Test func codeOfAStageGetsThemAsTheyAre() async throws {
    var history = Self.history
    history.stages = [
      .lightweight("V1"),
      .custom(
        from: "V2", to: "V3",
        entityMappings: [
          CustomEntityMapping(from: "Photo", to: "Photo", setting: ["title"]) { photo in
            guard case .binary(let data) = try photo["picture"] else { return ["title": .null] }
            return ["title": .string("\(data.count) bytes")]
          }
        ],
        expects: [
          .value(entity: "Photo", attribute: "title") { photo, _ in
            guard case .binary(let data) = try photo["picture"] else { return .null }
            return .string("\(data.count) bytes")
          }
        ]),
    ]
    let catalog = try shelf.recorded(history)
    let result = try await MatrixRunner(catalog: catalog, matrix: VersionMatrix(history)).run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 3)
  }
}
