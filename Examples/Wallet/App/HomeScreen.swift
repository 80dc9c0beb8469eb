import Trackable
import WalletCore

/// The first screen, with the balance and buttons.
@MainActor
final class HomeScreen {
  func appear() {
    track(Screen.Shown())
  }

  func changeEmail(to address: String) {
    update(Account.Email(address))
  }

  func changeDefaultMethod(to method: Payment.Method) {
    update(Account.DefaultMethod(method))
  }
}

extension HomeScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.screen ~>> "home"
  }
}
