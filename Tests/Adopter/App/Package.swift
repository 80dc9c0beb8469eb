// swift-tools-version: 6.3
import PackageDescription

func products(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "Trackable") } }

// One program, Sources/MainActorApp/EveryProduct.swift, in each of the settings that an app can choose. The others link
// to the file.
func app(_ name: String, _ settings: SwiftSetting...) -> Target {
  .executableTarget(
    name: name,
    dependencies: products(
      "Trackable", "TrackableHub", "TrackableHTTP", "TrackableApp", "TrackableInspector", "TrackablePlan",
      "TrackableSwiftUI",
      "TrackableTesting", "TrackableValuePropositions"
    ),
    swiftSettings: settings)
}

// An app's package, as an adopter would write it: its code depends on Trackable only, its tests on TrackableTesting.
let package = Package(
  name: "AdopterPackage",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "Trackable", path: "../../..")],
  targets: [
    .target(name: "Player", dependencies: products("Trackable")),
    .testTarget(
      name: "PlayerTests", dependencies: ["Player"] + products("Trackable", "TrackableInspector", "TrackableTesting")),
    .testTarget(name: "PlayerXCTests", dependencies: ["Player"] + products("Trackable", "TrackableTesting")),
    app("MainActorApp", .defaultIsolation(MainActor.self)),
    app(
      "UpcomingApp", .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances")),
    app("Swift5App", .swiftLanguageMode(.v5)),
    // What the core costs an app: the same program with it and without.
    .executableTarget(name: "CoreOnly", dependencies: products("Trackable")),
    // What the core, the hub and one service cost an app.
    .executableTarget(name: "HubAndHTTP", dependencies: products("Trackable", "TrackableHub", "TrackableHTTP")),
    .executableTarget(name: "Nothing"),
  ],
  swiftLanguageModes: [.v6]
)
