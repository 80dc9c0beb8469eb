import Synchronization
import Testing
import TrackableMigration

/// The old code compiles as it is, and reaches the same trackers.
@Suite struct MigrationTests {
  /// What the services were sent, in order.
  @available(*, deprecated)
  final class Services: Sendable {
    private let sent = Mutex<[Sent]>([])

    var all: [Sent] { sent.withLock { $0 } }
    var payPal: OldApp.PayPalTracker { OldApp.PayPalTracker(send: send) }
    var venmo: OldApp.VenmoTracker { OldApp.VenmoTracker(send: send) }
    var both: some AnalyticsEventTracker { payPal.combined(with: venmo) }

    @Sendable func send(_ one: Sent) { sent.withLock { $0.append(one) } }
  }

  @available(*, deprecated)
  private let services = Services()
  private let checkedOut: [Sent] = [
    Sent(service: "Venmo", name: "app_opened", properties: ["source": "push"]),
    Sent(service: "PayPal", name: "checkout_started", code: "cl", properties: ["cart": "3"]),
    Sent(service: "Venmo", name: "checkout_started", properties: ["cart": "3"]),
    Sent(service: "Venmo", name: "payment_sent", properties: ["amount": "20", "is_gift": "false"]),
  ]

  @available(*, deprecated)
  @Test func `A PayPal tracker combined with Venmo's sends each event where it went before`() {
    OldApp.checkOut(with: services.both)
    let payPal: any PayPalAnalyticsEventTracker = services.payPal
    let venmo: any AnalyticsEventTracker = services.venmo
    OldApp.checkOut(with: payPal.combined(with: venmo))
    OldApp.checkOut(with: payPal.combined(with: NoOpTracker()).combined(with: venmo))
    #expect(services.all == checkedOut + checkedOut + checkedOut)
  }

  @available(*, deprecated)
  @Test func `An erased event and a generic one arrive complete`() {
    func generic(_ event: some AnalyticsEvent, _ tracker: some AnalyticsEventTracker) { tracker.track(event) }
    for event in OldApp.checkout { services.both.track(event) }
    for event in OldApp.checkout { generic(event, services.both) }
    #expect(services.all == checkedOut + checkedOut)
  }

  @available(*, deprecated)
  @Test func `PayPal's tracker in new words, behind a filter, gets what the old one got`() {
    struct PayPalTracker: AnalyticsEventTracker {
      let send: @Sendable (Sent) -> Void

      func track(_ event: TrackedEvent) {
        var properties: [String: String] = [:]
        for property in event.properties { properties[property.key.name] = "\(property.value)" }
        send(Sent(service: "PayPal", name: event.name, code: event.eventType.rawValue, properties: properties))
      }
    }
    let payPal = PayPalTracker(send: services.send)
    OldApp.checkOut(with: payPal.filter { $0.base is any PayPalAnalyticsEvent }.combined(with: services.venmo))
    #expect(services.all == checkedOut)
  }

  @available(*, deprecated)
  @Test func `A PayPal tracker is still called by itself`() {
    services.payPal.track(OldApp.BannerSeen())
    #expect(services.all == [Sent(service: "PayPal", name: "banner_seen", code: "im", properties: [:])])
  }

  @available(*, deprecated)
  @Test func `The context of a chain reaches both services`() {
    let (screen, button) = (Screen(), Screen())
    screen.link {
      "screen" ~>> "cart"
      "cart" ~>> 9
    }
    screen.deliver(to: services.both)
    button.link(to: screen)
    button.track(OldApp.CheckoutStarted(cart: 3), trackedProperties: ["button" ~>> "buy"])
    button.track(OldApp.PaymentSent(amount: 20, note: "thanks"))
    let checkout = ["button": "buy", "cart": "3", "screen": "cart"]
    #expect(
      services.all == [
        Sent(service: "PayPal", name: "checkout_started", code: "cl", properties: checkout),
        Sent(service: "Venmo", name: "checkout_started", properties: checkout),
        Sent(
          service: "Venmo", name: "payment_sent",
          properties: ["amount": "20", "note": "thanks", "is_gift": "false", "screen": "cart", "cart": "9"]),
      ])
  }

  @available(*, deprecated)
  @Test func `An old tracker gets the change of a combinator`() {
    struct EntityTracker: PayPalAnalyticsEventTracker {
      let send: @Sendable (String) -> Void
      func track(_ event: some PayPalAnalyticsEvent) { send("\(event.entity) \(event.eventType)") }
    }
    let tracker = services.both.renaming(.custom { "app." + $0 }).addingDefaults(["build" ~>> 7])
    tracker.track(OldApp.BannerSeen())
    #expect(services.all.map(\.name) == ["app.banner_seen", "app.banner_seen"])
    #expect(services.all.map(\.properties) == [["app.build": "7"], ["app.build": "7"]])
    #expect(services.all.map(\.code) == ["im", nil])

    let sent = Mutex<[String]>([])
    let changed = EntityTracker { text in sent.withLock { $0.append(text) } }.combined(with: NoOpTracker()).map {
      var event = $0
      (event.eventType, event.entity) = (.redirect, "ads")
      return event
    }
    changed.track(OldApp.BannerSeen())
    #expect(sent.withLock { $0 } == ["ads redirect"])
  }

  @available(*, deprecated)
  @Test func `An event of the new kind goes to Venmo only, with its type`() {
    let types = Mutex<[String]>([])
    services.both.combined(with: ClosureTracker { event in types.withLock { $0.append(event.eventType.rawValue) } })
      .track(NewEvent())
    #expect(services.all == [Sent(service: "Venmo", name: "\(moduleName).NewEvent", properties: ["n": "1"])])
    #expect(types.withLock { $0 } == ["rd"])
  }

  @available(*, deprecated)
  @Test func `A combination is named after the old tracker, not its adapter`() {
    #expect(services.payPal.combined(with: ClosureTracker { _ in }).name == "PayPalTracker + ClosureTracker")
  }

  /// Conforms to both protocols, as a tracker with an account at both services did.
  @available(*, deprecated)
  struct Both: PayPalAnalyticsEventTracker, AnalyticsEventTracker {
    let venmo: OldApp.VenmoTracker
    let payPal: OldApp.PayPalTracker
    func track(_ event: some PayPalAnalyticsEvent) { payPal.track(event) }
    func track(_ event: some AnalyticsEvent) { venmo.track(event) }
  }

  @available(*, deprecated)
  @Test func `A tracker of both kinds loses no event when it is combined`() {
    OldApp.checkOut(with: Both(venmo: services.venmo, payPal: services.payPal).combined(with: NoOpTracker()))
    #expect(services.all.map(\.name) == ["app_opened", "checkout_started", "payment_sent"])
  }
}

final class Screen: TrackableClass, @unchecked Sendable { var trackedProperties: TrackedProperties {} }

struct NewEvent: AnalyticsEvent {
  var eventType: AnalyticsEventType { .redirect }
  var properties: TrackedProperties { ["n" ~>> 1] }
}

/// These tests are compiled twice, in two modules: one in Swift 6 mode, one in Swift 5 mode.
let moduleName = String(String(reflecting: NewEvent.self).prefix { $0 != "." })
