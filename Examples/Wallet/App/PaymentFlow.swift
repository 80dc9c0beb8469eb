import Trackable
import WalletCore

/// One payment, from the button to the receipt.
@MainActor
final class PaymentFlow {
  private let app: WalletApp
  private let isPrivate: Bool
  private var method = Payment.Method.balance
  private var attempts = 0

  init(app: WalletApp, isPrivate: Bool) {
    self.app = app
    self.isPrivate = isPrivate
  }

  func start() {
    track(PaymentEvent.started)
  }

  /// A card payment has to be confirmed on the bank's own page.
  func chooseCard() {
    method = .card
    track(PaymentEvent.redirected(host: "bank.example"))
  }

  func pay(_ payment: Payment) {
    attempts += 1
    let isPaid = method == .card || app.withdraw(payment.amount)
    track(
      isPaid ? PaymentEvent.sent(payment) : .failed(payment, .insufficientFunds),
      trackedProperties: [Keys.attempt ~>> attempts])
  }

  func openReceipt() -> ReceiptScreen {
    let receipt = ReceiptScreen()
    receipt.link(to: self) { Keys.openedFrom ~>> "payment" }
    return receipt
  }
}

extension PaymentFlow: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.method ~>> method
    if isPrivate { Keys.isPrivate ~>> true }
  }
}
