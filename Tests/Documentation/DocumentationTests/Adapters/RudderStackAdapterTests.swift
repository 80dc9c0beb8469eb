@preconcurrency import SDKStandIns
import Testing
import Trackable
import VendorStandIns

private enum RudderStackPage {
  typealias Analytics = RudderStackAnalytics.Analytics

  struct RudderStackTracker: AnalyticsEventTracker {
    let analytics: Analytics

    func track(_ event: TrackedEvent) {
      let properties = event.properties.forJSON
      if let screen = event.screenName {
        analytics.screen(screenName: screen, properties: properties)
      } else {
        analytics.track(name: event.name, properties: properties)
      }
    }
    func update(_ property: TrackedUserProperty) {
      guard let value = property.value else { return }
      if case .group(let traits) = property.operation {
        guard case .string(let group) = value else { return }
        analytics.group(groupId: group, traits: traits.forJSON)
      } else {
        // Without the ID it would forget who the user is.
        analytics.identify(
          userId: analytics.userId,
          traits: [property.name: value.forJSON])
      }
    }
    func identify(_ user: TrackedUser) {
      analytics.identify(userId: user.id, traits: user.traits.forJSON)
    }
    func reset() { analytics.reset() }
    func flush() async { analytics.flush() }
  }

  static func make() -> RudderStackTracker {
    RudderStackTracker(
      analytics: Analytics(
        configuration: RudderStackAnalytics.Configuration(writeKey: "key", dataPlaneUrl: "https://plane.example")))
  }
}

@Suite struct RudderStackAdapterTests {
  @Test func `RudderStack gets what the page says`() async {
    let tracker = RudderStackPage.make().renaming(RecordShop.short)
    let calls = await ServiceLog.record {
      await RecordShop.visit(tracker)
      RecordShop.operate(tracker)
    }
    #expect(
      calls == [
        #"RudderStack identify 'john' [Keys.plan: "premium"]"#, "RudderStack screen 'Cart' []",
        "RudderStack track 'Cart.didPay' [Keys.amount: 20]", #"RudderStack identify 'john' [Plan: "free"]"#,
        "RudderStack identify 'john' [Plan: null]", "RudderStack reset", "RudderStack flush",
        "RudderStack identify '' [Visits: 1]", "RudderStack identify '' [Visits: null]",
        #"RudderStack group 'apple' [Keys.plan: "label"]"#,
      ])
  }

  @Test func `The adapter for RudderStack keeps the promises of a destination`() async {
    let conformance = AdapterConformance(expecting: AdapterConformance.json, makeTracker: { RudderStackPage.make() }) {
      call, subject, values, _ in
      switch (call, subject) {
      case ("RudderStack track", let name?), ("RudderStack screen", let name?):
        .event(name: name, properties: values)
      // A property of the user is an 'identify' of the same user, and here of none.
      case ("RudderStack identify", ""): values.first.map { .userProperty(name: $0.key.name, value: $0.value) }
      case ("RudderStack identify", let user?):
        values.contains { $0.key.name.hasSuffix("Member") } ? nil : .identified(user, traits: values)
      case ("RudderStack reset", _): .reset
      default: nil
      }
    }
    let failures = await conformance.failures()
    #expect(failures == [])
  }
}
