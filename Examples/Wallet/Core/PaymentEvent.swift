import Trackable

/// What happens to a payment. Each case brings the data it needs, and the compiler insists on it.
public enum PaymentEvent: AnalyticsEvent {
  /// Why a payment failed.
  public enum FailureReason: String, Sendable {
    case insufficientFunds
  }

  case started
  case redirected(host: String)
  case sent(Payment)
  case failed(Payment, FailureReason)

  /// What these events are about. The default would be the name of this type.
  public var entity: String { "Payment" }

  // No `default` in these switches: a new case does not compile until its author has decided about it.

  /// What kind of event each case is.
  public var eventType: AnalyticsEventType {
    switch self {
    case .started: .click
    case .redirected: .redirect
    case .sent: .userAction
    case .failed: .activity
    }
  }

  /// The properties of each case.
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
