@preconcurrency import SDKStandIns
import Trackable

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

extension Adapter {
  static let rudderStack = Adapter(
    name: "RudderStack", makeTracker: { RudderStackPage.make() }, properties: json,
    calls: [
      #"RudderStack identify 'john' [Keys.plan: "premium"]"#, "RudderStack screen 'Cart' []",
      "RudderStack track 'Cart.didPay' [Keys.amount: 20]", #"RudderStack identify 'john' [Plan: "free"]"#,
      "RudderStack identify 'john' [Plan: null]", "RudderStack identify 'john' [Visits: 1]",
      "RudderStack identify 'john' [Visits: null]", #"RudderStack group 'apple' [Keys.plan: "label"]"#,
      "RudderStack group 'apple' []", "RudderStack track 'Cart.didPay' []", "RudderStack reset", "RudderStack flush",
    ])
}
