import Testing
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

@Suite struct FirebaseAdapterTests {
  @Test func `Firebase gets what the page says, within its limits`() async {
    let calls = await ServiceLog.record {
      typealias FirebaseTracker = FirebasePage.FirebaseTracker
      let firebase = FirebaseTracker().renaming(.keepingLast(2).followed(by: .snakeCase))
      await RecordShop.visit(firebase)
    }
    #expect(
      calls == [
        "Firebase setUserID john", #"Firebase setUserProperty keys_plan: "premium""#,
        #"Firebase logEvent 'screen_view' [screen_name: "cart"]"#, "Firebase logEvent 'cart_did_pay' [keys_amount: 20]",
        #"Firebase setUserProperty plan: "free""#, "Firebase setUserProperty plan: nil", "Firebase setUserID nil",
        "Firebase resetAnalyticsData",
      ])
  }

  @Test func `Firebase carries out an update, or does nothing`() {
    let firebase = ServiceLog.record { RecordShop.operate(FirebasePage.FirebaseTracker().renaming(RecordShop.short)) }
    #expect(
      firebase == [
        #"Firebase setUserProperty Visits: "1""#, "Firebase setUserProperty Visits: nil",
        #"Firebase setUserProperty company: "apple""#, "Firebase setUserProperty company: nil",
      ])
  }

  @Test func `The adapter for Firebase keeps the promises of a destination`() async {
    let conformance = AdapterConformance(
      expecting: AdapterConformance.flatJSON, makeTracker: { FirebasePage.FirebaseTracker() }
    ) {
      call, subject, values, _ in
      switch (call, subject) {
      case ("Firebase logEvent", let name?): .event(name: name, properties: values)
      case ("Firebase setUserID", let user?): .identified(user)
      case ("Firebase setUserID", nil): .reset
      case ("Firebase setUserProperty", let name?): .userProperty(name: name, value: values.first?.value ?? .null)
      default: nil
      }
    }
    let failures = await conformance.failures()
    #expect(failures == [])
  }
}
