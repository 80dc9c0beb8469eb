// swift-tools-version: 6.3
import PackageDescription

let testing: [Target.Dependency] = [
  .product(name: "Trackable", package: "Trackable"), .product(name: "TrackableTesting", package: "Trackable"),
]

// An app's package, as an adopter would write it: its code depends on Trackable only, its tests on TrackableTesting.
let package = Package(
  name: "AdopterPackage",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Trackable", path: "../..")],
  targets: [
    .target(name: "Player", dependencies: [.product(name: "Trackable", package: "Trackable")]),
    .testTarget(name: "PlayerTests", dependencies: ["Player"] + testing),
    .testTarget(name: "PlayerXCTests", dependencies: ["Player"] + testing),
  ],
  swiftLanguageModes: [.v6]
)
