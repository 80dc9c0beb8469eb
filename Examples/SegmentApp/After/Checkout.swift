import Trackable

// The module of the cart and of the checkout.

@MainActor final class CartScreen {
  private(set) var albums: [Album]

  init(albums: [Album]) { self.albums = albums }

  func appear() { track(CheckoutScreens.cart) }

  func remove(_ album: Album) {
    albums.removeAll { $0.id == album.id }
    track(CheckoutEvents.removed) { Keys.albumID ~>> album.id }
  }

  func apply(coupon: String, discount: Double?) {
    track(CheckoutEvents.couponApplied) {
      Keys.coupon ~>> coupon
      Keys.discount ~>> discount
    }
  }

  func checkOut() -> CheckoutScreen {
    let checkout = CheckoutScreen(albums: albums)
    checkout.link(to: self)
    return checkout
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

  init(albums: [Album]) { self.albums = albums }

  func appear() { track(CheckoutScreens.checkout) }

  func start() { track(CheckoutEvents.started) }

  func enterPayment(method: String) {
    track(CheckoutEvents.paymentEntered) { Keys.method ~>> method }
  }

  func fail(reason: String) {
    track(CheckoutEvents.paymentFailed) {
      Keys.reason ~>> reason
      Keys.canRetry ~>> true
    }
  }

  func complete(order: String) {
    let products: [TrackedProperties] = albums.map {
      [Keys.albumID ~>> $0.id, Keys.price ~>> $0.price]
    }
    track(CheckoutEvents.completed) {
      Keys.orderID ~>> order
      Keys.currency ~>> "GBP"
      Keys.products ~>> products
    }
  }
}

extension CheckoutScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}
