#if canImport(Darwin)
  import Foundation
#endif

/// Which app this is. On Apple's systems it is in the app's bundle; elsewhere the app gives it.
public struct AppVersion: Sendable, Hashable {
  /// The version that users know, `2.1`.
  public var version: String
  /// The number of the build, `214`; empty if there is none.
  public var build: String
  /// The identifier, `com.example.app`; `nil` if there is none.
  public var identifier: String?

  /// - Parameters:
  ///   - version: The version that users know.
  ///   - build: The number of the build.
  ///   - identifier: The app's identifier.
  public init(_ version: String, build: String = "", identifier: String? = nil) {
    (self.version, self.build, self.identifier) = (version, build, identifier)
  }

  /// That of the app's bundle; `nil` where there is none.
  public static var ofBundle: AppVersion? {
    #if canImport(Darwin)
      let bundle = Bundle.main
      guard let version = bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String else {
        return nil
      }
      let build = bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String
      return AppVersion(version, build: build ?? "", identifier: bundle.bundleIdentifier)
    #else
      return nil
    #endif
  }
}
