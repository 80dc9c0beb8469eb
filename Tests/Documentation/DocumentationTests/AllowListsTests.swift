import Testing
import Trackable

// The page on lists of keys, and the doc comments of these combinators.

enum AllowListsPage {
  enum Keys: String, Key { case amount, currency, searchTerm, url }
  struct AdNetwork: AnalyticsEventTracker {
    let output: Output
    func track(_ event: TrackedEvent) {
      let properties = event.properties.map { "\($0.key.name.split(separator: ".").last ?? ""): \($0.value.string)" }
      output.write("\(event.name.split(separator: ".").last ?? "") [\(properties.joined(separator: ", "))]")
    }
  }
  struct PaymentSent: AnalyticsEvent {
    let amount: Int
    let to: String
    var name: String { "MyApp.PaymentSent" }
    var properties: TrackedProperties { [Keys.amount ~>> amount, "to" ~>> to] }
  }
  struct AppOpened: AnalyticsEvent {}
  struct ScreenShown: AnalyticsEvent {}
  struct Searched: AnalyticsEvent { let term: String }

  @Suite struct AllowListsTests {
    private let page = Page(article: "AllowLists")

    @Test func `A destination gets the keys of the list, as the page says`() {
      let output = Output()
      let adNetwork = AdNetwork(output: output)
      inAnApp {
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
      #expect(page.promises(output.text), "\(output.text)")
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
      let output = Output()
      let adNetwork = AdNetwork(output: output)
      let partner = adNetwork.allowing(
        keys: ["plan"], ofEvents: Payments.shared + Search.shared)
      partner.track(TrackedEvent(PaymentSent(amount: 20, to: "Yoko")))
      partner.track(
        TrackedEvent(Searched(term: "shoes"), properties: [Keys.searchTerm ~>> "shoes", "plan" ~>> "free"]))
      #expect(output.lines == ["PaymentSent [amount: 20]", "Searched [searchTerm: shoes, plan: free]"])
    }

    @Test func `The doc comments compile`() {
      let adNetwork = NoOpTracker()
      let marketing = adNetwork.allowing(
        keys: ["plan"],  // of every event, and of users
        ofEvents: [(PaymentSent.self, [Keys.amount, Keys.currency])])  // and these of a payment
      #expect(marketing.name == "NoOpTracker")
      let trackers = shown {
        adNetwork.prohibiting(keys: [Keys.searchTerm], ofEvents: [(ScreenShown.self, [Keys.url])])
      }
      #expect(trackers.count == 1)
    }
  }
}

extension TrackedValue {
  fileprivate var string: String { if case .string(let text) = self { text } else { json } }
}
