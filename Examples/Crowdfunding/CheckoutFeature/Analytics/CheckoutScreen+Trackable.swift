import CrowdfundingCore
import Trackable

extension CheckoutScreen: ScreenContext {
  /// Checkout.
  public var screen: Screens { .checkout }

  /// How the user pays, and, for those who ask, where the receipt goes.
  public var screenProperties: TrackedProperties {
    Keys.Pledge.method ~>> method
    Keys.Contact.mail ~>> mail
  }

  func makeReceiptWriter() -> ReceiptWriter {
    ReceiptWriter(context: makeTrackingContext())
  }

  func trackMethodChosen() {
    track(Events.Pledge.methodChosen)
  }

  func trackSubmitted(city: String, country: String) {
    let shipping: TrackedProperties = [
      Keys.Pledge.Address.country ~>> country, Keys.Pledge.PrivateAddress.city ~>> city,
    ]
    track(Events.Pledge.submitted, trackedProperties: [Keys.Pledge.shipping ~>> shipping])
  }

  func trackSucceeded() {
    track(Events.Pledge.succeeded, trackedProperties: [Keys.Project.isBacker ~>> true])
  }
}

extension ReceiptWriter {
  func trackWritten() {
    context.track(Events.Pledge.receiptWritten)
  }
}
