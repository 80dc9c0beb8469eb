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

  /// This tracker, with everything that reaches it written to a log first, under the tracker's name.
  ///
  /// - Parameters:
  ///   - level: How much to write.
  ///   - log: Receives the text. The default prints it to standard output.
  public func logged(
    _ level: ConsoleTracker.Level = .info,
    log: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> some AnalyticsEventTracker {
    CombinedTracker(ConsoleTracker(level: level, name: name, log: log), self).named(name)
  }
}

struct NamedTracker<Base: AnalyticsEventTracker>: ForwardingTracker {
  let base: Base
  let name: String
}
