/// A tracker that can tell which events it ignores whatever they say, so that nothing is evaluated for them.
///
/// The answer may depend on the type of the event alone, and must hold for good. Where code of an adopter is asked on
/// the way (a filter's closure, a `map`), the answer is no: that code may want to know of each event.
protocol SelectiveTracker: AnalyticsEventTracker {
  /// Whether ``AnalyticsEventTracker/track(_:)`` does nothing with events of which ``TrackedEvent/base`` is of this
  /// type.
  func ignores(eventsOf type: ObjectIdentifier) -> Bool
}

extension AnalyticsEventTracker {
  /// Whether the tracker says that it ignores events of a type; others are not known to.
  func isKnownToIgnore(eventsOf type: ObjectIdentifier) -> Bool {
    (self as? any SelectiveTracker)?.ignores(eventsOf: type) ?? false
  }
}

extension NoOpTracker: SelectiveTracker {
  func ignores(eventsOf type: ObjectIdentifier) -> Bool { true }
}

extension CombinedTracker: SelectiveTracker {
  func ignores(eventsOf type: ObjectIdentifier) -> Bool {
    members.allSatisfy { $0.isKnownToIgnore(eventsOf: type) }
  }
}

extension Optional: SelectiveTracker where Wrapped: AnalyticsEventTracker {
  func ignores(eventsOf type: ObjectIdentifier) -> Bool { self?.isKnownToIgnore(eventsOf: type) ?? true }
}

extension NamedTracker: SelectiveTracker {
  func ignores(eventsOf type: ObjectIdentifier) -> Bool { base.isKnownToIgnore(eventsOf: type) }
}

extension RenamingTracker: SelectiveTracker {
  func ignores(eventsOf type: ObjectIdentifier) -> Bool { base.isKnownToIgnore(eventsOf: type) }
}

extension FilteredTracker: SelectiveTracker {
  func ignores(eventsOf type: ObjectIdentifier) -> Bool {
    if let isTypeIncluded, !isTypeIncluded(type) { return true }
    return isEventIncluded == nil && base.isKnownToIgnore(eventsOf: type)
  }
}
