// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Recipes",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Trackable", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Recipes",
      dependencies: [
        .product(name: "Trackable", package: "Trackable")
      ]),
    .testTarget(
      name: "RecipesTests",
      dependencies: [
        "Recipes", .product(name: "TrackableTesting", package: "Trackable"),
        .product(name: "TrackablePlan", package: "Trackable"),
      ]),
  ]
)
