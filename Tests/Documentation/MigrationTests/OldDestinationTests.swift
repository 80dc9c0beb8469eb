import Synchronization
import Testing
import TrackableMigration

/// Destinations of the older kind read complete events, in each way to read them.
@Suite struct OldDestinationTests {
  struct Event: AnalyticsEvent {
    var properties: TrackedProperties { ["a" ~>> 1, "b" ~>> 2] }
  }

  @Test func `Properties are counted, filtered and joined wherever they are read`() {
    func generic(_ event: some AnalyticsEvent) {
      let count = event.properties.count
      let filtered = event.properties.filter { _ in true }.map(\.key.name)
      let joined = (event.properties + ["c" ~>> 3]).map(\.key.name)
      #expect(count == 2)
      #expect(filtered == ["a", "b"])
      #expect(joined == ["a", "b", "c"])
    }
    func erased(_ event: any AnalyticsEvent) {
      let count = event.properties.count
      #expect(count == 2)
    }
    for event in [Event(), TrackedEvent(Event())] as [any AnalyticsEvent] {
      generic(event)
      erased(event)
    }
  }

  @available(*, deprecated)
  @Test func `A category is the entity, and a list the properties`() {
    struct PaymentSent: AnalyticsEvent {
      let name = "payment_sent"
      let category = "payment"
      var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "amount", value: 20)] }
    }
    let tracked = TrackedEvent(PaymentSent())
    #expect(tracked.entity == "payment" && tracked.properties == ["amount" ~>> 20])
  }

  /// The service's own call takes a list, as it did when properties were one.
  struct ListTracker: AnalyticsEventTracker {
    let send: @Sendable (_ name: String, _ properties: [TrackedProperty]) -> Void
    func track(_ event: some AnalyticsEvent) { send(event.name, Array(event.properties)) }
  }

  @Test func `A destination that passes a list on loses nothing`() {
    let sent = Mutex<[[String]]>([])
    let tracker = ListTracker { _, properties in sent.withLock { $0.append(properties.map(\.description)) } }
    let erased: any AnalyticsEventTracker = tracker
    erased.track(Event())
    let screen = Screen()
    screen.link { "screen" ~>> "cart" }
    screen.deliver(to: tracker)
    screen.track(Event())
    #expect(sent.withLock { $0 } == [["a: 1", "b: 2"], ["a: 1", "b: 2", "screen: cart"]])
  }

  @available(*, deprecated)
  @Test func `The type and entity that a map sets reach an old tracker`() {
    struct EntityTracker: PayPalAnalyticsEventTracker {
      let send: @Sendable (String) -> Void
      func track(_ event: some PayPalAnalyticsEvent) { send("\(event.entity) \(event.eventType)") }
    }
    let sent = Mutex<[String]>([])
    let tracker = EntityTracker { text in sent.withLock { $0.append(text) } }.combined(with: NoOpTracker())
    tracker.map {
      var event = $0
      event.eventType = .redirect
      return event
    }.track(OldApp.BannerSeen())
    tracker.map {
      var event = $0
      event.entity = "ads"
      return event
    }.track(OldApp.BannerSeen())
    #expect(sent.withLock { $0 } == ["banner redirect", "ads impression"])
  }

  @available(*, deprecated)
  @Test func `A combination is named after the old tracker, not its adapter`() {
    let payPal = OldApp.PayPalTracker { _ in }
    #expect(payPal.combined(with: ClosureTracker { _ in }).name == "PayPalTracker + ClosureTracker")
  }

  @available(*, deprecated)
  @Test func `A tracker of both kinds loses no event when it is combined`() {
    let services = MigrationTests.Services()
    OldApp.checkOut(with: Both(venmo: services.venmo, payPal: services.payPal).combined(with: NoOpTracker()))
    #expect(services.all.map(\.name) == ["app_opened", "checkout_started", "payment_sent"])
  }

  /// Conforms to both protocols, as a tracker with an account at both services did.
  @available(*, deprecated)
  struct Both: PayPalAnalyticsEventTracker, AnalyticsEventTracker {
    let venmo: OldApp.VenmoTracker
    let payPal: OldApp.PayPalTracker
    func track(_ event: some PayPalAnalyticsEvent) { payPal.track(event) }
    func track(_ event: some AnalyticsEvent) {
      venmo.track(event)
    }
  }
}
