import Trackable

/// The library's own keys, for properties of the installation, the visit and the device. The library recognizes a key
/// by its name in code, so neither a renaming nor the key's module matters.
@usableFromInline package enum StandardKey: String, CaseIterable, Sendable {
  case installation = "installationId"
  case visit = "sessionId"
  case visitNumber = "sessionNumber"
  case systemName, systemVersion
  case model = "deviceModel"
  case manufacturer = "deviceManufacturer"
  case appVersion, appBuild, appIdentifier, locale, languages, timeZone, screenWidth, screenHeight

  /// The standard keys, by the number of bytes in their names. For most names of properties, the number already shows
  /// that the name is not that of a standard key, or leaves few keys to compare.
  private static let byCount = (0..<32).map { count in allCases.filter { $0.rawValue.utf8.count == count } }

  /// The standard key with the name of a property key; `nil` for a key of the app's own.
  package init?(_ key: PropertyKey) { self.init(named: key.inCode.name) }

  private init?(named name: String) {
    let count = name.utf8.count
    guard count < 32, let known = Self.byCount[count].first(where: { $0.rawValue == name }) else { return nil }
    self = known
  }

  /// The name in code of a renamed key, if the old or the new name is that of a standard key; `nil` for all other keys.
  static func nameInCode(of key: PropertyKey) -> String? {
    let code = key.inCode
    return code != key && (Self(named: code.name) ?? Self(named: key.name)) != nil ? code.name : nil
  }
}
