import CrowdfundingCore

/// Where a pledge is made.
@MainActor
public final class CheckoutScreen: Screen {
  /// How the user pays.
  public enum Method: String, Sendable {
    case card, wallet
  }

  let reward: Reward
  let mail: String
  private(set) var method = Method.card

  /// Creates the screen.
  public init(_ reward: Reward, mail: String) {
    self.reward = reward
    self.mail = mail
  }

  /// The user chooses how to pay.
  public func choose(_ method: Method) {
    self.method = method
    trackMethodChosen()
  }

  /// The user presses *Pledge*.
  public func submit(shipTo city: String, _ country: String) {
    trackSubmitted(city: city, country: country)
  }

  /// The money is there.
  public func succeed() {
    trackSucceeded()
  }

  /// The receipt is written elsewhere, since that takes a while.
  public func writeReceipt() async {
    await makeReceiptWriter().write()
  }
}
