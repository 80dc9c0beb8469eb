import Trackable

/// Money that goes to somebody.
public struct Payment: Sendable, Hashable {
  /// Where the money comes from.
  public enum Method: String, Sendable, TrackedValueConvertible {
    case balance, card
  }

  /// In cents.
  public let amount: Int
  /// The code of the currency, as in ISO 4217.
  public let currency: String
  /// Who gets it.
  public let recipient: String

  /// A payment of some cents to somebody.
  public init(amount: Int, currency: String = "USD", recipient: String) {
    self.amount = amount
    self.currency = currency
    self.recipient = recipient
  }
}
