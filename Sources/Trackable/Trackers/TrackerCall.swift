/// A call to a tracker as a value, so that the call can wait and be made later.
///
/// ```swift
/// let waiting: [TrackerCall] = [.identify(TrackedUser("john")), .track(TrackedEvent(Events.App.started))]
/// for call in waiting { call.perform(on: mixpanel) }
/// ```
///
/// A minor version of the library may add cases. Handle the cases that you know, and pass on the other calls with
/// ``perform(on:)``.
public enum TrackerCall: Sendable {
  /// An event.
  case track(TrackedEvent)
  // This case is boxed, like the other rare cases, so that a call is no larger than an event.
  /// A change of a user property.
  indirect case update(TrackedUserProperty)
  /// A sign-in.
  indirect case identify(TrackedUser)
  /// A sign-out.
  case reset
  /// An error, and the location in the code that has reported it.
  indirect case report(any Error, CodeLocation)
  /// A purge: the tracker drops its unsent calls.
  case purge

  /// The record in which an inspector notes what happens to the call that the current task makes. A gate keeps the
  /// record as long as it holds the call.
  @TaskLocal package static var trace: (any AnyObject & Sendable)?

  /// Makes the call on a tracker.
  @inline(never) public func perform(on tracker: any AnalyticsEventTracker) {
    switch self {
    case .track(let event): tracker.track(event)
    case .update(let property): tracker.update(property)
    case .identify(let user): tracker.identify(user)
    case .reset: tracker.reset()
    case .report(let error, let location): tracker.report(error, at: location)
    case .purge: tracker.purge()
    }
  }
}

extension TrackerCall {
  /// The name by which an issue calls this call: the name of the event or the user property, and otherwise the kind of
  /// the call.
  package var name: String {
    switch self {
    case .track(let event): event.name
    case .update(let property): property.name
    case .identify: "identify"
    case .reset: "reset"
    case .report: "report"
    case .purge: "purge"
    }
  }

  /// Joins this call and a later call to one call with the same effect. The result is `nil` if the tracker needs both
  /// calls: for example, a `reset` and then an `identify`.
  package func merged(with later: TrackerCall) -> TrackerCall? {
    switch (self, later) {
    case (.identify(let earlier), .identify(var user)):
      if earlier.id == user.id { user.add(earlier) }
      return .identify(user)
    case (.identify, .reset), (.reset, .reset), (.purge, .purge): return later
    default: return nil
    }
  }

  /// Whether the call is an `identify` or a `reset`.
  @inline(never) package var isSignInOrOut: Bool {
    switch self {
    case .identify, .reset: true
    case .track, .update, .report, .purge: false
    }
  }

  /// The user of the call; `nil` for a `reset`, for a purge, and for a call that no system made. Read the stamp of an
  /// error on the thread of the call, because other threads do not have it: ``UserStamp/ofCall``.
  package var stamp: UserStamp? {
    switch self {
    case .track(let event): event.user
    case .update(let property): property.stamp
    case .identify(let user): user.stamp
    case .report: UserStamp.ofCall
    case .reset, .purge: nil
    }
  }

  /// The user of the call, like ``stamp``; for a `reset`, the user who signs out.
  package var user: UserStamp? { if case .reset = self { UserStamp.ofCall } else { stamp } }

  /// The size in bytes, roughly.
  package var size: Int {
    switch self {
    case .track(let event): 200 + event.properties.size
    case .update(let property): 200 + property.operand.size
    case .identify(let user): 100 + user.traits.size
    case .report, .reset, .purge: 100
    }
  }
}
