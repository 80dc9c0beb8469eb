// What the snippets use of Intercom's SDK. https://developers.intercom.com/installing-intercom/ios/track-events

package enum Intercom {
  package static func logEvent(withName name: String, metaData: [String: Any]) {
    ServiceLog.write("Intercom logEvent '\(name)'", metaData)
  }

  package static func updateUser(_ attributes: ICMUserAttributes) {
    ServiceLog.write("Intercom email \(attributes.email ?? "nil")", attributes.customAttributes ?? [:])
  }

  package static func setDeviceToken(_ token: String) { ServiceLog.write("Intercom token \(token)") }
}

/// What is to be changed of the user.
package final class ICMUserAttributes {
  package var email: String?
  package var customAttributes: [String: Any]?

  package init() {}
}
