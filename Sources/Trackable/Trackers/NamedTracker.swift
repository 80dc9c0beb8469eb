extension AnalyticsEventTracker {
  /// This tracker under another name, for logs.
  ///
  /// ```swift
  /// ClosureTracker { SDK.track($0.name) }.named("Mixpanel").logged(.info)
  /// // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'
  /// ```
  public func named(_ name: String) -> some AnalyticsEventTracker {
    NamedTracker(base: self, name: name)
  }
}

struct NamedTracker<Base: AnalyticsEventTracker>: ForwardingTracker {
  let base: Base
  let name: String
  var canPassLater: Bool { true }
  var givenName: String? { name }
}
