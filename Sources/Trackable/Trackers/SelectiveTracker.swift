/// A tracker that can tell from an event's type that it ignores the event, so that nothing is evaluated for it.
///
/// The answer must depend on the type alone, and must never change.
package protocol SelectiveTracker: AnalyticsEventTracker {
  /// Whether ``AnalyticsEventTracker/track(_:)`` does nothing with events whose ``TrackedEvent/base`` is of this type.
  func ignores(eventsOf type: ObjectIdentifier) -> Bool
}

extension AnalyticsEventTracker {
  /// Whether the tracker is known to ignore events of a type. `false` means that it may want them.
  func isKnownToIgnore(eventsOf type: ObjectIdentifier) -> Bool {
    // Not recursive: there may be thousands of combinators.
    var tracker: any AnalyticsEventTracker = self
    while let combinator = tracker as? any ForwardingTracker {
      if let verdict = combinator.verdict(onEventsOf: type) { return verdict }
      tracker = combinator.base
    }
    return (tracker as? any SelectiveTracker)?.ignores(eventsOf: type) ?? false
  }
}

extension NoOpTracker: SelectiveTracker {
  package func ignores(eventsOf type: ObjectIdentifier) -> Bool { true }
}

extension CombinedTracker: SelectiveTracker {
  package func ignores(eventsOf type: ObjectIdentifier) -> Bool {
    members.allSatisfy { $0.isKnownToIgnore(eventsOf: type) }
  }
}

extension ForwardingTracker {
  package func ignores(eventsOf type: ObjectIdentifier) -> Bool { isKnownToIgnore(eventsOf: type) }
}
