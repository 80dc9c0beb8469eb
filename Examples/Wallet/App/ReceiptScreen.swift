import Trackable
import WalletCore

/// The last screen of a payment.
@MainActor
final class ReceiptScreen {
  func appear() {
    track(Screen.Shown())
  }

  func share() {
    track(Receipt.Shared())
  }
}

extension ReceiptScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.screen ~>> "receipt"
  }
}
