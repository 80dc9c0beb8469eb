import Testing
import Trackable
import VendorStandIns

private enum Shop {
  enum Events { enum Cart: String, Event { case didPay } }
  enum Keys: String, Key { case amount, plan }
  struct CartScreen: ScreenEvent { let name = "Cart" }
  struct Plan: UserProperty {
    let name = "Plan"
    let value: String?
  }

  /// One of everything, told to a tracker.
  static func visit(_ tracker: some AnalyticsEventTracker) async {
    await TrackableSystem.withTracker(tracker) {
      TrackableSystem.identify("john", traits: [Keys.plan ~>> "premium"])
      CartScreen().trigger()
      TrackingContext().track(Events.Cart.didPay, trackedProperties: [Keys.amount ~>> 20])
      Plan(value: "free").update()
      Plan(value: nil).update()
      TrackableSystem.reset()
      TrackableSystem.purge()
      await TrackableSystem.flush()
    }
  }

  static let short = NamingStyle.keepingLast(2)
}

private enum MixpanelPage {
  struct MixpanelDestination: AnalyticsEventTracker {
    private var mixpanel: MixpanelInstance { Mixpanel.mainInstance() }

    func track(_ event: TrackedEvent) {
      mixpanel.track(event: event.name, properties: event.properties.forMixpanel)
    }
    func update(_ property: TrackedUserProperty) {
      if property.value == .null { return mixpanel.people.unset(properties: [property.name]) }
      mixpanel.people.set(properties: TrackedProperties([property.name ~>> property.value]).forMixpanel)
    }
    func identify(_ user: TrackedUser) {
      mixpanel.identify(distinctId: user.id)
      mixpanel.people.set(properties: user.traits.forMixpanel)
    }
    func reset() { mixpanel.reset() }
    func flush() async {
      await withCheckedContinuation { flushed in mixpanel.flush { flushed.resume() } }
    }
  }
}

extension TrackedProperties {
  fileprivate var forMixpanel: Properties { nestedDictionary.compactMapValues { $0 as? any MixpanelType } }
}

private enum FirebasePage {
  typealias Analytics = FirebaseAnalytics

  struct Firebase: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      var parameters: [String: Any] = event.properties.dictionary
      parameters["screen_name"] = event.screenName
      Analytics.logEvent(event.screenName == nil ? event.name : "screen_view", parameters: parameters)
    }
    func update(_ property: TrackedUserProperty) {
      Analytics.setUserProperty(property.value == .null ? nil : "\(property.value)", forName: property.name)
    }
    func identify(_ user: TrackedUser) {
      Analytics.setUserID(user.id)
      for trait in user.traits.flattened { Analytics.setUserProperty("\(trait.value)", forName: trait.key.name) }
    }
    func reset() { Analytics.setUserID(nil) }
    func purge() { Analytics.resetAnalyticsData() }
  }
}

@Suite struct WritingADestinationTests {
  @Test func `Mixpanel gets what the page says`() async {
    let calls = await ServiceLog.record { await Shop.visit(MixpanelPage.MixpanelDestination().renaming(Shop.short)) }
    #expect(
      calls == [
        "Mixpanel identify john", #"Mixpanel people.set [Keys.plan: "premium"]"#, "Mixpanel track 'Cart' []",
        "Mixpanel track 'Cart.didPay' [Keys.amount: 20]", #"Mixpanel people.set [Plan: "free"]"#,
        #"Mixpanel people.unset ["Plan"]"#, "Mixpanel reset", "Mixpanel flush",
      ])
  }

  @Test func `Firebase gets what the page says, within its limits`() async {
    let calls = await ServiceLog.record {
      typealias Firebase = FirebasePage.Firebase
      let firebase = Firebase().renaming(.keepingLast(2).followed(by: .snakeCase))
      await Shop.visit(firebase)
    }
    #expect(
      calls == [
        "Firebase setUserID john", #"Firebase setUserProperty keys_plan: "premium""#,
        #"Firebase logEvent 'screen_view' [screen_name: "cart"]"#, "Firebase logEvent 'cart_did_pay' [keys_amount: 20]",
        #"Firebase setUserProperty plan: "free""#, "Firebase setUserProperty plan: nil", "Firebase setUserID nil",
        "Firebase resetAnalyticsData",
      ])
  }
}
