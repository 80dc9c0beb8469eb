// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Trackable", path: "..")
  ],
  targets: [
    .target(name: "CAllocationCounter"),
    .executableTarget(
      name: "Allocations",
      dependencies: ["CAllocationCounter", .product(name: "Trackable", package: "Trackable")]),
  ],
  swiftLanguageModes: [.v6]
)
