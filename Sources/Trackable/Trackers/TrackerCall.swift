/// One call to a tracker, as a value that can wait.
///
/// ```swift
/// let waiting: [TrackerCall] = [.identify(TrackedUser("john")), .track(TrackedEvent(Events.App.started))]
/// for call in waiting { call.perform(on: mixpanel) }
/// ```
///
/// A minor version may add cases. Handle those you know, and leave the rest to ``perform(on:)``.
public enum TrackerCall: Sendable {
  /// An event happened.
  case track(TrackedEvent)
  // Boxed, like the other rare ones, so that a call is no larger than an event.
  /// Something is now known about the user.
  indirect case update(TrackedUserProperty)
  /// The user is now this one.
  indirect case identify(TrackedUser)
  /// No user is known from now on.
  case reset
  /// An error is worth recording, and was reported here.
  indirect case report(any Error, CodeLocation)
  /// The tracker must not send calls that it has taken and not sent yet.
  case purge

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
  /// The name of the event or the property, or else of the call, for an issue.
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

  /// The single call with the effect of this call and a later call: two calls about the user, or two purges. `nil` if
  /// both are needed: a `reset` stays before an `identify`.
  package func merged(with later: TrackerCall) -> TrackerCall? {
    switch (self, later) {
    case (.identify(let earlier), .identify(var user)):
      if earlier.id == user.id { user.add(earlier) }
      return .identify(user)
    case (.identify, .reset), (.reset, .reset), (.purge, .purge): return later
    default: return nil
    }
  }

  /// Whether it tells who the user is.
  @inline(never) package var tellsUser: Bool {
    switch self {
    case .identify, .reset: true
    case .track, .update, .report, .purge: false
    }
  }

  /// Whose the call is; `nil` if no system made it, and for a `reset` and a purge.
  package var stamp: UserStamp? {
    switch self {
    case .track(let event): event.user
    case .update(let property): property.stamp
    case .identify(let user): user.stamp
    case .report: UserStamp.ofError
    case .reset, .purge: nil
    }
  }

  /// How many bytes it takes, roughly.
  package var size: Int {
    switch self {
    case .track(let event): 200 + event.properties.size
    case .update(let property): 200 + property.operand.size
    case .identify(let user): 100 + user.traits.size
    case .report, .reset, .purge: 100
    }
  }
}
