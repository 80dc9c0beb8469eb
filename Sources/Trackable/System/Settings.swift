/// The settings of a tracking system, which the system reads once for each event.
struct Settings: Sendable {
  /// The most calls that a system holds before the bootstrap.
  static let heldCapacity = 10_000

  /// The tracker and the root of one `bootstrap`. Each call of `bootstrap` makes its own object, so that the system can
  /// tell two bootstraps apart.
  final class Bootstrap: Sendable {
    /// The value before the first `bootstrap`.
    static let none = Bootstrap(NoOpTracker(), root: nil, interest: .all)

    let tracker: any AnalyticsEventTracker
    /// The object that ends every chain.
    let root: (any TrackableClass & Sendable)?
    let rootIdentity: ObjectIdentifier?
    let interest: EventInterest
    /// Whether events keep the source of each property, for a recording or an inspector.
    let explains: Bool

    @inline(never) init(
      _ tracker: any AnalyticsEventTracker, root: (any TrackableClass & Sendable)?, interest: EventInterest? = nil,
      explains: Bool = false
    ) {
      self.tracker = tracker
      self.root = root
      rootIdentity = root.map { ObjectIdentifier($0) }
      self.interest = interest ?? EventInterest(of: tracker)
      self.explains = explains || tracker.wantsExplanations
    }
  }

  var bootstrap: Bootstrap
  /// Whether calls go to the tracker immediately, because the app has bootstrapped and the tracker has got the held
  /// calls.
  var isOpen: Bool
  var defaultProperties: TrackedProperties
  var user: UserStamp
  /// The number of the last purge, from ``Decisions``. The system does not send earlier events after that purge.
  var purge: UInt64 = 0
}
