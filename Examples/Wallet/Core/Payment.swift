import Trackable

/// Money for a friend.
public struct Payment: Sendable, Hashable {
  /// Where the money comes from.
  public enum Method: String, Sendable, TrackedValueConvertible {
    case balance, card
  }

  /// The amount in cents.
  public let amount: Int
  /// The currency's code according to ISO 4217.
  public let currency: String
  /// Who gets the money.
  public let recipient: String

  /// Creates a payment; the amount is in cents.
  public init(amount: Int, currency: String = "USD", recipient: String) {
    self.amount = amount
    self.currency = currency
    self.recipient = recipient
  }
}
