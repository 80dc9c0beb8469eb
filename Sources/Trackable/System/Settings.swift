/// The settings of a system, read once for each event.
struct Settings: Sendable {
  /// How many calls are held before the bootstrap.
  static let heldCapacity = 1_000

  /// The tracker and the root of one `bootstrap`. Its identity tells it apart from a later one.
  final class Bootstrap: Sendable {
    let tracker: any AnalyticsEventTracker
    /// The object that ends every chain.
    let root: (any TrackableClass & Sendable)?
    let interest: EventInterest

    init(_ tracker: any AnalyticsEventTracker, root: (any TrackableClass & Sendable)?) {
      self.tracker = tracker
      self.root = root
      interest = EventInterest(of: tracker)
    }
  }

  var bootstrap: Bootstrap?
  /// Whether calls go to the tracker at once: there is a tracker, and it has got the held calls.
  var isOpen: Bool
  var defaultProperties: TrackedProperties
  var user = UserStamp.nobody
  /// How many purges there have been. An event from before one does not go out after it.
  var purges: UInt = 0

  /// The tracker that was set last, or one that does nothing.
  var destination: any AnalyticsEventTracker { bootstrap?.tracker ?? NoOpTracker() }
  /// The object that ends every chain.
  var root: (any TrackableClass & Sendable)? { bootstrap?.root }
  var rootIdentity: ObjectIdentifier? { root.map { ObjectIdentifier($0) } }
  /// Whether the tracker may ignore any event.
  var isSelective: Bool { bootstrap?.interest.isAll == false }
}
