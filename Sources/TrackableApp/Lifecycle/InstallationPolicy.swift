public import Trackable

/// A policy for the ID of an installation: how long the ID stays, and its first value.
///
/// ```swift
/// let app = TrackableApp(folder: folder, installation: .forGood(startingWith: segment.anonymousId))
/// ```
public struct InstallationPolicy: Sendable {
  let isForGood: Bool
  let first: String?

  /// An ID that belongs to one person. The ID is replaced after a `reset()`, a `purge()`, a withdrawn consent, and an
  /// `identify` of another user, so it does not link one user to the next.
  ///
  /// - Parameter first: The ID that another library has used, for the first launch with this library; `nil` means a
  ///   random ID.
  public static func untilReset(startingWith first: String? = nil) -> Self { Self(isForGood: false, first: first) }
  /// An ID that stays until the app is removed. Such an ID links one user of the device to the next.
  ///
  /// - Parameter first: The ID that another library has used, for the first launch with this library; `nil` means a
  ///   random ID.
  public static func forGood(startingWith first: String? = nil) -> Self { Self(isForGood: true, first: first) }
}

/// The key of the installation's ID. The key's name is `installationId` alone, without the module and the types that
/// come before the names of other keys.
public enum InstallationKeys: String, Key {
  /// The ID of the installation.
  case id = "installationId"

  /// The case's raw value.
  public var name: String { rawValue }
}
