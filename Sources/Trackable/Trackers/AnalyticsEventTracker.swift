/// Where events go: an analytics service, a log, or other trackers.
///
/// One method is required; everything else has a default that does nothing.
///
/// ```swift
/// struct Mixpanel: AnalyticsEventTracker {
///   func track(_ event: TrackedEvent) {
///     SDK.track(event.name, event.properties.dictionary)
///   }
/// }
/// ```
///
/// A conformer that declares `func track(_ event: some AnalyticsEvent)` satisfies the requirement too; it still
/// receives ``TrackedEvent`` values.
///
/// Bigger trackers are made from smaller ones. What is written last is passed first:
///
/// ```swift
/// let payPal: some AnalyticsEventTracker = PayPal()   // gets what is left, under PayPal's names
///   .renaming(.snakeCase)                             // third
///   .prohibiting(ReceiptShared.self)                  // second
///   .adding(["app" ~>> "wallet"])                     // first
/// ```
///
/// A stored property that holds a composed tracker has to say its type: `some AnalyticsEventTracker`.
///
/// Isolation: every method may be called from any thread, often the main one, and from several at once. Return
/// quickly; what takes long belongs behind a queue of the tracker's own.
public protocol AnalyticsEventTracker: Sendable {
  /// What logs call the tracker. The default is the name of its type; `named(_:)` gives another.
  var name: String { get }
  /// An event happened.
  func track(_ event: TrackedEvent)
  /// Something became known of the user.
  func update(_ property: TrackedUserProperty)
  /// The user is now `userID`.
  func identify(_ userID: String)
  /// The user is no longer known.
  func reset()
  /// An error that is worth knowing of, and where it was reported.
  func report(_ error: any Error, at location: SourceLocation)
  /// Returns when what was handed over before has left.
  func flush() async
}

extension AnalyticsEventTracker {
  /// The simple name of the type.
  public var name: String { String(describing: Self.self) }
  /// Does nothing.
  public func update(_ property: TrackedUserProperty) {}
  /// Does nothing.
  public func identify(_ userID: String) {}
  /// Does nothing.
  public func reset() {}
  /// Does nothing.
  public func report(_ error: any Error, at location: SourceLocation) {}
  /// Does nothing.
  public func flush() async {}
}
