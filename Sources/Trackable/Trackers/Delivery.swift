/// One call to a tracker, as a value that can be kept for later.
///
/// ```swift
/// let waiting: [Delivery] = [.identify("john"), .track(TrackedEvent(Events.App.started))]
/// for delivery in waiting { delivery.perform(on: mixpanel) }
/// ```
///
/// A minor version may add cases. Handle those you know, and leave the rest to ``perform(on:)``.
public enum Delivery: Sendable {
  /// An event happened.
  case track(TrackedEvent)
  /// Something is now known about the user.
  case update(TrackedUserProperty)
  /// The user is now the one with this ID, of whom these traits are known.
  case identify(String, traits: TrackedProperties = [])
  /// The user is no longer known.
  case reset
  /// An error is worth recording, and was reported here.
  case report(any Error, CodeLocation)
  /// What was handed over and not sent yet must not be sent any more.
  case purge

  /// Makes the call on a tracker.
  public func perform(on tracker: any AnalyticsEventTracker) {
    switch self {
    case .track(let event): tracker.track(event)
    case .update(let property): tracker.update(property)
    case .identify(let userID, let traits): tracker.identify(userID, traits: traits)
    case .reset: tracker.reset()
    case .report(let error, let location): tracker.report(error, at: location)
    case .purge: tracker.purge()
    }
  }
}

extension Delivery {
  /// The delivery as it is at this moment, to be kept: what an event says about itself may be computed.
  ///
  /// It runs code of adopters, so not under a lock.
  package var frozen: Delivery { if case .track(let event) = self { .track(event.frozen) } else { self } }

  /// What it is, for an issue about it.
  var name: String {
    switch self {
    case .track(let event): event.name
    case .update(let property): property.name
    case .identify: "identify"
    case .reset: "reset"
    case .report: "report"
    case .purge: "purge"
    }
  }

  /// Whether it tells who the user is.
  package var tellsUser: Bool {
    switch self {
    case .identify, .reset: true
    case .track, .update, .report, .purge: false
    }
  }

  /// Whether it makes a difference to what comes before or after it.
  package var isChange: Bool {
    switch self {
    case .identify, .reset, .purge: true
    case .track, .update, .report: false
    }
  }

  /// Whether nobody needs it any more once `later` has come, if there are only changes in between. A user who goes is not
  /// replaced by one who comes: a service may have to be told of both.
  package func isReplaced(by later: Delivery) -> Bool {
    switch (self, later) {
    case (.identify, .identify), (.identify, .reset), (.reset, .reset), (.purge, .purge): true
    default: false
    }
  }
}
