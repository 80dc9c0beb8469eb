public import Trackable

/// What an app may say of the device and of itself: the keys are the choices.
///
/// ```swift
/// let app = TrackableApp(device: [.systemName, .systemVersion, .model, .appVersion])
/// ```
///
/// An app says nothing of the device unless it names it. <doc:Installations> says which choice needs a declaration in the app's
/// privacy manifest. The names have no path.
public enum DeviceKeys: String, Key, CaseIterable {
  /// `iOS`, `macOS`, `Linux`, …
  case systemName
  /// The version of the system, `18.1`.
  case systemVersion
  /// The model, `iPhone16,1`. Linux has none.
  case model = "deviceModel"
  /// The maker, `Apple`. Linux has none.
  case manufacturer = "deviceManufacturer"
  /// The version of the app that users know.
  case appVersion
  /// The number of the app's build.
  case appBuild
  /// The app's identifier, `com.example.app`.
  case appIdentifier
  /// The user's region and language, `en_GB`.
  case locale
  /// The languages that the user prefers, the first one first.
  case languages
  /// The time zone, `Europe/London`.
  case timeZone
  /// The width of the screen, in pixels. Linux has none.
  case screenWidth
  /// The height of the screen, in pixels. Linux has none.
  case screenHeight

  /// The case's raw value.
  public var name: String { rawValue }
}
