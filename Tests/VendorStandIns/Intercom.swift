// What the snippets use of Intercom's SDK. https://developers.intercom.com/installing-intercom/ios/

/// The real one takes a user's attributes as an object of their own.
package enum Intercom {
  package static func logEvent(_ name: String, _ metadata: [String: Any]) {
    ServiceLog.write("Intercom logEvent '\(name)'", metadata)
  }

  package static func updateUser(email: String?) { ServiceLog.write("Intercom email \(email ?? "nil")") }

  package static func updateUser(_ customAttributes: [String: Any]) {
    ServiceLog.write("Intercom attributes", customAttributes)
  }

  package static func setDeviceToken(_ token: String) { ServiceLog.write("Intercom token \(token)") }
}
