// The app of MigratingFromAVendorSDK.md before: it calls two vendors' SDKs itself.

import UIKitStandIn
import VendorStandIns

package enum VendorSDK {
  typealias Analytics = FirebaseAnalytics

  final class CartScreen: UIViewController {
    var itemCount = 3

    func showCheckout() -> CheckoutScreen {
      let checkout = CheckoutScreen()
      checkout.cartSize = itemCount
      checkout.source = "Cart"
      return checkout
    }
  }

  final class CheckoutScreen: UIViewController {
    var cartSize = 0
    var source = ""

    func didTapPay() {
      Mixpanel.mainInstance().track(
        event: "Checkout Started", properties: ["Cart Size": cartSize, "Source": source])
      Analytics.logEvent(
        "checkout_started", parameters: ["cart_size": cartSize, "source": source])
    }
  }

  static func start() {
    Mixpanel.initialize(token: "<token>", trackAutomaticEvents: false)
    Mixpanel.mainInstance().registerSuperProperties(["App Language": "en"])
    Analytics.setDefaultEventParameters(["app_language": "en"])
  }

  static func logIn() {
    Mixpanel.mainInstance().identify(distinctId: "john")
    Analytics.setUserID("john")
    Mixpanel.mainInstance().people.set(property: "Plan", to: "premium")
    Analytics.setUserProperty("premium", forName: "plan")
  }

  static func logOut() {
    Mixpanel.mainInstance().reset()
    Analytics.setUserID(nil)
  }

  /// Logs in, pays and logs out, as before the migration.
  @MainActor package static func play() {
    start()
    logIn()
    let cart = CartScreen()
    cart.showCheckout().didTapPay()
    logOut()
  }
}
