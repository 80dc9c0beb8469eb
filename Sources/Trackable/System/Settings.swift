/// The settings of a system, read once for each event.
struct Settings: Sendable {
  /// How many calls are held before the bootstrap.
  static let heldCapacity = 10_000

  /// The tracker and the root of one `bootstrap`. Its identity tells it apart from a later one.
  final class Bootstrap: Sendable {
    /// Before the first one.
    static let none = Bootstrap(NoOpTracker(), root: nil, interest: .all)

    let tracker: any AnalyticsEventTracker
    /// The object that ends every chain.
    let root: (any TrackableClass & Sendable)?
    let rootIdentity: ObjectIdentifier?
    let interest: EventInterest

    @inline(never) init(
      _ tracker: any AnalyticsEventTracker, root: (any TrackableClass & Sendable)?, interest: EventInterest? = nil
    ) {
      self.tracker = tracker
      self.root = root
      rootIdentity = root.map { ObjectIdentifier($0) }
      self.interest = interest ?? EventInterest(of: tracker)
    }
  }

  var bootstrap: Bootstrap
  /// Whether calls go to the tracker at once: there is a tracker, and it has got the held calls.
  var isOpen: Bool
  var defaultProperties: TrackedProperties
  var user: UserStamp
  /// The number of the last purge: ``Decisions``. An event from before it does not go out after it.
  var purge: UInt64 = 0
}
