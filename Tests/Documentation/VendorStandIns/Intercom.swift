// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the snippets use of Intercom's SDK. https://developers.intercom.com/installing-intercom/ios/track-events

public enum Intercom: Sendable {
  public static func logEvent(withName name: String, metaData: [String: Any]) {
    ServiceLog.write("Intercom logEvent '\(name)'", metaData)
  }

  public static func updateUser(_ attributes: ICMUserAttributes) {
    ServiceLog.write("Intercom email \(attributes.email ?? "nil")", attributes.customAttributes ?? [:])
  }

  public static func setDeviceToken(_ token: String) { ServiceLog.write("Intercom token \(token)") }
}

/// What is to be changed of the user.
public final class ICMUserAttributes {
  public var email: String?
  public var customAttributes: [String: Any]?

  public init() {}
}

@available(*, unavailable)
extension ICMUserAttributes: Sendable {}
