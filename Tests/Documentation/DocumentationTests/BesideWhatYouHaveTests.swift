import Testing
import Trackable

// The code of <doc:BesideWhatYouHave>.

/// What the page uses of Segment's SDK, with its published signatures: https://github.com/segmentio/analytics-swift
private enum Segment {
  /// As in the real one, an instance is not `Sendable`.
  final class Analytics {
    func track(name: String, properties: [String: Any]?) {
      let pairs = (properties ?? [:]).sorted { $0.key < $1.key }
      Shop.calls.write("\(name) \(pairs.map { "\($0.key): \(type(of: $0.value)) \($0.value)" })")
    }
  }
}

/// The app of the page. It makes an instance where it uses one.
private struct Shop: Sendable {
  @TaskLocal static var calls = Output()

  var segment: Segment.Analytics { Segment.Analytics() }

  /// The calls that the SDK gets, while this library hands its events to the SDK.
  func recorded(_ operation: () -> Void) -> [String] {
    let calls = Output()
    Shop.$calls.withValue(calls) {
      inAnApp {
        TrackableSystem.bootstrap(OldLayer().renaming(.keepingLast(1)))
        operation()
      }
    }
    return calls.lines
  }
}

private let shop = Shop()

private enum BesidePage {
  struct OldLayer: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      shop.segment.track(
        name: event.name, properties: event.properties.forJSON)
    }
  }

  final class OldCheckout {
    let cartSize: Int
    let source: String

    init(cartSize: Int, source: String) {
      self.cartSize = cartSize
      self.source = source
    }

    func begin() {
      shop.segment.track(
        name: "Checkout Started",
        properties: ["Cart Size": cartSize, "Source": source])
    }
  }

  enum ShopEvents: String, Event { case checkoutStarted = "Checkout Started" }
  enum ShopKeys: String, Key {
    case cartSize = "Cart Size"
    case source = "Source"
  }

  final class Cart: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties { ShopKeys.cartSize ~>> 3 }
  }

  final class Checkout: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}

    func begin() { track(ShopEvents.checkoutStarted) }
  }
}

private typealias Checkout = BesidePage.Checkout
private typealias Cart = BesidePage.Cart
private typealias OldCheckout = BesidePage.OldCheckout
private typealias OldLayer = BesidePage.OldLayer
private typealias ShopKeys = BesidePage.ShopKeys
private typealias ShopEvents = BesidePage.ShopEvents

@Suite struct BesideWhatYouHaveTests {
  @Test func `The checkout sends what it sent`() {
    let before = shop.recorded {
      OldCheckout(cartSize: 3, source: "Cart").begin()
    }
    let after = shop.recorded {
      let (cart, checkout) = (Cart(), Checkout())
      checkout.setupTrackableChain(
        trackedProperties: [ShopKeys.source ~>> "Cart"], parent: cart)
      checkout.begin()
    }
    #expect(after == before)
  }

  @Test func `The comparison notices another value, another type, and a call that comes twice`() {
    let before = shop.recorded { OldCheckout(cartSize: 3, source: "Cart").begin() }
    #expect(before == ["Checkout Started [\"Cart Size: Int 3\", \"Source: String Cart\"]"])
    for others: TrackedProperties in [["Cart Size" ~>> 4], ["Cart Size" ~>> "3"], []] {
      let after = shop.recorded {
        Checkout().track(ShopEvents.checkoutStarted, trackedProperties: [ShopKeys.source ~>> "Cart"] + others)
      }
      #expect(after != before && after.count == 1)
    }
    #expect(shop.recorded { for _ in 1...2 { OldCheckout(cartSize: 3, source: "Cart").begin() } } != before)
  }
}
