import SDKStandIns
import Trackable

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

extension Adapter {
  static let intercom = Adapter(
    name: "Intercom", makeTracker: { IntercomPage.IntercomTracker() }, properties: flatText,
    calls: [
      #"Intercom loginUser 'john' [Keys.plan: "premium"]"#, "Intercom logEvent 'Cart' []",
      "Intercom logEvent 'Cart.didPay' [Keys.amount: 20]", #"Intercom updateUser [Plan: "free"]"#,
      "Intercom updateUser [Plan: null]", "Intercom updateUser [Visits: 1]", "Intercom updateUser [Visits: null]",
      #"Intercom updateUser [company: "apple"]"#, "Intercom updateUser [company: null]",
      #"Intercom updateUser [company: "apple"]"#, "Intercom logEvent 'Cart.didPay' []", "Intercom logout",
    ])
}
