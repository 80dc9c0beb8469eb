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
    var payPal: OldApp.PayPalTracker { OldApp.PayPalTracker { sent in self.sent.withLock { $0.append(sent) } } }
    var venmo: OldApp.VenmoTracker { OldApp.VenmoTracker { sent in self.sent.withLock { $0.append(sent) } } }
  }

  @available(*, deprecated)
  private static let checkedOut: [Sent] = [
    Sent(service: "Venmo", name: "app_opened", properties: ["source": "push"]),
    Sent(service: "PayPal", name: "checkout_started", code: "cl", properties: ["cart": "3"]),
    Sent(service: "Venmo", name: "checkout_started", properties: ["cart": "3"]),
    Sent(service: "Venmo", name: "payment_sent", properties: ["amount": "20", "is_gift": "false"]),
  ]

  @available(*, deprecated)
  @Test func `A PayPal tracker combined with Venmo's sends each event where it went before`() {
    let services = Services()
    OldApp.checkOut(with: OldApp.combined(payPalTracker: services.payPal, venmoTracker: services.venmo))
    #expect(services.all == Self.checkedOut)
  }

  @available(*, deprecated)
  @Test func `Existentials on both sides combine, too`() {
    let services = Services()
    let payPal: any PayPalAnalyticsEventTracker = services.payPal
    let venmo: any AnalyticsEventTracker = services.venmo
    OldApp.checkOut(with: payPal.combined(with: venmo))
    OldApp.checkOut(with: payPal.combined(with: NoOpTracker()).combined(with: venmo))
    #expect(services.all == Self.checkedOut + Self.checkedOut)
  }

  @available(*, deprecated)
  @Test func `A PayPal tracker is still called by itself`() {
    let services = Services()
    services.payPal.track(OldApp.BannerSeen())
    #expect(services.all == [Sent(service: "PayPal", name: "banner_seen", code: "im", properties: [:])])
  }

  @available(*, deprecated)
  @Test func `An erased event and a generic one arrive complete`() {
    func generic(_ event: some AnalyticsEvent, _ tracker: some AnalyticsEventTracker) { tracker.track(event) }
    let services = Services()
    let tracker = services.payPal.combined(with: services.venmo)
    let erased: [any AnalyticsEvent] = [
      OldApp.AppOpened(source: "push"), OldApp.CheckoutStarted(cart: 3), OldApp.PaymentSent(amount: 20, note: nil),
    ]
    for event in erased { tracker.track(event) }
    for event in erased { generic(event, tracker) }
    #expect(services.all == Self.checkedOut + Self.checkedOut)
  }

  @available(*, deprecated)
  @Test func `The context of a chain reaches both services`() {
    let services = Services()
    let (screen, button) = (Screen(), Screen())
    screen.link {
      "screen" ~>> "cart"
      "cart" ~>> 9
    }
    screen.deliver(to: services.payPal.combined(with: services.venmo))
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
    let services = Services()
    let tracker = services.payPal.combined(with: services.venmo).renaming(.custom { "app." + $0 })
      .addingDefaults(["build" ~>> 7])
    tracker.track(OldApp.BannerSeen())
    #expect(services.all.map(\.name) == ["app.banner_seen", "app.banner_seen"])
    #expect(services.all.map(\.properties) == [["app.build": "7"], ["app.build": "7"]])
    #expect(services.all.map(\.code) == ["im", nil])
  }

  @available(*, deprecated)
  @Test func `An event of the new kind goes to Venmo only, with its type`() {
    let services = Services()
    let types = Mutex<[String]>([])
    services.payPal.combined(with: services.venmo)
      .combined(with: ClosureTracker { event in types.withLock { $0.append(event.eventType.rawValue) } })
      .track(NewEvent())
    #expect(services.all == [Sent(service: "Venmo", name: "\(moduleName).NewEvent", properties: ["n": "1"])])
    #expect(types.withLock { $0 } == ["rd"])
  }

  @available(*, deprecated)
  @Test func `An event without a type is a user action, and one with a type keeps it`() {
    #expect(OldApp.PaymentSent(amount: 1, note: nil).eventType == .userAction)
    #expect(TrackedEvent(OldApp.CheckoutStarted(cart: 1)).eventType == .click)
    #expect(PayPalAnalyticsEventType.redirect.rawValue == "rd")
  }
}

final class Screen: TrackableClass, @unchecked Sendable { var trackedProperties: TrackedProperties {} }

struct NewEvent: AnalyticsEvent {
  var eventType: AnalyticsEventType { .redirect }
  var properties: TrackedProperties { ["n" ~>> 1] }
}

/// These tests are compiled twice, in two modules: one in Swift 6 mode, one in Swift 5 mode.
let moduleName = String(String(reflecting: NewEvent.self).prefix { $0 != "." })
