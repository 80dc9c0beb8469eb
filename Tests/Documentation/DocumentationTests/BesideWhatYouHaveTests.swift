import Testing
import Trackable

// The code of <doc:BesideWhatYouHave>.

/// The app of the page, with what it uses of Segment's SDK: https://github.com/segmentio/analytics-swift
private struct Shop: Sendable {
  /// As in the real one, an instance is not `Sendable`: the app makes one where it uses one.
  final class Analytics {
    func track(name: String, properties: [String: Any]?) {
      let pairs = (properties ?? [:]).sorted { $0.key < $1.key }
      print("\(name) \(pairs.map { "\($0.key): \(type(of: $0.value)) \($0.value)" })")
    }
  }

  var segment: Analytics { Analytics() }

  /// The calls that the SDK gets, while this library hands its events to the SDK.
  func recorded(_ operation: () -> Void) -> [String] {
    printed {
      TrackableSystem.bootstrap(OldLayer().renaming(.keepingLast(1)))
      operation()
    }
  }
}

private let shop = Shop()

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
  }
}
