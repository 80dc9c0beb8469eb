import Trackable
import VendorStandIns

private enum FirebasePage {
  typealias Analytics = FirebaseAnalytics

  struct FirebaseTracker: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      var parameters: [String: Any] = event.properties.flattened.forJSON
      parameters["screen_name"] = event.screenName
      let name = event.screenName == nil ? event.name : "screen_view"
      Analytics.logEvent(name, parameters: parameters)
    }
    func update(_ property: TrackedUserProperty) {
      // It cannot add, and would set the number.
      guard let value = property.value else { return }
      let text = value == .null ? nil : "\(value)"
      Analytics.setUserProperty(text, forName: property.name)
    }
    func identify(_ user: TrackedUser) {
      Analytics.setUserID(user.id)
      for trait in user.traits.flattened {
        Analytics.setUserProperty("\(trait.value)", forName: trait.key.name)
      }
    }
    func reset() { Analytics.setUserID(nil) }
    func purge() { Analytics.resetAnalyticsData() }
  }
}

extension Adapter {
  static let firebase = Adapter(
    name: "Firebase", makeTracker: { FirebasePage.FirebaseTracker() }, properties: { json($0.flattened) },
    style: .keepingLast(2).followed(by: .snakeCase),
    calls: [
      "Firebase setUserID 'john'", #"Firebase setUserProperty 'keys_plan' [value: "premium"]"#,
      #"Firebase logEvent 'screen_view' [screen_name: "cart"]"#, "Firebase logEvent 'cart_did_pay' [keys_amount: 20]",
      #"Firebase setUserProperty 'plan' [value: "free"]"#, "Firebase setUserProperty 'plan'",
      #"Firebase setUserProperty 'visits' [value: "1"]"#, "Firebase setUserProperty 'visits'",
      #"Firebase setUserProperty 'company' [value: "apple"]"#, "Firebase setUserProperty 'company'",
      #"Firebase setUserProperty 'company' [value: "apple"]"#, "Firebase logEvent 'cart_did_pay' []",
      "Firebase setUserID", "Firebase resetAnalyticsData",
    ])
}
