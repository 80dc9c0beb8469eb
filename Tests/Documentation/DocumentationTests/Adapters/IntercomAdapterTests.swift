import SDKStandIns
import Testing
import Trackable
import VendorStandIns

private enum IntercomPage {
  typealias Intercom = IntercomSDK.Intercom
  typealias ICMUserAttributes = IntercomSDK.ICMUserAttributes

  struct IntercomTracker: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      Intercom.logEvent(
        withName: event.name, metaData: event.properties.flat)
    }
    func update(_ property: TrackedUserProperty) {
      guard let value = property.value else { return }
      let change = ICMUserAttributes()
      change.customAttributes = [property.name: value.flat]
      Intercom.updateUser(with: change)
    }
    func identify(_ user: TrackedUser) {
      let attributes = ICMUserAttributes()
      attributes.userId = user.id
      attributes.customAttributes = user.traits.flat
      Intercom.loginUser(with: attributes)
    }
    func reset() { Intercom.logout() }
  }
}

@Suite struct IntercomAdapterTests {
  @Test func `Intercom gets what the page says`() async {
    let tracker = IntercomPage.IntercomTracker().renaming(RecordShop.short)
    let calls = await ServiceLog.record {
      await RecordShop.visit(tracker)
      RecordShop.operate(tracker)
    }
    #expect(
      calls == [
        #"Intercom loginUser 'john' [Keys.plan: "premium"]"#, "Intercom logEvent 'Cart' []",
        "Intercom logEvent 'Cart.didPay' [Keys.amount: 20]", #"Intercom updateUser [Plan: "free"]"#,
        "Intercom updateUser [Plan: null]", "Intercom logout", "Intercom updateUser [Visits: 1]",
        "Intercom updateUser [Visits: null]", #"Intercom updateUser [company: "apple"]"#,
        "Intercom updateUser [company: null]",
      ])
  }

  @Test func `The adapter for Intercom keeps the promises of a destination`() async {
    let conformance = AdapterConformance(
      expecting: AdapterConformance.flatText, makeTracker: { IntercomPage.IntercomTracker() }
    ) { call, subject, values, _ in
      switch (call, subject) {
      case ("Intercom logEvent", let name?): .event(name: name, properties: values)
      case ("Intercom loginUser", let user?): .identified(user)
      case ("Intercom updateUser", _): values.first.map { .userProperty(name: $0.key.name, value: $0.value) }
      case ("Intercom logout", _): .reset
      default: nil
      }
    }
    let failures = await conformance.failures()
    #expect(failures == [])
  }
}
