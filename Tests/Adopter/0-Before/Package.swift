// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Recipes",
  platforms: [.macOS(.v15)],
  targets: [
    .executableTarget(name: "Recipes")
  ]
)
