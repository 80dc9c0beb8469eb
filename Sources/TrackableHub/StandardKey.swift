import Trackable

/// The library's own keys, for properties of the installation, the visit and the device. The library recognizes a key
/// by its name in code, so neither a renaming nor the key's module matters.
package enum StandardKey: String, CaseIterable, Sendable {
  case installation = "installationId"
  case visit = "sessionId"
  case visitNumber = "sessionNumber"
  case systemName, systemVersion
  case model = "deviceModel"
  case manufacturer = "deviceManufacturer"
  case appVersion, appBuild, appIdentifier, locale, languages, timeZone, screenWidth, screenHeight

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
  private static let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0

  /// The standard key with the name of a property key; `nil` for a key of the app's own.
  package init?(_ key: PropertyKey) { self.init(named: key.inCode.name) }

  private init?(named name: String) {
    // This check is quick, and ends most look-ups: most names of properties have a path, and are longer.
    guard name.utf8.count <= Self.longest, let known = Self.byName[name] else { return nil }
    self = known
  }

  /// The name in code of a renamed key, if the old or the new name is that of a standard key; `nil` for all other keys.
  static func nameInCode(of key: PropertyKey) -> String? {
    let code = key.inCode
    return code != key && (Self(named: code.name) ?? Self(named: key.name)) != nil ? code.name : nil
  }
}
