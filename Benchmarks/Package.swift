// swift-tools-version: 6.3
import PackageDescription

// The library does not depend on what the benchmarks need: an app that adds Trackable never sees this package.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Trackable", path: ".."),
    // Its default traits replace the allocator, which is not needed here: see CAllocationCounter.
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  targets: [
    .target(name: "CAllocationCounter"),
    .target(name: "CBlackHole"),
    .target(
      name: "Cases",
      dependencies: [
        "CBlackHole", .product(name: "Trackable", package: "Trackable"),
        .product(name: "TrackableHub", package: "Trackable"),
        .product(name: "TrackableInspector", package: "Trackable"),
      ]),
    .target(
      name: "References", dependencies: ["CBlackHole", "Cases", .product(name: "Logging", package: "swift-log")]),
    .executableTarget(
      name: "Gates", dependencies: ["CAllocationCounter", "CBlackHole", "Cases"],
      // Valgrind cannot read debug information that is newer than itself. The names of functions remain.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux]))]),
    .executableTarget(
      name: "Ratios",
      dependencies: [
        "CAllocationCounter", "CBlackHole", "Cases", "References",
        .product(name: "Trackable", package: "Trackable"), .product(name: "TrackableHub", package: "Trackable"),
        .product(name: "TrackableInspector", package: "Trackable"),
      ]),
    .executableTarget(
      name: "TrackableBenchmarks",
      dependencies: ["Cases", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/TrackableBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)

// What each change has to pass needs nothing of others: neither their time nor the network.
if Context.environment["TRACKABLE_BENCHMARKS"] == "Gates" {
  package.dependencies.removeAll { dependency in
    if case .sourceControl = dependency.kind { true } else { false }
  }
  package.targets.removeAll { ["References", "Ratios", "TrackableBenchmarks"].contains($0.name) }
}
