/// The settings of a system, read once for each event.
final class Settings: Sendable {
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

  let bootstrap: Bootstrap?
  // The next four are read for each event. Benchmarks: depth 4.
  /// The tracker that was set last, or one that does nothing.
  let destination: any AnalyticsEventTracker
  /// The object that ends every chain.
  let root: (any TrackableClass & Sendable)?
  let rootIdentity: ObjectIdentifier?
  /// Whether the tracker may ignore any event.
  let isSelective: Bool
  /// Whether calls go to the tracker at once: there is a tracker, and it has got the held calls.
  let isOpen: Bool
  let defaultProperties: TrackedProperties
  let user: UserStamp
  /// How many purges there have been. An event from before one does not go out after it.
  let purges: UInt

  init(
    _ bootstrap: Bootstrap?, isOpen: Bool, defaultProperties: TrackedProperties, user: UserStamp = .nobody,
    purges: UInt = 0
  ) {
    self.bootstrap = bootstrap
    destination = bootstrap?.tracker ?? NoOpTracker()
    root = bootstrap?.root
    rootIdentity = root.map { ObjectIdentifier($0) }
    isSelective = bootstrap?.interest.isAll == false
    self.isOpen = isOpen
    self.defaultProperties = defaultProperties
    self.user = user
    self.purges = purges
  }

  /// A call that concerns the user, as trackers get it; and the settings after it, if it changes them.
  func noting(_ call: TrackerCall) -> (call: TrackerCall, settings: Settings?) {
    switch call {
    case .identify(var user):
      let stamp = self.user.next(user.id)
      user.stamp = stamp
      return (.identify(user), with(user: stamp))
    case .reset: return (call, with(user: user.next(nil)))
    case .update(let property): return (call, property.isGroup ? with(user: user.joining(property)) : nil)
    case .purge: return (call, with(purges: purges + 1))
    case .track, .report: return (call, nil)
    }
  }

  /// Changed settings.
  func with(
    _ bootstrap: Bootstrap? = nil, isOpen: Bool? = nil, defaultProperties: TrackedProperties? = nil,
    user: UserStamp? = nil, purges: UInt? = nil
  ) -> Settings {
    Settings(
      bootstrap ?? self.bootstrap, isOpen: isOpen ?? self.isOpen,
      defaultProperties: defaultProperties ?? self.defaultProperties, user: user ?? self.user,
      purges: purges ?? self.purges)
  }
}
