// swift-tools-version: 6.3
import PackageDescription

// What stands in the documentation, as code: a package of its own, so that it sees what an app sees, and so that
// `swift test` in the root of the repository need not compile it.
//
//     swift test --package-path Tests/Documentation

func products(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "Trackable") } }

let migration: [Target.Dependency] =
  ["MigrationOrigins", "VendorStandIns", "UIKitStandIn"]
  + products("Trackable", "TrackableHub", "TrackableMigration")

// The documents that the library grew from, block by block, with one other import. Lines that are no Swift, attributes that only Apple's
// systems have, and the two words that cannot be had are changed: Swift 5 mode. For Swift 6 mode
// with the changes that races demand; a file without one is a link to that of Swift 5. In Swift 6 mode, the compiler infers that a
// screen's conformance is isolated to the main actor; an app without this setting writes so.
let seeds = [
  "Trackable", "TrackableLevels", "TrackerAggregator", "TrackerAggregatorDetails", "ModularLayer", "Tentacles",
  "PayPal", "PayPalDeclared",
]

func seedTargets(_ suffix: String, _ settings: SwiftSetting...) -> [Target] {
  seeds.map {
    .target(
      name: "Seed\($0)\(suffix)", dependencies: ["UIKit2016", "VendorStandIns"] + products("TrackableMigration"),
      path: "Seeds\(suffix)/\($0)",
      // Each old word has a warning, which is what it is for: also where CI treats warnings as errors.
      swiftSettings: settings + [.unsafeFlags(["-Xfrontend", "-no-warnings-as-errors"])])
  }
}

let package = Package(
  name: "Documentation",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Trackable", path: "../..")],
  targets: [
    .target(name: "UIKitStandIn", path: "UIKitStandIn"),
    .target(name: "VendorStandIns", path: "VendorStandIns"),
    // In Swift 5 mode, as most of these SDKs are: their types do not say whether they are `Sendable`.
    .target(
      name: "SDKStandIns", dependencies: ["VendorStandIns"], path: "SDKStandIns",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["UIKitStandIn", "VendorStandIns", "SDKStandIns"]
        + products(
          "Trackable", "TrackableHub", "TrackableHTTP", "TrackableApp", "TrackableInspector", "TrackablePlan",
          "TrackableTesting",
          "TrackableValuePropositions"),
      path: "DocumentationTests", exclude: ["tracking-plan.json"],
      packageAccess: false),  // as foreign to the stand-ins as an app is to UIKit
    .testTarget(name: "UIKitTests", dependencies: ["UIKitStandIn"] + products("Trackable"), path: "UIKitTests"),
    .target(name: "UIKit2016", dependencies: ["UIKitStandIn"], path: "Seeds/UIKit2016"),
    .testTarget(
      name: "SeedsTests",
      dependencies: ["VendorStandIns"] + products("Trackable", "TrackableTesting", "TrackableValuePropositions")
        + seeds.flatMap { ["Seed\($0)", "Seed\($0)InSwift6"] }.map { .target(name: $0) },
      path: "SeedsTests"),
    .target(
      name: "MigrationOrigins", dependencies: ["UIKitStandIn", "VendorStandIns"], path: "MigrationOrigins",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "MigrationTests", dependencies: migration, path: "MigrationTests"),
    // The same sources as an app that is not in Swift 6 mode yet.
    .testTarget(
      name: "MigrationInSwift5Tests", dependencies: migration, path: "MigrationInSwift5Tests",
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ] + seedTargets("", .swiftLanguageMode(.v5))
    + seedTargets("InSwift6", .swiftLanguageMode(.v6), .enableUpcomingFeature("InferIsolatedConformances")),
  swiftLanguageModes: [.v6]
)
