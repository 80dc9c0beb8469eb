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

extension Adapter {
  static let segment = Adapter(
    name: "Segment", makeTracker: { SegmentPage.make() }, properties: json,
    calls: [
      #"Segment identify 'john' [Keys.plan: "premium"]"#, "Segment screen 'Cart' []",
      "Segment track 'Cart.didPay' [Keys.amount: 20]", #"Segment identify [Plan: "free"]"#,
      "Segment identify [Plan: null]", "Segment identify [Visits: 1]", "Segment identify [Visits: null]",
      #"Segment group 'apple' [Keys.plan: "label"]"#, "Segment group 'apple' []", "Segment track 'Cart.didPay' []",
      "Segment reset", "Segment purgeStorage", "Segment flush",
    ])
}

extension AdapterTests {
  @Test func `A flush of Segment returns, also if it is not enabled`() async {
    let tracker = SegmentPage.make()
    tracker.analytics.enabled = false
    let calls = await ServiceLog.record { await tracker.flush() }
    #expect(calls == [])
  }
}
