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
    LoggedTracker(base: self, console: ConsoleTracker(level: level, name: name, log: log))
  }
}

struct LoggedTracker<Base: AnalyticsEventTracker>: ForwardingTracker {
  let base: Base
  let console: ConsoleTracker
  /// In a hub, the log is written when something is delivered.
  var canPassLater: Bool { true }

  func track(_ event: TrackedEvent) {
    console.track(event)
    base.track(event)
  }

  func update(_ property: TrackedUserProperty) {
    console.update(property)
    base.update(property)
  }

  func identify(_ userID: String, traits: TrackedProperties) {
    console.identify(userID, traits: traits)
    base.identify(userID, traits: traits)
  }

  func reset() {
    console.reset()
    base.reset()
  }

  func report(_ error: any Error, at location: CodeLocation) {
    console.report(error, at: location)
    base.report(error, at: location)
  }

  func purge() {
    console.purge()
    base.purge()
  }

  /// What does not arrive is logged as well.
  func verdict(onEventsOf type: ObjectIdentifier) -> Bool? { false }

  func passing(_ delivery: Delivery) -> Delivery? {
    delivery.perform(on: console)
    return delivery
  }
}
