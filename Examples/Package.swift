// swift-tools-version: 6.3
import PackageDescription

// The examples that need more than the core, and the tests of all tracking plans:
//
//     swift run --package-path Examples Wallet
//
// `swift run Beatles` is part of the package itself, so that it has to compile the core only. Here the same sources,
// without their command line, are a library for `BeatlesDelivery`.

func products(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "Trackable") } }

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Trackable", path: "..")],
  targets: [
    .target(name: "LocalServer", path: "LocalServer"),
    .target(
      name: "Beatles", dependencies: products("Trackable"), path: "Beatles",
      exclude: ["Command", "Expected", "PlanTests", "Server", "Sessions"]),
    .executableTarget(
      name: "BeatlesDelivery",
      dependencies: ["Beatles", "LocalServer"]
        + products("Trackable", "TrackableHTTP", "TrackableHub", "TrackableInspector", "TrackablePlan"),
      path: "BeatlesDelivery", exclude: ["Expected"]),
    .testTarget(
      name: "BeatlesPlanTests", dependencies: ["Beatles"] + products("TrackablePlan", "TrackableTesting"),
      path: "Beatles/PlanTests",
      exclude: ["tracking-plan.json"]),

    .executableTarget(
      name: "VideoPlayer",
      dependencies: products(
        "Trackable", "TrackableApp", "TrackableInspector", "TrackablePlan", "TrackableValuePropositions"),
      path: "VideoPlayer", exclude: ["Expected", "PlanTests", "Sessions"]),
    .testTarget(
      name: "VideoPlayerPlanTests",
      dependencies: ["VideoPlayer"]
        + products("TrackableApp", "TrackableValuePropositions", "TrackablePlan", "TrackableTesting"),
      path: "VideoPlayer/PlanTests", exclude: ["tracking-plan.json"]),

    .target(name: "WalletCore", dependencies: products("Trackable"), path: "Wallet/Core"),
    .target(name: "PayPalFeature", dependencies: ["WalletCore"] + products("Trackable"), path: "Wallet/PayPalFeature"),
    .target(name: "VenmoFeature", dependencies: ["WalletCore"] + products("Trackable"), path: "Wallet/VenmoFeature"),
    .executableTarget(
      name: "Wallet",
      dependencies: ["WalletCore", "PayPalFeature", "VenmoFeature"]
        + products("Trackable", "TrackableInspector", "TrackablePlan"),
      path: "Wallet/App"),
    .testTarget(
      name: "WalletPlanTests",
      dependencies: ["Wallet", "VenmoFeature"] + products("TrackablePlan", "TrackableTesting"),
      path: "Wallet/PlanTests", exclude: ["tracking-plan.json"]),

    .target(name: "BrowserCore", dependencies: products("Trackable"), path: "Browser/Core"),
    .target(name: "TabsFeature", dependencies: ["BrowserCore"] + products("Trackable"), path: "Browser/TabsFeature"),
    .target(
      name: "SearchFeature", dependencies: ["BrowserCore"] + products("Trackable"), path: "Browser/SearchFeature"),
    .target(
      name: "BlockerFeature", dependencies: ["BrowserCore"] + products("Trackable"), path: "Browser/BlockerFeature"),
    .executableTarget(
      name: "Browser",
      dependencies: ["BrowserCore", "TabsFeature", "SearchFeature", "BlockerFeature", "LocalServer"]
        + products(
          "Trackable", "TrackableHTTP", "TrackableHub", "TrackableApp", "TrackableInspector", "TrackablePlan",
          "TrackableTesting"),
      path: "Browser/App"),
    .testTarget(
      name: "BrowserPlanTests",
      dependencies: ["Browser", "BrowserCore", "TabsFeature", "SearchFeature", "BlockerFeature"]
        + products("Trackable", "TrackableApp", "TrackablePlan"),
      path: "Browser/PlanTests", exclude: ["tracking-plan.json"]),

    .target(name: "CrowdfundingCore", dependencies: products("Trackable"), path: "Crowdfunding/Core"),
    .target(
      name: "DiscoveryFeature", dependencies: ["CrowdfundingCore"] + products("Trackable"),
      path: "Crowdfunding/DiscoveryFeature"),
    .target(
      name: "ProjectFeature", dependencies: ["CrowdfundingCore"] + products("Trackable"),
      path: "Crowdfunding/ProjectFeature"),
    .target(
      name: "CheckoutFeature", dependencies: ["CrowdfundingCore"] + products("Trackable"),
      path: "Crowdfunding/CheckoutFeature"),
    .executableTarget(
      name: "Crowdfunding",
      dependencies: ["CrowdfundingCore", "DiscoveryFeature", "ProjectFeature", "CheckoutFeature"]
        + products("Trackable", "TrackableInspector", "TrackablePlan"),
      path: "Crowdfunding/App"),
    .testTarget(
      name: "CrowdfundingPlanTests",
      dependencies: ["Crowdfunding", "CrowdfundingCore"] + products("TrackablePlan", "TrackableTesting"),
      path: "Crowdfunding/PlanTests", exclude: ["tracking-plan.json"]),

    // An app that leaves Segment's SDK: before, in between, and after. The SDK is a stand-in with the published signatures.
    .target(name: "Segment", path: "SegmentApp/SDK", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "SegmentBefore", dependencies: ["Segment"], path: "SegmentApp/Before"),
    .executableTarget(
      name: "SegmentMiddle",
      dependencies: ["Segment"] + products("Trackable", "TrackableApp", "TrackableHTTP", "TrackableHub"),
      path: "SegmentApp/Middle"),
    .executableTarget(
      name: "SegmentAfter",
      dependencies: ["Segment"] + products("Trackable", "TrackableApp", "TrackableHTTP", "TrackableHub"),
      path: "SegmentApp/After"),
    .testTarget(
      name: "SegmentAppTests",
      dependencies: ["Segment", "SegmentBefore", "SegmentMiddle", "SegmentAfter"] + products("Trackable"),
      path: "SegmentApp/Tests"),
  ],
  swiftLanguageModes: [.v6]
)
