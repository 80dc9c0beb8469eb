// swift-tools-version: 6.3
import PackageDescription

// For Apple's tools only. Elsewhere a resource costs every app full Foundation, which the generated accessor imports.
#if canImport(Darwin)
  let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
#else
  let privacyManifest: [Resource] = []
#endif

let migration: [Target.Dependency] = [
  "Trackable", "TrackableHub", "TrackableTesting", "TrackableValuePropositions", "MigrationOrigins", "VendorStandIns",
  "UIKitStandIn",
]

let package = Package(
  name: "Trackable",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
  products: [
    .library(name: "Trackable", targets: ["Trackable"]),
    .library(name: "TrackableHub", targets: ["TrackableHub"]),
    .library(name: "TrackableHTTP", targets: ["TrackableHTTP"]),
    .library(name: "TrackableSwiftUI", targets: ["TrackableSwiftUI"]),
    .library(name: "TrackableTesting", targets: ["TrackableTesting"]),
    .library(name: "TrackableValuePropositions", targets: ["TrackableValuePropositions"]),
  ],
  targets: [
    .target(name: "Trackable", resources: privacyManifest),
    .target(name: "TrackableHub", dependencies: ["Trackable"]),
    .target(name: "TrackableHTTP", dependencies: ["Trackable", "TrackableHub"], resources: privacyManifest),
    .target(name: "TrackableSwiftUI", dependencies: ["Trackable"]),
    .target(name: "TrackableTesting", dependencies: ["Trackable"]),
    .target(name: "TrackableValuePropositions", dependencies: ["Trackable"]),
    .executableTarget(
      name: "Beatles", dependencies: ["Trackable", "TrackableHTTP", "TrackableHub", "TrackableTesting"],
      path: "Examples/Beatles", exclude: ["Expected", "PlanTests", "Server", "Sessions"]),
    .executableTarget(
      name: "VideoPlayer", dependencies: ["Trackable", "TrackableTesting", "TrackableValuePropositions"],
      path: "Examples/VideoPlayer", exclude: ["Expected", "PlanTests", "Sessions"]),
    .executableTarget(
      name: "Wallet",
      dependencies: ["Trackable", "TrackableTesting", "WalletCore", "PayPalFeature", "VenmoFeature"],
      path: "Examples/Wallet/App"),
    .target(name: "WalletCore", dependencies: ["Trackable"], path: "Examples/Wallet/Core"),
    .target(name: "PayPalFeature", dependencies: ["Trackable", "WalletCore"], path: "Examples/Wallet/PayPalFeature"),
    .target(name: "VenmoFeature", dependencies: ["Trackable", "WalletCore"], path: "Examples/Wallet/VenmoFeature"),
    .executableTarget(
      name: "Crowdfunding",
      dependencies: [
        "Trackable", "TrackableTesting", "CrowdfundingCore", "DiscoveryFeature", "ProjectFeature", "CheckoutFeature",
      ],
      path: "Examples/Crowdfunding/App"),
    .target(name: "CrowdfundingCore", dependencies: ["Trackable"], path: "Examples/Crowdfunding/Core"),
    .target(
      name: "DiscoveryFeature", dependencies: ["Trackable", "CrowdfundingCore"],
      path: "Examples/Crowdfunding/DiscoveryFeature"),
    .target(
      name: "ProjectFeature", dependencies: ["Trackable", "CrowdfundingCore"],
      path: "Examples/Crowdfunding/ProjectFeature"),
    .target(
      name: "CheckoutFeature", dependencies: ["Trackable", "CrowdfundingCore"],
      path: "Examples/Crowdfunding/CheckoutFeature"),
    .target(name: "TestSupport", dependencies: ["Trackable", "TrackableTesting"], path: "Tests/TestSupport"),
    .testTarget(name: "TrackableTests", dependencies: ["Trackable", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackableHubTests", dependencies: ["Trackable", "TrackableHub", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackableHTTPTests",
      dependencies: ["Trackable", "TrackableHub", "TrackableHTTP", "TrackableTesting", "TestSupport"]),
    .executableTarget(name: "StoreProcess", dependencies: ["TrackableHTTP"], path: "Tests/StoreProcess"),
    .executableTarget(
      name: "WireClient", dependencies: ["Trackable", "TrackableHub", "TrackableHTTP"], path: "Tests/WireClient"),
    .executableTarget(
      name: "ClickHouseClient", dependencies: ["Trackable", "TrackableHub", "TrackableHTTP"],
      path: "Tests/ClickHouseClient"),
    .testTarget(
      name: "TrackableSwiftUITests", dependencies: ["Trackable", "TrackableSwiftUI", "TrackableTesting", "TestSupport"]),
    .testTarget(name: "TrackableTestingTests", dependencies: ["Trackable", "TrackableTesting", "TestSupport"]),
    .testTarget(
      name: "TrackableValuePropositionsTests",
      dependencies: ["Trackable", "TrackableValuePropositions", "TrackableTesting", "TestSupport"]),
    .target(name: "VendorStandIns", path: "Tests/VendorStandIns"),
    .target(
      name: "MigrationOrigins", dependencies: ["UIKitStandIn", "VendorStandIns"], path: "Tests/MigrationOrigins",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "MigrationTests", dependencies: migration),
    // The same sources as an app that is not in Swift 6 mode yet.
    .testTarget(
      name: "MigrationInSwift5Tests", dependencies: migration, swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "PublicAPITests",
      dependencies: [
        "Trackable", "TrackableHub", "TrackableHTTP", "TrackableTesting", "TrackableValuePropositions", "UIKitStandIn",
      ]),
    .target(name: "UIKitStandIn", path: "Tests/UIKitStandIn"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Trackable", "TrackableHub", "TrackableHTTP", "TrackableTesting", "TrackableValuePropositions", "UIKitStandIn",
        "VendorStandIns",
      ],
      exclude: ["tracking-plan.json"], packageAccess: false),  // as foreign to the package as an app
    .testTarget(name: "AttackTests", dependencies: ["Trackable", "TrackableHub", "TestSupport"]),
    .testTarget(
      name: "BeatlesPlanTests", dependencies: ["Beatles", "TrackableTesting"], path: "Examples/Beatles/PlanTests",
      exclude: ["tracking-plan.json"]),
    .testTarget(
      name: "VideoPlayerPlanTests", dependencies: ["VideoPlayer", "TrackableValuePropositions", "TrackableTesting"],
      path: "Examples/VideoPlayer/PlanTests", exclude: ["tracking-plan.json"]),
    .testTarget(
      name: "WalletPlanTests", dependencies: ["Wallet", "VenmoFeature", "TrackableTesting"],
      path: "Examples/Wallet/PlanTests", exclude: ["tracking-plan.json"]),
    .testTarget(
      name: "CrowdfundingPlanTests", dependencies: ["Crowdfunding", "CrowdfundingCore", "TrackableTesting"],
      path: "Examples/Crowdfunding/PlanTests", exclude: ["tracking-plan.json"]),
  ],
  swiftLanguageModes: [.v6]
)

// CI also runs the tests with optimisation and under the thread sanitizer. There it leaves out examples, pages and
// migrations, which take longer to compile than the library.
if Context.environment["TRACKABLE_TESTS"] == "library" {
  package.targets.removeAll {
    $0.path?.hasPrefix("Examples/") == true || $0.name.hasPrefix("Migration")
      || ["DocumentationTests", "VendorStandIns"].contains($0.name)
  }
}
