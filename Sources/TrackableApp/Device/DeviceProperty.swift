import Trackable

/// One thing that an app may say of the device and of itself.
///
/// ```swift
/// let app = TrackableApp(device: [.system, .model, .appVersion])
/// ```
///
/// An app says nothing of the device unless it names it. <doc:Installations> says which choice needs a declaration in the app's
/// privacy manifest.
public struct DeviceProperty: Sendable, Hashable {
  enum Kind: Sendable {
    case system, model, manufacturer, appVersion, appIdentifier, locale, languages, timeZone, screen
  }

  let kind: Kind

  /// The system's name and version: ``DeviceKeys/systemName``, ``DeviceKeys/systemVersion``.
  public static let system = Self(kind: .system)
  /// The device's model, `iPhone16,1`: ``DeviceKeys/model``. Linux has none.
  public static let model = Self(kind: .model)
  /// The maker of the device: ``DeviceKeys/manufacturer``. Linux has none.
  public static let manufacturer = Self(kind: .manufacturer)
  /// The app's version and build: ``DeviceKeys/appVersion``, ``DeviceKeys/appBuild``.
  public static let appVersion = Self(kind: .appVersion)
  /// The app's identifier: ``DeviceKeys/appIdentifier``.
  public static let appIdentifier = Self(kind: .appIdentifier)
  /// The user's region and language, `en_GB`: ``DeviceKeys/locale``.
  public static let locale = Self(kind: .locale)
  /// The languages that the user prefers, the first one first: ``DeviceKeys/languages``.
  public static let languages = Self(kind: .languages)
  /// The time zone, `Europe/London`: ``DeviceKeys/timeZone``.
  public static let timeZone = Self(kind: .timeZone)
  /// The size of the screen, in pixels: ``DeviceKeys/screenWidth``, ``DeviceKeys/screenHeight``. Linux has none.
  public static let screen = Self(kind: .screen)
}

/// The keys of a ``DeviceProperty``. Their names have no path: `systemName`.
public enum DeviceKeys: String, Key {
  /// `iOS`, `macOS`, `Linux`, …
  case systemName
  /// The version of the system, `18.1`.
  case systemVersion
  /// The model, `iPhone16,1`.
  case model = "deviceModel"
  /// The maker, `Apple`.
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
  /// The width of the screen, in pixels.
  case screenWidth
  /// The height of the screen, in pixels.
  case screenHeight

  /// The case's raw value.
  public var name: String { rawValue }
}
