// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that benchmarks are no part of what users build.
let package = Package(
  name: "StoreBench",
  platforms: [.macOS("12.3")],
  dependencies: [.package(name: "GoldenStore", path: "../..")],
  targets: [
    .executableTarget(
      name: "StoreBench", dependencies: [.product(name: "GoldenStore", package: "GoldenStore")]),
    .executableTarget(
      name: "HistoryBench",
      dependencies: [
        .product(name: "GoldenStore", package: "GoldenStore"),
        .product(name: "GoldenStoreCommands", package: "GoldenStore"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
