extension AnalyticsEventTracker {
  /// This tracker, with everything that reaches it written to a log first, under the tracker's name.
  ///
  /// ```swift
  /// mixpanel.logged(.info)
  /// // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'
  /// ```
  ///
  /// - Parameters:
  ///   - level: How much to write.
  ///   - log: Receives the text. The default prints it to standard output.
  public func logged(
    _ level: ConsoleTracker.Level = .info,
    log: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> some AnalyticsEventTracker {
    let console = ConsoleTracker(level: level, name: name, log: log)
    // What does not arrive is logged as well.
    return TransformingTracker(self) { call in
      call.perform(on: console)
      return .one(call)
    }
  }

  /// This tracker under another name, for logs.
  ///
  /// ```swift
  /// ClosureTracker { SDK.track($0.name) }.named("Mixpanel").logged(.info)
  /// // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'
  /// ```
  public func named(_ name: String) -> some AnalyticsEventTracker {
    TransformingTracker(self, name: name, interest: .ofBase)
  }
}
