import Testing
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

@Suite struct MixpanelAdapterTests {
  @Test func `Mixpanel gets what the page says`() async {
    let calls = await ServiceLog.record {
      await RecordShop.visit(MixpanelPage.MixpanelTracker().renaming(RecordShop.short))
    }
    #expect(
      calls == [
        "Mixpanel identify john", #"Mixpanel people.set [Keys.plan: "premium"]"#, "Mixpanel track 'Cart' []",
        "Mixpanel track 'Cart.didPay' [Keys.amount: 20]", #"Mixpanel people.set [Plan: "free"]"#,
        #"Mixpanel people.unset ["Plan"]"#, "Mixpanel reset", "Mixpanel flush everything",
      ])
  }

  @Test func `Mixpanel carries out each update`() async {
    let mixpanel = ServiceLog.record {
      let tracker = MixpanelPage.MixpanelTracker().renaming(RecordShop.short)
      RecordShop.operate(tracker)
      RecordShop.buyAsGroup(tracker)
    }
    #expect(
      mixpanel == [
        "Mixpanel people.set [Visits: 1]", "Mixpanel people.increment [Visits: 1]",
        "Mixpanel people.setOnce [Visits: 1]",
        #"Mixpanel people.unset ["Visits"]"#, #"Mixpanel people.set [company: "apple"]"#,
        #"Mixpanel people.unset ["company"]"#,
        #"Mixpanel people.set [company: "apple"]"#, #"Mixpanel track 'Cart.didPay' [company: "apple"]"#,
      ])
  }

  @Test func `The adapter for Mixpanel keeps the promises of a destination`() async {
    let conformance = AdapterConformance(
      expecting: AdapterConformance.withoutNullOnLinux, makeTracker: { MixpanelPage.MixpanelTracker() }
    ) {
      call, subject, values, _ in
      switch (call, subject) {
      case ("Mixpanel track", let name?): .event(name: name, properties: values)
      case ("Mixpanel identify", let user?): .identified(user)
      case ("Mixpanel people.set", _): values.first.map { .userProperty(name: $0.key.name, value: $0.value) }
      case ("Mixpanel people.unset", let name?): .userProperty(name: name, value: .null)
      case ("Mixpanel reset", _): .reset
      default: nil
      }
    }
    let failures = await conformance.failures()
    #expect(failures == [])
  }
}
