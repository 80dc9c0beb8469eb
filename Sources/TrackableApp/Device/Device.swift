#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Trackable

#if canImport(Darwin)
  import Darwin
#endif

/// The values of the properties of the device, for the keys that the app has chosen. Reading them opens no file and
/// takes no lock.
struct Device: Sendable {
  let wanted: [DeviceKeys]
  let app: AppVersion?
  /// The width and height in pixels, once the main thread has read them.
  var screen: (width: Int, height: Int)?

  var properties: TrackedProperties { TrackedProperties(wanted.map { TrackedProperty($0, value(of: $0)) }) }

  private func value(of key: DeviceKeys) -> TrackedValue? {
    switch key {
    case .systemName: .string(Self.systemName)
    case .systemVersion: .string(Self.systemVersion)
    case .model: Self.model.map { .string($0) }
    case .manufacturer: Self.model.map { _ in .string("Apple") }
    case .appVersion: app.map { .string($0.version) }
    case .appBuild: app.flatMap { $0.build.isEmpty ? nil : .string($0.build) }
    case .appIdentifier: app?.identifier.map { .string($0) }
    case .locale: .string(Locale.current.identifier)
    case .languages: .array(Locale.preferredLanguages.map { .string($0) })
    case .timeZone: .string(TimeZone.current.identifier)
    case .screenWidth: screen.map { .int($0.width) }
    case .screenHeight: screen.map { .int($0.height) }
    }
  }

  private static var systemVersion: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    let patch = version.patchVersion == 0 ? "" : ".\(version.patchVersion)"
    return "\(version.majorVersion).\(version.minorVersion)\(patch)"
  }

  private static var systemName: String {
    #if os(macOS) || targetEnvironment(macCatalyst)
      "macOS"
    #elseif os(iOS)
      "iOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #elseif os(Android)
      "Android"
    #else
      "Linux"
    #endif
  }

  private static var model: String? {
    #if canImport(Darwin)
      // On a Mac, `hw.machine` is the architecture.
      let name = systemName == "macOS" ? "hw.model" : "hw.machine"
      var size = 0
      guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 1 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #else
      return nil
    #endif
  }
}
