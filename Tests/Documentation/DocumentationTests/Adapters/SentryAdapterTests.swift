import SDKStandIns
import Testing
import Trackable
import VendorStandIns

private enum SentryPage {
  typealias SentrySDK = Sentry.SentrySDK
  typealias Breadcrumb = Sentry.Breadcrumb
  typealias User = Sentry.User

  struct SentryTracker: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      let isScreen = event.screenName != nil
      let crumb = Breadcrumb(
        level: .info, category: isScreen ? "navigation" : "event")
      crumb.message = event.name
      crumb.timestamp = event.timestamp
      crumb.data = event.properties.forJSON
      SentrySDK.addBreadcrumb(crumb)
    }
    func identify(_ user: TrackedUser) {
      let person = User(userId: user.id)
      person.data = user.traits.forJSON
      SentrySDK.setUser(person)
    }
    func report(_ error: any Error, at location: CodeLocation) {
      SentrySDK.capture(error: error) { scope in
        scope.setTag(value: "\(location)", key: "location")
      }
    }
    func reset() {
      SentrySDK.setUser(nil)
      purge()
    }
    func purge() {
      SentrySDK.configureScope { scope in scope.clearBreadcrumbs() }
    }
  }
}

@Suite struct SentryAdapterTests {
  @Test func `Sentry gets what the page says`() async {
    let tracker = SentryPage.SentryTracker().renaming(RecordShop.short)
    let calls = await ServiceLog.record {
      await RecordShop.visit(tracker)
      RecordShop.operate(tracker)  // nothing
      RecordShop.fail(tracker)
    }
    #expect(
      calls == [
        #"Sentry setUser 'john' [Keys.plan: "premium"]"#, "Sentry navigation 'Cart' []",
        "Sentry event 'Cart.didPay' [Keys.amount: 20]", "Sentry setUser", "Sentry clearBreadcrumbs",
        "Sentry clearBreadcrumbs",
        #"Sentry capture 'soldOut' [location: "DocumentationTests/RecordShop.swift:7"]"#,
      ])
  }

  @Test func `The adapter for Sentry keeps the promises of a destination`() async {
    let conformance = AdapterConformance(
      expecting: AdapterConformance.json, makeTracker: { SentryPage.SentryTracker() }
    ) {
      call, subject, values, time in
      switch (call, subject) {
      case ("Sentry event", let name?), ("Sentry navigation", let name?):
        .event(name: name, properties: values, timestamp: time)
      case ("Sentry setUser", let user?): .identified(user, traits: values)
      case ("Sentry setUser", nil): .reset
      default: nil
      }
    }
    let failures = await conformance.failures()
    #expect(failures == [])
  }
}
