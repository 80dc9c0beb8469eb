/// The earlier name of `AnalyticsEventType`.
@available(*, deprecated, renamed: "AnalyticsEventType")
public typealias PayPalAnalyticsEventType = AnalyticsEventType

/// An event for PayPal, from an earlier design in which only PayPal's events had an `eventType`.
///
/// Now every event has an `eventType`, with a default.
@available(*, deprecated, message: "Write your own 'PayPalEvent: AnalyticsEvent' once PayPal's tracker filters by it.")
public protocol PayPalAnalyticsEvent: AnalyticsEvent {}

/// A tracker that takes PayPal's events only, from an earlier design with a protocol for each service's trackers.
@available(*, deprecated, message: "Use AnalyticsEventTracker with '.filter { $0.base is any PayPalAnalyticsEvent }'.")
public protocol PayPalAnalyticsEventTracker: Sendable {
  /// Called when the app has tracked an event.
  func track(_ event: some PayPalAnalyticsEvent)
}

@available(*, deprecated, message: "Conform to AnalyticsEventTracker.")
extension PayPalAnalyticsEventTracker {
  // This overload is disfavoured, so that the compiler treats a tracker that conforms to both protocols as an
  // `AnalyticsEventTracker`.
  /// Combines this tracker with a tracker for all events. Only PayPal's events go to this tracker.
  @_disfavoredOverload public func combined(with other: any AnalyticsEventTracker) -> some AnalyticsEventTracker {
    CombinedTracker(PayPalTrackerAdapter(base: self), other)
  }
}

/// The adapter that passes events that conform to `PayPalAnalyticsEvent` to a `PayPalAnalyticsEventTracker`.
@available(*, deprecated)
struct PayPalTrackerAdapter: AnalyticsEventTracker {
  let base: any PayPalAnalyticsEventTracker

  var name: String { String(describing: type(of: base)) }

  func track(_ event: TrackedEvent) {
    guard let original = event.base as? any PayPalAnalyticsEvent else { return }
    if event.saysTheSame(as: original) { base.track(original) } else { base.track(event) }
  }
}

/// An event for PayPal to which the chain or a combinator has added something.
@available(*, deprecated)
extension TrackedEvent: PayPalAnalyticsEvent {}

extension TrackedEvent {
  /// Whether this event has the name, entity, type and properties that the original declares: neither the chain nor a
  /// combinator has changed them.
  func saysTheSame(as original: any TrackableCore.AnalyticsEvent) -> Bool {
    name == original.name && entity == original.entity && eventType == original.eventType
      && properties == (original.properties as TrackedProperties)
  }
}
