import Trackable

// The names in the dashboards, each once.

enum CatalogScreens: String, ScreenEvent {
  case home = "Home"
  case album = "Album"
}

enum CatalogEvents: String, Event {
  case searched = "Search Performed"
  case previewed = "Track Previewed"
  case favorited = "Album Favorited"
  case added = "Product Added"
}

enum CheckoutScreens: String, ScreenEvent {
  case cart = "Cart"
  case checkout = "Checkout"
}

enum CheckoutEvents: String, Event {
  case removed = "Product Removed"
  case couponApplied = "Coupon Applied"
  case started = "Checkout Started"
  case paymentEntered = "Payment Info Entered"
  case paymentFailed = "Payment Failed"
  case completed = "Order Completed"
}

enum AccountScreens: String, ScreenEvent {
  case account = "Account"
}

enum AccountEvents: String, Event {
  case signedIn = "Signed In"
  case newsletterToggled = "Newsletter Toggled"
  case signedOut = "Signed Out"
}

enum Keys: String, Key {
  case store, campaign, query, results, title, seconds, price, quantity
  case value, coupon, discount, method, reason, currency, products, on
  case released, category, delivery
  case albumID = "album_id"
  case cartSize = "cart_size"
  case canRetry = "can_retry"
  case isGift = "is_gift"
  case orderID = "order_id"
}
