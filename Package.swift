// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "GoldenStore",
  platforms: [.macOS("12.3"), .iOS(.v15), .tvOS(.v15), .watchOS(.v8)],
  products: [
    .library(name: "GoldenStoreModel", targets: ["GoldenStoreModel"]),
    .library(name: "GoldenStoreCoreData", targets: ["GoldenStoreCoreData"]),
    .library(name: "GoldenStore", targets: ["GoldenStore"]),
    .library(name: "GoldenStoreTesting", targets: ["GoldenStoreTesting"]),
    .library(name: "GoldenStoreCommands", targets: ["GoldenStoreCommands"]),
    .executable(name: "goldenstore", targets: ["GoldenStoreTool"]),
  ],
  targets: [
    // The system's SQLite. No pkgConfig: its path would leak into iOS builds.
    .systemLibrary(name: "CGoldenStoreSQLite"),
    .target(name: "GoldenStoreSQLite", dependencies: ["CGoldenStoreSQLite"]),
    .target(name: "GoldenStoreModel"),
    .target(name: "GoldenStoreFormat", dependencies: ["GoldenStoreModel", "GoldenStoreSQLite"]),
    .target(
      name: "GoldenStoreMigration",
      dependencies: ["GoldenStoreFormat", "GoldenStoreModel", "GoldenStoreSQLite"]),
    .target(
      name: "GoldenStore",
      dependencies: [
        "GoldenStoreFormat", "GoldenStoreMigration", "GoldenStoreModel", "GoldenStoreSQLite",
      ]),
    .target(name: "GoldenStoreTesting", dependencies: ["GoldenStore"]),
    .target(
      name: "GoldenStoreCommands",
      dependencies: [
        "GoldenStore", "GoldenStoreFormat", "GoldenStoreMigration", "GoldenStoreModel",
      ]),
    .target(
      name: "GoldenStoreCoreData",
      dependencies: ["GoldenStoreFormat", "GoldenStoreMigration", "GoldenStoreModel"]),
    .target(name: "BrowserModels", dependencies: ["GoldenStoreModel"]),
    .executableTarget(
      name: "GoldenStoreTool", dependencies: ["BrowserModels", "GoldenStoreCommands"]),

    .target(
      name: "TestSupport",
      dependencies: ["GoldenStore", "GoldenStoreFormat", "GoldenStoreModel", "GoldenStoreSQLite"],
      path: "Tests/TestSupport"),
    .target(
      name: "FaultyFiles", dependencies: ["CGoldenStoreSQLite"], path: "Tests/FaultyFiles"),
    .executableTarget(
      name: "StoreCrash",
      dependencies: [
        "GoldenStore", "GoldenStoreFormat", "GoldenStoreMigration", "GoldenStoreModel",
        "GoldenStoreSQLite",
      ],
      path: "Tests/StoreCrash"),
    .executableTarget(
      name: "StoreFuzz",
      dependencies: [
        "GoldenStore", "GoldenStoreFormat", "GoldenStoreMigration", "GoldenStoreModel",
        "GoldenStoreSQLite",
      ],
      path: "Tests/StoreFuzz"),
    .executableTarget(
      name: "MatrixVictim",
      dependencies: ["GoldenStore", "GoldenStoreCommands", "GoldenStoreMigration"],
      path: "Tests/MatrixVictim"),
    .executableTarget(
      name: "StoreOccupant", dependencies: ["GoldenStoreSQLite"], path: "Tests/StoreOccupant"),
    // The README's example, word for word.
    .target(
      name: "Library", dependencies: ["GoldenStoreModel"], path: "Tests/ReadmeExample/Library"),
    .executableTarget(
      name: "librarystore", dependencies: ["GoldenStoreCommands", "Library"],
      path: "Tests/ReadmeExample/librarystore"),
    .testTarget(
      name: "GoldenStoreSQLiteTests", dependencies: ["GoldenStoreSQLite", "TestSupport"]),
    .testTarget(
      name: "GoldenStoreModelTests",
      dependencies: ["GoldenStoreModel", "GoldenStoreSQLite", "TestSupport"]),
    .testTarget(
      name: "GoldenStoreFormatTests",
      dependencies: [
        "BrowserModels", "GoldenStore", "GoldenStoreFormat", "StoreOccupant", "TestSupport",
      ]),
    .testTarget(
      name: "GoldenStoreMigrationTests",
      dependencies: [
        "BrowserModels", "FaultyFiles", "GoldenStoreMigration", "StoreCrash", "StoreOccupant",
        "TestSupport",
      ]),
    .testTarget(
      name: "GoldenStoreTests",
      dependencies: [
        "BrowserModels", "GoldenStore", "GoldenStoreMigration", "StoreFuzz", "TestSupport",
      ]),
    .testTarget(
      name: "GoldenStoreCoreDataTests",
      dependencies: [
        "BrowserModels", "GoldenStore", "GoldenStoreCoreData", "GoldenStoreMigration",
        "GoldenStoreTesting", "TestSupport",
      ]),
    .testTarget(
      name: "BrowserModelsTests",
      dependencies: [
        "BrowserModels", "GoldenStore", "GoldenStoreTesting", "GoldenStoreTool", "Library",
        "TestSupport", "librarystore",
      ]),
    .testTarget(
      name: "GoldenStoreCommandsTests",
      dependencies: [
        "BrowserModels", "GoldenStore", "GoldenStoreCommands", "GoldenStoreMigration",
        "GoldenStoreSQLite", "GoldenStoreTool", "MatrixVictim", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The README's example is built as its reader builds it.
let asWritten = ["Library", "librarystore"]
for target in package.targets where target.type != .system && !asWritten.contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
