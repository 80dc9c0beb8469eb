import Testing
import TrackableMigration

// The doc comments of Sources/TrackableMigration.

@MainActor @Suite struct DocCommentTests {
  enum SDK {
    static let lines = Lines()
    static func start() { lines.write("start") }
    static func track(_ name: String, _ properties: [String: Any]) { lines.write(name) }
    static func set(_ name: String, _ value: Any?) { lines.write("\(name) \(value ?? "nil")") }
  }

  @available(*, deprecated)
  @Test func `An event of before keeps its list and its category, and one of Tracker-Aggregator its identifier`() {
    let recorded = Recorded {
      PaymentSent().trigger()
      Opened().trigger()  // App: Opened
    }
    #expect(recorded.lines == ["payment_sent [amount: 20]", "App: Opened []"])
    #expect(recorded.events.map(\.entity) == ["payment", "App"])
  }

  @available(*, deprecated)
  @Test func `The global tracker delivers to adapters`() async {
    _ = await Recorded {
      GlobalTracker.startTracking(adapters: [MixpanelAdapter(token: "abcd")])
      AppOpen().trigger()
      Opened().trigger()
      Email(value: "test@test.com").update()
      await TrackableSystem.flush()
    }
    #expect(SDK.lines.all == ["start", "App: Opened", "email test@test.com"])
  }

  struct WatchingVideo: ValueProposition { let name = "watchingVideo" }

  @available(*, deprecated)
  @Test func `The closure gets each event, and a tracker a step`() {
    let (lines, watchingVideo) = (Lines(), WatchingVideo())
    func trackEventToMixpanel(eventName: String, trackedProperties: [String: AnyObject]) { lines.write(eventName) }
    // In a system of its own, all events go to its tracker.
    let recorded = Recorded {
      let tracker = NoOpTracker()
      tracker.track(for: watchingVideo, with: .open())
      Trackable.trackEventToRemoteServiceClosure = trackEventToMixpanel
      Opened().trigger()
    }
    #expect(recorded.events.map(\.name) == ["watchingVideo"] && lines.all == ["App: Opened"])
  }
}

@available(*, deprecated)
extension DocCommentTests {
  struct PaymentSent: AnalyticsEvent {
    let name = "payment_sent"
    let category = "payment"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "amount", value: 20)] }
  }

  struct Opened: TrackableEvent {
    let identifier = EventIdentifier(object: "App", action: "Opened")
  }

  struct AppOpen: TrackableEvent {
    let identifier = EventIdentifier(object: "App", action: "Open")
  }

  struct Email: TrackableProperty {
    let identifier = "email"
    let value: String
    var trackedValue: TrackableValueType? { return value }
  }

  final class MixpanelAdapter: AnalyticsAdapter {
    let eventTrackingRule: EventTrackingRule? = EventTrackingRule(.prohibit, types: [AppOpen.self])
    func configure() { SDK.start() }
    func track(event: TrackableEvent) { SDK.track(event.identifier.formatted, event.metadata) }
    func track(property: any TrackableProperty) { SDK.set(property.identifier, property.trackedValue) }
  }
}

@available(*, deprecated)
extension DocCommentTests.MixpanelAdapter {
  convenience init(token: String) { self.init() }
}
