// swift-tools-version: 6.3
import PackageDescription

// For Apple's tools only. Elsewhere a resource costs every app full Foundation, which the generated accessor imports.
#if canImport(Darwin)
  let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
#else
  let privacyManifest: [Resource] = []
#endif

// `swift test` runs the core's tests; `TRACKABLE_TESTS=all swift test` all of them; other values are names of targets, with
// commas between them. All take three times as long to compile: Tests/README.md.
let tests = Context.environment["TRACKABLE_TESTS"] ?? "TrackableTests"

// In the builds that name their tests, a lock counts for each thread, and the adopters of the tests check that they hold none.
let countingLocks: [SwiftSetting] =
  Context.environment["TRACKABLE_TESTS"] == nil ? [] : [.define("TRACKABLE_COUNTS_LOCKS")]

let package = Package(
  name: "Trackable",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
  products: [
    .library(name: "Trackable", targets: ["Trackable"]),
    .library(name: "TrackableHub", targets: ["TrackableHub"]),
    .library(name: "TrackableHTTP", targets: ["TrackableHTTP"]),
    .library(name: "TrackableApp", targets: ["TrackableApp"]),
    .library(name: "TrackableInspector", targets: ["TrackableInspector"]),
    .library(name: "TrackableMigration", targets: ["TrackableMigration"]),
    .library(name: "TrackablePlan", targets: ["TrackablePlan"]),
    .library(name: "TrackableSwiftUI", targets: ["TrackableSwiftUI"]),
    .library(name: "TrackableTesting", targets: ["TrackableTesting"]),
    .library(name: "TrackableValuePropositions", targets: ["TrackableValuePropositions"]),
  ],
  targets: [
    .target(name: "TrackableAtomics"),
    .target(
      name: "Trackable", dependencies: ["TrackableAtomics"], resources: privacyManifest, swiftSettings: countingLocks),
    .target(name: "TrackableHub", dependencies: ["Trackable"]),
    .target(name: "TrackableHTTP", dependencies: ["Trackable", "TrackableHub"], resources: privacyManifest),
    .target(name: "TrackableApp", dependencies: ["Trackable"]),
    .target(name: "TrackableSwiftUI", dependencies: ["Trackable"]),
    .target(name: "TrackableTesting", dependencies: ["Trackable"]),
    .target(name: "TrackablePlan", dependencies: ["Trackable", "TrackableTesting"]),
    .target(name: "TrackableInspector", dependencies: ["Trackable", "TrackablePlan", "TrackableTesting"]),
    .target(name: "TrackableValuePropositions", dependencies: ["Trackable"]),
    // No other module knows it.
    .target(
      name: "TrackableMigration",
      dependencies: ["Trackable", "TrackableCore", "TrackableHub", "TrackableValuePropositions"],
      exclude: ["Core"]),
    // The core under a second name: in the module above, `Trackable` is something else.
    .target(name: "TrackableCore", dependencies: ["Trackable"], path: "Sources/TrackableMigration/Core"),
    // The only example that is here. The others: Examples/Package.swift.
    .executableTarget(
      name: "Beatles", dependencies: ["Trackable", "TrackableInspector", "TrackablePlan"], path: "Examples/Beatles",
      exclude: ["Expected", "PlanTests", "Server", "Sessions"]),

    // Tests/README.md says which folder is for what, and which packages of their own lie there.
    .target(name: "TestSupport", dependencies: ["Trackable", "TrackableTesting"], path: "Tests/Support"),
    .testTarget(name: "TrackableTests", dependencies: ["Trackable", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackableHubTests",
      dependencies: ["Trackable", "TrackableHub", "TrackableApp", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackableHTTPTests",
      dependencies: ["Trackable", "TrackableHub", "TrackableHTTP", "TrackableApp", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackableAppTests", dependencies: ["Trackable", "TrackableApp", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackableSwiftUITests", dependencies: ["Trackable", "TrackableSwiftUI", "TrackableTesting", "TestSupport"]),
    .testTarget(name: "TrackableTestingTests", dependencies: ["Trackable", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackablePlanTests", dependencies: ["Trackable", "TrackablePlan", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackableInspectorTests",
      dependencies: [
        "Beatles", "Trackable", "TrackableApp", "TrackableHub", "TrackableInspector", "TrackablePlan",
        "TrackableTesting", "TestSupport",
      ]),
    .testTarget(
      name: "TrackableMigrationTests", dependencies: ["TrackableMigration", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackableValuePropositionsTests",
      dependencies: ["Trackable", "TrackableValuePropositions", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "AttackTests", dependencies: ["Trackable", "TrackableHub", "TestSupport"], path: "Tests/Attacks"),
    .testTarget(
      name: "YearTests",
      dependencies: [
        "Trackable", "TrackableHub", "TrackableHTTP", "TrackableApp", "TrackableValuePropositions", "TrackableTesting",
        "TestSupport",
      ],
      path: "Tests/Programs/Year"),
    .testTarget(
      name: "PublicAPITests",
      dependencies: [
        "Trackable", "TrackableHub", "TrackableHTTP", "TrackablePlan", "TrackableTesting", "TrackableValuePropositions",
        "TestSupport",
      ],
      path: "Tests/PublicAPI", exclude: ["Reviewed"]),
  ],
  swiftLanguageModes: [.v6]
)

if tests != "all" {
  let names = tests.split(separator: ",").map(String.init)
  package.targets.removeAll { $0.isTest && !names.contains($0.name) }
}
