import Trackable

// The module of the cart and of the checkout. Each new call stands beside the old one.

@MainActor final class CartScreen {
  private(set) var albums: [Album]
  let campaign: String

  init(albums: [Album], campaign: String) {
    self.albums = albums
    self.campaign = campaign
  }

  func appear() {
    Log.screen("Cart", common)
    track(CheckoutScreens.cart)
  }

  func remove(_ album: Album) {
    albums.removeAll { $0.id == album.id }
    Log.event("Product Removed", common.merging(["album_id": album.id]) { $1 })
    track(CheckoutEvents.removed) { Keys.albumID ~>> album.id }
  }

  func apply(coupon: String, discount: Double?) {
    var properties = common
    properties["coupon"] = coupon
    if let discount { properties["discount"] = discount }
    Log.event("Coupon Applied", properties)
    track(CheckoutEvents.couponApplied) {
      Keys.coupon ~>> coupon
      Keys.discount ~>> discount
    }
  }

  func checkOut() -> CheckoutScreen {
    let checkout = CheckoutScreen(albums: albums, campaign: campaign)
    checkout.link(to: self)
    return checkout
  }

  private var common: [String: Any] {
    [
      "campaign": campaign, "cart_size": albums.count,
      "value": albums.map(\.price).reduce(0, +),
    ]
  }
}

extension CartScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.cartSize ~>> albums.count
    Keys.value ~>> albums.map(\.price).reduce(0, +)
  }
}

@MainActor final class CheckoutScreen {
  let albums: [Album]
  let campaign: String

  init(albums: [Album], campaign: String) {
    self.albums = albums
    self.campaign = campaign
  }

  func appear() {
    Log.screen("Checkout", common)
    track(CheckoutScreens.checkout)
  }

  func start() {
    Log.event("Checkout Started", common)
    track(CheckoutEvents.started)
  }

  func enterPayment(method: String) {
    Log.event(
      "Payment Info Entered", common.merging(["method": method]) { $1 })
    track(CheckoutEvents.paymentEntered) { Keys.method ~>> method }
  }

  func fail(reason: String) {
    Log.event(
      "Payment Failed",
      common.merging(["reason": reason, "can_retry": true]) { $1 })
    track(CheckoutEvents.paymentFailed) {
      Keys.reason ~>> reason
      Keys.canRetry ~>> true
    }
  }

  func complete(order: String) {
    let products = albums.map { ["album_id": $0.id, "price": $0.price] }
    Log.event(
      "Order Completed",
      common.merging(
        ["order_id": order, "currency": "GBP", "products": products]) { $1 })
    let typed: [TrackedProperties] = albums.map {
      [Keys.albumID ~>> $0.id, Keys.price ~>> $0.price]
    }
    track(CheckoutEvents.completed) {
      Keys.orderID ~>> order
      Keys.currency ~>> "GBP"
      Keys.products ~>> typed
    }
  }

  private var common: [String: Any] {
    [
      "campaign": campaign, "cart_size": albums.count,
      "value": albums.map(\.price).reduce(0, +),
    ]
  }
}

extension CheckoutScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}
