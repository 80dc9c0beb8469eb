// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the snippets use of Firebase's SDK. https://firebase.google.com/docs/analytics/events?platform=ios

/// In Firebase, the class is called `Analytics`, as one of the snippets calls its own.
public enum FirebaseAnalytics: Sendable {
  public static func logEvent(_ name: String, parameters: [String: Any]?) {
    ServiceLog.call("Firebase logEvent", name, parameters ?? [:], as: .event, over: \.defaultParameters)
  }

  public static func setDefaultEventParameters(_ parameters: [String: Any]?) {
    if let parameters {
      ServiceLog.remember(parameters, in: \.defaultParameters)
    } else {
      ServiceLog.forget(\.defaultParameters)
    }
  }

  public static func setUserID(_ userID: String?) {
    ServiceLog.call("Firebase setUserID", userID, as: userID == nil ? .reset : .user)
  }

  public static func resetAnalyticsData() { ServiceLog.write("Firebase resetAnalyticsData") }

  public static func setUserProperty(_ value: String?, forName name: String) {
    ServiceLog.call("Firebase setUserProperty", name, value.map { ["value": $0] }, as: .userProperty)
  }
}

/// What the snippets use of Firebase's reports of errors. https://firebase.google.com/docs/crashlytics/customize-crash-reports?platform=ios
public enum Crashlytics: Sendable {
  public static func record(error: any Error) { ServiceLog.write("Crashlytics record \(error)") }
}
