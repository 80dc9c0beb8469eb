import Trackable

/// The keys whose names are the library's: what an app says of its installation, the visit and the device. A key is recognised
/// by its name in code, so also behind a renaming, from whichever module it comes.
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

  /// `nil` for a key of the app's own.
  package init?(_ key: PropertyKey) { self.init(named: key.inCode.name) }

  private init?(named name: String) {
    // Most names have a path, and are longer.
    guard name.utf8.count <= Self.longest, let known = Self.byName[name] else { return nil }
    self = known
  }

  /// The name in code of a key that a renaming has called otherwise, if it is one of these, or is called like one now; `nil` for all others.
  static func nameInCode(of key: PropertyKey) -> String? {
    let code = key.inCode
    return code != key && (Self(named: code.name) ?? Self(named: key.name)) != nil ? code.name : nil
  }
}
