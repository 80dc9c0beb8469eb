import Testing
import Trackable
import TrackableApp

// The pages on combining trackers, on writing a combinator, on holding calls, on sampling, and on lists of keys, with the doc
// comments of these lists.

@Suite struct CombiningTrackersTests {
  struct PaymentSent: AnalyticsEvent {
    let amount: Int
    let to: String
    var properties: TrackedProperties { [Keys.amount ~>> amount, "to" ~>> to] }
  }
  struct Searched: AnalyticsEvent { let term: String }

  @Test func `Trackers are made of others as the page says`() {
    let collector = ClosureTracker { print("PayPal: \($0)") }
    let venmo = ClosureTracker { print("Venmo: \($0)") }

    let payPal =
      collector
      .addingDefaults(["src": "wallet"])
      .renaming(.keepingLast(1).followed(by: .snakeCase))
      .prohibiting(events: [Receipt.shared])
    let tracker = payPal.combined(with: venmo)

    Page(article: "CombiningTrackers").expectOutput {
      tracker.track(Receipt.opened)
      tracker.track(Receipt.shared)
      // PayPal: opened [src: wallet]
      // Venmo: MyApp.Receipt.opened []
      // Venmo: MyApp.Receipt.shared []
    }
  }

  @Test func `Every combinator is on the page`() throws {
    let text = try Repository.text("Sources/Trackable/Trackable.docc/CombiningTrackers.md")
    let reviewed = try Repository.text("Tests/PublicAPI/Reviewed/Trackable.txt")
    let block = reviewed.split(separator: "\n\n").first { $0.hasPrefix("extension AnalyticsEventTracker {") } ?? ""
    let names = Set(
      block.matches(of: #/func (\w+)[(<].*-> some AnalyticsEventTracker/#).map { String($0.1) })
    #expect(names.count > 10)
    for name in names { #expect(text.contains("/\(name)(") || text.contains("`\(name)("), "\(name)") }
  }

  private struct Firebase: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) { print("Firebase: \(event.name)") }
    func identify(_ user: TrackedUser) { print("Firebase: identify \(user.id)") }
  }

  @Test func `A combinator of the adopter's forwards the rest, as the page says`() {
    let firebase = Firebase()
    @Sendable func number(of user: String) -> Double { user == "john" ? 0.05 : 0.5 }

    struct Sampled: ForwardingTracker {
      var base: any AnalyticsEventTracker
      let share: Double

      func track(_ event: TrackedEvent) {
        if event.userID.map(number(of:)) ?? 0 < share { base.track(event) }
      }
    }

    Page(article: "WritingACombinator").expectOutput {
      let tracker = Sampled(base: firebase, share: 0.1)
      tracker.track(Receipt.opened)
      tracker.identify("john")
      // Firebase: MyApp.Receipt.opened
      // Firebase: identify john
    }
  }

  @Test func `When the app opens the gate, held events go out`() {
    let (streams, detail) = (ClosureTracker { print("Streams: \($0.name)") }, Plain())
    Page(article: "HoldingCalls").expectOutput {
      let configured = TrackerGate("the stream configuration arrived")
      TrackableSystem.bootstrap(streams.holding(until: configured))

      detail.track(Events.User.didRateAlbum)
      // When the configuration is there:
      configured.open()
      // Streams: MyApp.Events.User.didRateAlbum
    }
  }

  private let collector = ClosureTracker { print("\($0.userID ?? "nobody"): \($0)") }

  @Test func `The drawn users are those that the page names, and the comment of the method`() {
    Page(article: "Sampling").expectOutput {
      TrackableSystem.bootstrap(
        collector.sampled(0.7, by: .person, rateKey: "sample_rate"))

      for user in ["john", "paul", "george", "ringo"] {
        TrackableSystem.identify(user)
        Events.User.didRateAlbum.trigger()
      }
      // george: MyApp.Events.User.didRateAlbum [sample_rate: 0.7]
      // ringo: MyApp.Events.User.didRateAlbum [sample_rate: 0.7]
    }
  }

  @Test func `A configuration says how many of some events pass`() {
    let configuration = (impressions: 0.0, screens: 1.0)
    let installation = SamplingUnit.property(InstallationKeys.id)
    let tracker = collector.sampled(by: installation) { event in
      event.eventType == .impression ? configuration.impressions : 1
    }
    #expect(printed { tracker.track(Receipt.opened) } == ["nobody: MyApp.Receipt.opened []"])
  }

  private var adNetwork: some AnalyticsEventTracker { ClosureTracker { print($0) }.renaming(.keepingLast(1)) }

  @Test func `A destination gets the keys of the list, as the page says`() {
    Page(article: "AllowLists").expectOutput {
      let ads =
        adNetwork
        .allowing(keys: ["plan"], ofEvents: [(PaymentSent.self, [Keys.amount])])
        .allowing(eventTypes: [PaymentSent.self, AppOpened.self])

      TrackableSystem.bootstrap(ads)
      TrackableSystem.defaultProperties = [
        "plan" ~>> "premium", "screen" ~>> "home",
      ]
      TrackableSystem.track(PaymentSent(amount: 20, to: "Yoko"))
      TrackableSystem.track(AppOpened())
      TrackableSystem.track(Searched(term: "shoes"))
      // PaymentSent [amount: 20, plan: premium]
      // AppOpened [plan: premium]
    }
  }

  @Test func `Each module has a part of the list`() {
    enum Payments {
      static let shared: [(any AnalyticsEvent.Type, [any Key])] = [
        (PaymentSent.self, [Keys.amount])
      ]
    }
    enum Search {
      static let shared: [(any AnalyticsEvent.Type, [any Key])] = [
        (Searched.self, [Keys.searchTerm])
      ]
    }
    let partner = adNetwork.allowing(
      keys: ["plan"], ofEvents: Payments.shared + Search.shared)
    let lines = printed {
      partner.track(TrackedEvent(PaymentSent(amount: 20, to: "Yoko")))
      partner.track(
        TrackedEvent(Searched(term: "shoes"), properties: [Keys.searchTerm ~>> "shoes", "plan" ~>> "free"]))
    }
    #expect(lines == ["PaymentSent [amount: 20]", "Searched [searchTerm: shoes, plan: free]"])
  }

  @Test func `The doc comments compile`() {
    let marketing = adNetwork.allowing(
      keys: ["plan"],  // of every event, and of users
      ofEvents: [(PaymentSent.self, [Keys.amount, Keys.currency])])  // and these of a payment
    #expect(marketing.name == adNetwork.name)
    shown {
      adNetwork.prohibiting(keys: [Keys.searchTerm], ofEvents: [(ScreenShown.self, [Keys.url])])
    }
  }
}

enum Receipt: String, Event { case opened, shared }
