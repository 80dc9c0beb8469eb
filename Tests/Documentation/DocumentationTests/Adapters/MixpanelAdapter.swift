import Trackable
import VendorStandIns

private enum MixpanelPage {
  struct MixpanelTracker: AnalyticsEventTracker {
    private var mixpanel: MixpanelInstance { Mixpanel.mainInstance() }

    func track(_ event: TrackedEvent) {
      mixpanel.trackWithGroups(
        event: event.name, properties: event.properties.forMixpanel,
        groups: event.groups.forMixpanel)
    }
    func update(_ property: TrackedUserProperty) {
      let change = TrackedProperties([property.name ~>> property.operand])
        .forMixpanel
      switch property.operation {
      case _ where property.operand == .null:
        mixpanel.people.unset(properties: [property.name])
      case .setOnce: mixpanel.people.setOnce(properties: change)
      case .increment: mixpanel.people.increment(properties: change)
      case .set, .unset, .group: mixpanel.people.set(properties: change)
      }
    }
    func identify(_ user: TrackedUser) {
      mixpanel.identify(distinctId: user.id)
      mixpanel.people.set(properties: user.traits.forMixpanel)
    }
    func reset() { mixpanel.reset() }
    func flush() async {
      await withCheckedContinuation { flushed in
        mixpanel.flush(performFullFlush: true) { flushed.resume() }
      }
    }
  }
}

extension TrackedProperties {
  fileprivate var forMixpanel: Properties {
    nestedDictionary.compactMapValues { $0 as? any MixpanelType }
  }
}

extension Adapter {
  /// The SDK takes `NSNull`, which only Apple's systems have as a plain value.
  private static let nullOnApple: Properties = {
    #if canImport(Darwin)
      return $0
    #else
      return withoutNull($0)
    #endif
  }

  static let mixpanel = Adapter(
    name: "Mixpanel", makeTracker: { MixpanelPage.MixpanelTracker() }, properties: nullOnApple,
    calls: [
      "Mixpanel identify 'john'", #"Mixpanel people.set [Keys.plan: "premium"]"#, "Mixpanel track 'Cart' []",
      "Mixpanel track 'Cart.didPay' [Keys.amount: 20]", #"Mixpanel people.set [Plan: "free"]"#,
      "Mixpanel people.unset 'Plan'", "Mixpanel people.set [Visits: 1]", "Mixpanel people.increment [Visits: 1]",
      "Mixpanel people.setOnce [Visits: 1]", "Mixpanel people.unset 'Visits'",
      #"Mixpanel people.set [company: "apple"]"#, "Mixpanel people.unset 'company'",
      #"Mixpanel people.set [company: "apple"]"#, #"Mixpanel track 'Cart.didPay' [company: "apple"]"#, "Mixpanel reset",
      "Mixpanel flush everything",
    ])
}
