import Trackable

/// What happens to a payment. A case brings the data it needs, and the compiler asks for it.
public enum PaymentEvent: AnalyticsEvent {
  /// Why a payment did not go through.
  public enum FailureReason: String, Sendable {
    case insufficientFunds
  }

  case started
  case redirected(host: String)
  case sent(Payment)
  case failed(Payment, FailureReason)

  /// The category; by default it would be the name of this type.
  public var category: String { "Payment" }

  // No `default` in these switches: a new case does not compile until somebody has decided.

  /// What kind of event each case is.
  public var eventType: AnalyticsEventType {
    switch self {
    case .started: .click
    case .redirected: .redirect
    case .sent: .userAction
    case .failed: .activity
    }
  }

  /// What each case has to say.
  public var properties: TrackedProperties {
    switch self {
    case .started: []
    case .redirected(let host): [Keys.redirectHost ~>> host]
    case .sent(let payment): payment.properties
    case .failed(let payment, let reason): payment.properties + [Keys.failureReason ~>> reason]
    }
  }
}

extension Payment {
  fileprivate var properties: TrackedProperties {
    [Keys.amount ~>> amount, Keys.currency ~>> currency, Keys.recipient ~>> recipient]
  }
}
