/// A tracker that prints the calls that it receives, for development.
///
/// ```swift
/// TrackableSystem.bootstrap(ConsoleTracker(level: .verbose))
/// // -[Console]: EVENT TRIGGERED - 'Beatles.Events.User.didRateAlbum'
/// //  > Beatles.Keys.userLikesAlbum: true
/// //  > Beatles.Keys.albumName:      Imagine
/// ```
public struct ConsoleTracker: AnalyticsEventTracker {
  /// How much the console prints.
  public enum Level: Sendable {
    /// Nothing.
    case none
    /// The destination, and the name of the event or the user property.
    case info
    /// The same as `info`, and the values. Each property of an event is on its own line, and the lines are aligned.
    case verbose
  }

  private let level: Level
  /// The name, which is printed in brackets.
  public let name: String
  private let log: @Sendable (String) -> Void

  /// Creates a tracker that calls `log` once for each call that it receives.
  ///
  /// - Parameters:
  ///   - level: How much the console prints.
  ///   - name: The name to print in brackets.
  ///   - log: Receives the text. The default prints the text to standard output.
  public init(
    level: Level = .info,
    name: String = "Console",
    log: @escaping @Sendable (String) -> Void = { print($0) }
  ) {
    self.level = level
    self.name = name
    self.log = log
  }

  /// Writes the event.
  public func track(_ event: TrackedEvent) {
    if level != .none { write("EVENT TRIGGERED - '" + event.name + "'", event.properties) }
  }

  /// Writes the property. The value, which may be personal, is written only at ``Level/verbose``.
  public func update(_ property: TrackedUserProperty) {
    let value = level == .verbose ? ": " + property.text { "\($0)" } : ""
    write("PROPERTY UPDATED - '" + property.name + "'" + value)
  }

  /// Writes the user and the user's traits.
  public func identify(_ user: TrackedUser) { write("USER IDENTIFIED - '" + user.id + "'", user.traits) }

  /// Writes that the app has reset the user.
  public func reset() { write("USER RESET") }

  /// Writes the error and the location in the code that has reported it.
  public func report(_ error: any Error, at location: CodeLocation) {
    write("ERROR REPORTED - \(error) (\(location))")
  }

  /// Writes that unsent calls are dropped.
  public func purge() { write("PURGED") }

  private func write(_ headline: String, _ properties: TrackedProperties = TrackedProperties()) {
    if level == .none { return }
    let rows =
      level == .verbose ? properties.flattened.elements.map { [" > " + $0.key.name + ":", $0.value.description] } : []
    log((["-[" + name + "]: " + headline] + rows.aligned(gap: 1)).joined(separator: "\n"))
  }
}

extension AnalyticsEventTracker {
  /// Returns this tracker with a log. Each call is written to the log under the tracker's name before the tracker gets
  /// the call.
  ///
  /// ```swift
  /// mixpanel.logged(.info)
  /// // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'
  /// ```
  ///
  /// - Parameters:
  ///   - level: How much the console prints.
  ///   - log: Receives the text. The default prints the text to standard output.
  public func logged(
    _ level: ConsoleTracker.Level = .info,
    log: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> some AnalyticsEventTracker {
    // The console is in a combination, because otherwise the compiler would make another copy of `perform` for it.
    let console = CombinedTracker(ConsoleTracker(level: level, name: name, log: log))
    // With `.all`, events that the tracker itself does not want are logged as well.
    return TransformingTracker(self, interest: { _ in .all }) { call, pass in
      call.perform(on: console)
      pass(call)
    }
  }

  /// Returns this tracker under another name, for logs.
  ///
  /// ```swift
  /// ClosureTracker { SDK.track($0.name) }.named("Mixpanel").logged(.info)
  /// // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'
  /// ```
  public func named(_ name: String) -> some AnalyticsEventTracker {
    TransformingTracker(self, name: name, interest: { $0 })
  }
}
