import Trackable
import WalletCore

/// The first screen, with the balance and buttons.
@MainActor
final class HomeScreen {
  func appear() {
    track(Screen.Shown())
  }

  func changeEmail(to address: String) {
    updateUserProperty(Account.Email(address))
  }

  func changeDefaultMethod(to method: Payment.Method) {
    updateUserProperty(Account.DefaultMethod(method))
  }
}

extension HomeScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.screen ~>> "home"
  }
}
