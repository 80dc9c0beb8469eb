import Testing
import Trackable

// The page on lists of keys, and the doc comments of these combinators.

enum AllowListsPage {
  struct PaymentSent: AnalyticsEvent {
    let amount: Int
    let to: String
    var properties: TrackedProperties { [Keys.amount ~>> amount, "to" ~>> to] }
  }
  struct Searched: AnalyticsEvent { let term: String }

  @Suite struct AllowListsTests {
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
}
