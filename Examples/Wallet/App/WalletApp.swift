import Trackable
import VenmoFeature
import WalletCore

/// The app, which knows the balance, and opens screens and flows.
@MainActor
final class WalletApp {
  /// The balance in cents.
  private(set) var balance = 50_00
  let home = HomeScreen()

  init() {
    home.link(to: self)
  }

  func signIn(userID: String) {
    TrackableSystem.identify(userID)
  }

  func signOut() {
    TrackableSystem.reset()
  }

  /// Takes money from the balance, if there is enough.
  func withdraw(_ amount: Int) -> Bool {
    guard amount <= balance else { return false }
    balance -= amount
    return true
  }

  func openPayment(isPrivate: Bool = false) -> PaymentFlow {
    let flow = PaymentFlow(app: self, isPrivate: isPrivate)
    flow.link(to: home) { Keys.openedFrom ~>> "pay button" }
    return flow
  }

  /// This is the only place that sends a flow's events elsewhere; the flow does not know.
  func openSplitBill(amount: Int, people: Int) -> SplitBillFlow {
    let flow = SplitBillFlow(amount: amount, people: people)
    flow.link(to: home) { Keys.openedFrom ~>> "split button" }
    flow.deliver(to: Analytics.venmoOnly)
    return flow
  }
}

extension WalletApp: @MainActor TrackableClass {
  // Computed anew for each event, so it is always current.
  var trackedProperties: TrackedProperties {
    Keys.balance ~>> balance
  }
}
