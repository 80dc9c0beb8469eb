#if canImport(Darwin)
  import Foundation
#endif

/// The version of an app. On Apple's systems, the library reads it from the app's bundle; on other systems, the app
/// passes it.
public struct AppVersion: Sendable, Hashable {
  /// The version that users see, `2.1`.
  public var version: String
  /// The number of the build, `214`; empty if there is none.
  public var build: String
  /// The identifier, `com.example.app`; `nil` if there is none.
  public var identifier: String?

  /// - Parameters:
  ///   - version: The version that users see.
  ///   - build: The number of the build.
  ///   - identifier: The app's identifier.
  public init(_ version: String, build: String = "", identifier: String? = nil) {
    (self.version, self.build, self.identifier) = (version, build, identifier)
  }

  /// The version in the app's bundle; `nil` on systems without a bundle.
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
