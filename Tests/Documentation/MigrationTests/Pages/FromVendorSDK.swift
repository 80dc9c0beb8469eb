import UIKitStandIn
import VendorStandIns
import Trackable

// The snippets of MigratingFromAVendorSDK.md, word for word, and the app around them.

enum Checkout: String, Event {
  case started = "Checkout Started"
}

enum CheckoutKeys: String, Key {
  case cartSize = "Cart Size"
  case source = "Source"
  case language = "App Language"
}

final class CartScreen: UIViewController {
  var itemCount = 3

  func showCheckout() -> CheckoutScreen {
    let checkout = CheckoutScreen()
    checkout.link(to: self) { CheckoutKeys.source ~>> "Cart" }
    return checkout
  }
}

final class CheckoutScreen: UIViewController {
  func didTapPay() {
    track(Checkout.started)
  }
}

extension CartScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    CheckoutKeys.cartSize ~>> itemCount
  }
}

extension CheckoutScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

extension TrackedProperties {
  var forMixpanel: Properties { dictionary.compactMapValues { $0 as? any MixpanelType } }
}

enum VendorSDKMigrated {
  typealias Analytics = FirebaseAnalytics

  struct MixpanelTracker: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      Mixpanel.mainInstance().track(event: event.name, properties: event.properties.forMixpanel)
    }

    func update(_ property: TrackedUserProperty) {
      guard let value = property.value?.plain as? any MixpanelType else { return }
      Mixpanel.mainInstance().people.set(property: property.name, to: value)
    }

    func identify(_ user: TrackedUser) {
      Mixpanel.mainInstance().identify(distinctId: user.id)
    }

    func reset() { Mixpanel.mainInstance().reset() }
  }

  struct FirebaseTracker: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      Analytics.logEvent(event.name, parameters: event.properties.dictionary)
    }

    func update(_ property: TrackedUserProperty) {
      guard let value = property.value else { return }
      Analytics.setUserProperty("\(value)", forName: property.name)
    }

    func identify(_ user: TrackedUser) { Analytics.setUserID(user.id) }

    func reset() { Analytics.setUserID(nil) }
  }

  struct Plan: UserProperty {
    let name = "Plan"
    let value: String
  }

  static func start() {
    Mixpanel.initialize(token: "<token>", trackAutomaticEvents: false)
    TrackableSystem.bootstrap(
      MixpanelTracker().renaming(.keepingLast(1))
        .combined(
          with: FirebaseTracker()
            .renaming(.keepingLast(1).followed(by: .snakeCase))))
    TrackableSystem.defaultProperties = [CheckoutKeys.language ~>> "en"]
  }

  static func logIn() {
    TrackableSystem.identify("john")
    Plan(value: "premium").update()
  }

  static func logOut() {
    TrackableSystem.reset()
  }

  /// Logs in, pays and logs out, as after the migration.
  @MainActor static func play() {
    start()
    logIn()
    let cart = CartScreen()
    cart.showCheckout().didTapPay()
    logOut()
  }
}
