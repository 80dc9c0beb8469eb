public import Trackable

/// The keys for properties of the device and of the app. An app chooses the keys that its events carry.
///
/// ```swift
/// let app = TrackableApp(device: [.systemName, .systemVersion, .model, .appVersion])
/// ```
///
/// An event carries a property of the device only if the app has chosen the key of that property. <doc:Installations>
/// says which keys need an entry in the app's privacy manifest. The names of these keys have no path.
public enum DeviceKeys: String, Key, CaseIterable {
  /// `iOS`, `macOS`, `Linux`, …
  case systemName
  /// The version of the system, `18.1`.
  case systemVersion
  /// The model, `iPhone16,1`. Linux has none.
  case model = "deviceModel"
  /// The maker, `Apple`. Linux has none.
  case manufacturer = "deviceManufacturer"
  /// The version of the app, as users see it.
  case appVersion
  /// The number of the app's build.
  case appBuild
  /// The app's identifier, `com.example.app`.
  case appIdentifier
  /// The user's region and language, `en_GB`.
  case locale
  /// The user's preferred languages, the most preferred first.
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
