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

  // The hash of a property key is computed once for each key.
  private static let byKey = Dictionary(uniqueKeysWithValues: allCases.map { (PropertyKey($0.rawValue), $0) })

  /// The standard key with the name of a property key; `nil` for a key of the app's own.
  package init?(_ key: PropertyKey) {
    guard let known = Self.byKey[key.inCode] else { return nil }
    self = known
  }

  /// The name in code of a renamed key, if the old or the new name is that of a standard key; `nil` for all other keys.
  static func nameInCode(of key: PropertyKey) -> String? {
    let code = key.inCode
    return code != key && (byKey[code] ?? byKey[key]) != nil ? code.name : nil
  }
}
