import SDKStandIns
import Trackable

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

extension Adapter {
  static let sentry = Adapter(
    name: "Sentry", makeTracker: { SentryPage.SentryTracker() }, properties: json,
    calls: [
      #"Sentry setUser 'john' [Keys.plan: "premium"]"#, "Sentry navigation 'Cart' []",
      "Sentry event 'Cart.didPay' [Keys.amount: 20]", "Sentry event 'Cart.didPay' []",
      #"Sentry capture 'soldOut' [location: "DocumentationTests/RecordShop.swift:7"]"#, "Sentry setUser",
      "Sentry clearBreadcrumbs", "Sentry clearBreadcrumbs",
    ])
}
