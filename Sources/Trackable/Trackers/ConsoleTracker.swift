/// A tracker that prints the calls that it receives, for development.
///
/// ```swift
/// TrackableSystem.bootstrap(ConsoleTracker(level: .verbose))
/// // -[Console]: EVENT TRIGGERED - 'Beatles.Events.User.didRateAlbum'
/// //  > Beatles.Keys.userLikesAlbum: true
/// //  > Beatles.Keys.albumName:      Imagine
/// ```
public struct ConsoleTracker: AnalyticsEventTracker {
  /// How much is written.
  public enum Level: Sendable {
    /// Nothing.
    case none
    /// The destination, and the name of the event or the user property.
    case info
    /// The values as well, of events one per line and aligned.
    case verbose
  }

  private let level: Level
  /// The name that is printed in brackets.
  public let name: String
  private let log: @Sendable (String) -> Void

  /// A tracker that calls `log` once for each event.
  ///
  /// - Parameters:
  ///   - level: How much to write.
  ///   - name: The name to print in brackets.
  ///   - log: Receives the text. The default prints it to standard output.
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

  /// Writes the property; its value, which may be personal, at ``Level/verbose`` only.
  public func update(_ property: TrackedUserProperty) {
    let value = level == .verbose ? ": " + property.text { "\($0)" } : ""
    write("PROPERTY UPDATED - '" + property.name + "'" + value)
  }

  /// Writes the user and the user's traits.
  public func identify(_ user: TrackedUser) { write("USER IDENTIFIED - '" + user.id + "'", user.traits) }

  /// Writes that the user was forgotten.
  public func reset() { write("USER RESET") }

  /// Writes the error and where it was reported.
  public func report(_ error: any Error, at location: CodeLocation) {
    write("ERROR REPORTED - \(error) (\(location))")
  }

  /// Writes that the waiting calls must not be sent.
  public func purge() { write("PURGED") }

  private func write(_ headline: String, _ properties: TrackedProperties = TrackedProperties()) {
    if level == .none { return }
    let rows =
      level == .verbose ? properties.flattened.elements.map { [" > " + $0.key.name + ":", $0.value.description] } : []
    log((["-[" + name + "]: " + headline] + rows.aligned(gap: 1)).joined(separator: "\n"))
  }
}

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
    // In a combination, because the compiler would make a copy of `perform` for a console.
    let console = CombinedTracker(ConsoleTracker(level: level, name: name, log: log))
    // What does not arrive is logged as well.
    return TransformingTracker(self, interest: { _ in .all }) { call, pass in
      call.perform(on: console)
      pass(call)
    }
  }

  /// This tracker under another name, for logs.
  ///
  /// ```swift
  /// ClosureTracker { SDK.track($0.name) }.named("Mixpanel").logged(.info)
  /// // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'
  /// ```
  public func named(_ name: String) -> some AnalyticsEventTracker {
    TransformingTracker(self, name: name, interest: { $0 })
  }
}
