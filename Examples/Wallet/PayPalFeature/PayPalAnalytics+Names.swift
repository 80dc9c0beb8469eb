import WalletCore

extension PayPalAnalytics {
  /// The names that PayPal already has for payments.
  static func name(of event: PaymentEvent) -> String? {
    switch event {
    case .started: "checkout_start"
    case .redirected: "checkout_redirect"
    case .sent: "checkout_success"
    case .failed: "checkout_error"
    }
  }

  /// PayPal's short names for the wallet's keys.
  static func name(of key: Keys) -> String {
    switch key {
    case .amount: "amt"
    case .currency: "curr"
    case .recipient: "rcpt"
    case .failureReason: "err"
    case .redirectHost: "host"
    case .attempt: "try"
    case .method: "pay_with"
    case .isPrivate: "priv"
    case .openedFrom: "from"
    case .screen: "page"
    case .balance: "bal"
    }
  }
}
