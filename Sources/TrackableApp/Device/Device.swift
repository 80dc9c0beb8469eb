#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Trackable

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What is known of the device, as far as the app wants it said. None of it takes a file or a lock of the system.
struct Device: Sendable {
  let wanted: [DeviceProperty]
  let app: AppVersion?
  /// Width and height in pixels, once the main thread has asked.
  var screen: (width: Int, height: Int)?

  var properties: TrackedProperties {
    TrackedProperties(wanted.flatMap { properties(of: $0.kind) })
  }

  private func properties(of kind: DeviceProperty.Kind) -> [TrackedProperty] {
    switch kind {
    case .system:
      let version = ProcessInfo.processInfo.operatingSystemVersion
      let parts =
        [version.majorVersion, version.minorVersion] + (version.patchVersion == 0 ? [] : [version.patchVersion])
      return [
        DeviceKeys.systemName ~>> Self.systemName,
        DeviceKeys.systemVersion ~>> parts.map(String.init).joined(separator: "."),
      ]
    case .model: return [DeviceKeys.model ~>> Self.model]
    case .manufacturer: return [DeviceKeys.manufacturer ~>> Self.manufacturer]
    case .appVersion: return app?.properties ?? []
    case .appIdentifier: return [DeviceKeys.appIdentifier ~>> app?.identifier]
    case .locale: return [DeviceKeys.locale ~>> Locale.current.identifier]
    case .languages: return [DeviceKeys.languages ~>> Locale.preferredLanguages]
    case .timeZone: return [DeviceKeys.timeZone ~>> TimeZone.current.identifier]
    case .screen: return [DeviceKeys.screenWidth ~>> screen?.width, DeviceKeys.screenHeight ~>> screen?.height]
    }
  }

  private static var systemName: String {
    #if os(macOS)
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
      // A Mac says its architecture for `hw.machine`.
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

  private static var manufacturer: String? {
    #if canImport(Darwin)
      "Apple"
    #else
      nil
    #endif
  }
}

extension AppVersion {
  var properties: [TrackedProperty] {
    [DeviceKeys.appVersion ~>> version, DeviceKeys.appBuild ~>> (build.isEmpty ? nil : build)]
  }
}
