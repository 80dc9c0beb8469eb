@preconcurrency import SDKStandIns
import Testing
import Trackable
import TrackableHub
import VendorStandIns

private enum SegmentPage {
  typealias Analytics = Segment.Analytics
  typealias JSON = Segment.JSON

  struct SegmentTracker: AnalyticsEventTracker {
    let analytics: Analytics

    func track(_ event: TrackedEvent) {
      let properties = event.properties.forJSON
      if let screen = event.screenName {
        analytics.screen(title: screen, properties: properties)
      } else {
        analytics.track(name: event.name, properties: properties)
      }
    }
    func update(_ property: TrackedUserProperty) {
      guard let value = property.value else { return }
      if case .group(let traits) = property.operation {
        guard case .string(let group) = value else { return }
        analytics.group(groupId: group, traits: traits.forJSON)
      } else if let trait = try? JSON([property.name: value.forJSON]) {
        analytics.identify(traits: trait)
      }
    }
    func identify(_ user: TrackedUser) {
      analytics.identify(userId: user.id, traits: user.traits.forJSON)
    }
    func reset() { analytics.reset() }
    func purge() { analytics.purgeStorage() }
    func flush() async {
      // Some versions never call back if it is not enabled.
      guard analytics.enabled else { return }
      await withCheckedContinuation { flushed in
        analytics.flush { flushed.resume() }
      }
    }
  }

  static func make() -> SegmentTracker {
    SegmentTracker(analytics: Analytics(configuration: Segment.Configuration(writeKey: "key")))
  }
}

/// Compiled and not run: it would bootstrap the process of all tests.
private func bootstrap(analytics: Segment.Analytics) {
  typealias SegmentTracker = SegmentPage.SegmentTracker
  let hub = TrackerHub([SegmentTracker(analytics: analytics)])
  TrackableSystem.bootstrap(hub, naming: .droppingModule)
  hub.start()
}

@Suite struct SegmentAdapterTests {
  @Test func `Segment gets what the page says`() async {
    let calls = await ServiceLog.record {
      let tracker = SegmentPage.make().renaming(RecordShop.short)
      await RecordShop.visit(tracker)
      RecordShop.operate(tracker)
    }
    #expect(
      calls == [
        #"Segment identify 'john' [Keys.plan: "premium"]"#, "Segment screen 'Cart' []",
        "Segment track 'Cart.didPay' [Keys.amount: 20]", #"Segment identify [Plan: "free"]"#,
        "Segment identify [Plan: null]", "Segment reset", "Segment purgeStorage", "Segment flush",
        "Segment identify [Visits: 1]", "Segment identify [Visits: null]",
        #"Segment group 'apple' [Keys.plan: "label"]"#,
      ])
  }

  @Test func `A flush of Segment returns, also if it is not enabled`() async {
    let tracker = SegmentPage.make()
    tracker.analytics.enabled = false
    let calls = await ServiceLog.record { await tracker.flush() }
    #expect(calls == [])
  }

  @Test func `The adapter for Segment keeps the promises of a destination`() async {
    let conformance = AdapterConformance(expecting: AdapterConformance.json, makeTracker: { SegmentPage.make() }) {
      call, subject, values, _ in
      switch (call, subject) {
      case ("Segment track", let name?), ("Segment screen", let name?): .event(name: name, properties: values)
      case ("Segment identify", let user?): .identified(user, traits: values)
      case ("Segment identify", nil): values.first.map { .userProperty(name: $0.key.name, value: $0.value) }
      case ("Segment reset", _): .reset
      default: nil
      }
    }
    let failures = await conformance.failures()
    #expect(failures == [])
  }
}
