// swift-tools-version: 6.3
import PackageDescription

// Programs that CI runs, kills, and compares with others at night.

func products(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "Trackable") } }

let package = Package(
  name: "Programs",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Trackable", path: "../..")],
  targets: [
    // Looks into the store with `@testable`: in a release build, -Xswiftc -enable-testing is needed.
    .executableTarget(
      name: "StoreProcess", dependencies: products("Trackable", "TrackableHub", "TrackableHTTP", "TrackableApp"),
      path: "StoreProcess"),
    .executableTarget(
      name: "WireClient", dependencies: products("Trackable", "TrackableHub", "TrackableHTTP"), path: "WireClient"),
    .executableTarget(
      name: "ClickHouseClient", dependencies: products("Trackable", "TrackableHub", "TrackableHTTP"),
      path: "ClickHouseClient"),
  ],
  swiftLanguageModes: [.v6]
)
