public import Trackable

/// How long the ID of an installation stays, and how it begins.
///
/// ```swift
/// let app = TrackableApp(folder: folder, installation: .forGood(startingWith: segment.anonymousId))
/// ```
public struct InstallationPolicy: Sendable {
  let isForGood: Bool
  let first: String?

  /// A random ID that belongs to the person: it ends with `reset()`, `purge()`, a withdrawn consent, and an `identify` of another
  /// user. So nothing leads from one user to the next.
  public static let untilReset = untilReset(startingWith: nil)
  /// A random ID that stays as long as the app is installed. It leads from one user of the device to the next.
  public static let forGood = forGood(startingWith: nil)

  /// The same, which begins with an ID that the app brings from another library.
  ///
  /// - Parameter first: The ID at the first launch with this library; `nil` means a random one.
  public static func untilReset(startingWith first: String?) -> Self { Self(isForGood: false, first: first) }
  /// The same, which begins with an ID that the app brings from another library.
  ///
  /// - Parameter first: The ID at the first launch with this library; `nil` means a random one.
  public static func forGood(startingWith first: String?) -> Self { Self(isForGood: true, first: first) }
}

/// The key of an installation. Its name has no path.
public enum InstallationKeys: String, Key {
  /// The ID of the installation.
  case id = "installationId"

  /// The case's raw value.
  public var name: String { rawValue }
}
