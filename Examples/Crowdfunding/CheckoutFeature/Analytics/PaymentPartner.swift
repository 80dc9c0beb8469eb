import CrowdfundingCore
import Trackable

/// Tells the payment partner about pledges. It is the only one that asks for the mail address.
public struct PaymentPartner: AnalyticsEventTracker {
  /// The module's own tracker. It asks the same consent as those of the app.
  public static func tracker(_ consent: Consent) -> some AnalyticsEventTracker {
    PaymentPartner().allowing(events: [Events.Pledge.submitted]).requiringConsent(.analytics, from: consent)
  }

  /// Tells.
  public func track(_ event: TrackedEvent) {
    let mail = event.sensitiveProperties[Keys.Contact.mail]
    print(" > Partner:    pledge of \(event.properties[Keys.Reward.price] ?? .null) by \(mail ?? .null)")
  }

  /// Who pays.
  public func identify(_ user: TrackedUser) {
    print(" > Partner:    payer \(user.id)")
  }

  /// Forgets who pays.
  public func reset() {
    print(" > Partner:    no payer")
  }
}
