public import Trackable

/// The lifetime of an installation's ID, and its first value.
///
/// ```swift
/// let app = TrackableApp(folder: folder, installation: .forGood(startingWith: segment.anonymousId))
/// ```
public struct InstallationPolicy: Sendable {
  let isForGood: Bool
  let first: String?

  /// An ID that belongs to the person. The ID ends with `reset()`, `purge()`, a withdrawn consent, and an `identify` of
  /// another user, so it does not link one user to the next.
  ///
  /// - Parameter first: The ID at the first launch with this library, from another library; `nil` means a random ID.
  public static func untilReset(startingWith first: String? = nil) -> Self { Self(isForGood: false, first: first) }
  /// An ID that stays until the app is removed. Such an ID links one user of the device to the next.
  ///
  /// - Parameter first: The ID at the first launch with this library, from another library; `nil` means a random ID.
  public static func forGood(startingWith first: String? = nil) -> Self { Self(isForGood: true, first: first) }
}

/// The key of the installation's ID. The name of the key has no path.
public enum InstallationKeys: String, Key {
  /// The ID of the installation.
  case id = "installationId"

  /// The case's raw value.
  public var name: String { rawValue }
}
