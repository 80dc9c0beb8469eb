// The module of the cart and of the checkout.

@MainActor final class CartScreen {
  private(set) var albums: [Album]
  let campaign: String

  init(albums: [Album], campaign: String) {
    self.albums = albums
    self.campaign = campaign
  }

  func appear() { Log.screen("Cart", common) }

  func remove(_ album: Album) {
    albums.removeAll { $0.id == album.id }
    Log.event("Product Removed", common.merging(["album_id": album.id]) { $1 })
  }

  func apply(coupon: String, discount: Double?) {
    var properties = common
    properties["coupon"] = coupon
    if let discount { properties["discount"] = discount }
    Log.event("Coupon Applied", properties)
  }

  func checkOut() -> CheckoutScreen {
    CheckoutScreen(albums: albums, campaign: campaign)
  }

  private var common: [String: Any] {
    [
      "campaign": campaign, "cart_size": albums.count,
      "value": albums.map(\.price).reduce(0, +),
    ]
  }
}

@MainActor final class CheckoutScreen {
  let albums: [Album]
  let campaign: String

  init(albums: [Album], campaign: String) {
    self.albums = albums
    self.campaign = campaign
  }

  func appear() { Log.screen("Checkout", common) }

  func start() { Log.event("Checkout Started", common) }

  func enterPayment(method: String) {
    Log.event(
      "Payment Info Entered", common.merging(["method": method]) { $1 })
  }

  func fail(reason: String) {
    Log.event(
      "Payment Failed",
      common.merging(["reason": reason, "can_retry": true]) { $1 })
  }

  func complete(order: String) {
    let products = albums.map { ["album_id": $0.id, "price": $0.price] }
    Log.event(
      "Order Completed",
      common.merging(
        ["order_id": order, "currency": "GBP", "products": products]) { $1 })
  }

  private var common: [String: Any] {
    [
      "campaign": campaign, "cart_size": albums.count,
      "value": albums.map(\.price).reduce(0, +),
    ]
  }
}
