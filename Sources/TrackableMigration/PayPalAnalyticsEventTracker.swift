/// The earlier name of `AnalyticsEventType`.
@available(*, deprecated, renamed: "AnalyticsEventType")
public typealias PayPalAnalyticsEventType = AnalyticsEventType

/// An event for PayPal, from when only PayPal's events had a type.
///
/// Every event now has an `eventType`, with a default.
@available(
  *, deprecated, message: "Conform to your own 'PayPalEvent: AnalyticsEvent' once PayPal's tracker filters by it."
)
public protocol PayPalAnalyticsEvent: AnalyticsEvent {}

/// A tracker that takes PayPal's events only, from when there were two protocols for trackers.
@available(
  *, deprecated, message: "Conform to AnalyticsEventTracker behind '.filter { $0.base is any PayPalAnalyticsEvent }'."
)
public protocol PayPalAnalyticsEventTracker: Sendable {
  /// An event happened.
  func track(_ event: some PayPalAnalyticsEvent)
}

@available(*, deprecated, message: "Conform to AnalyticsEventTracker.")
extension PayPalAnalyticsEventTracker {
  // Disfavoured, so that a tracker that conforms to both protocols counts as an AnalyticsEventTracker.
  /// This tracker and one for all events, as one. Only PayPal's events go to this one.
  @_disfavoredOverload public func combined(with other: any AnalyticsEventTracker) -> some AnalyticsEventTracker {
    CombinedTracker(PayPalTrackerAdapter(base: self), other)
  }
}

/// Hands the events that conform to the older protocol to a tracker of the older kind.
@available(*, deprecated)
struct PayPalTrackerAdapter: AnalyticsEventTracker {
  let base: any PayPalAnalyticsEventTracker

  var name: String { String(describing: type(of: base)) }

  func track(_ event: TrackedEvent) {
    guard let original = event.base as? any PayPalAnalyticsEvent else { return }
    if event.saysTheSame(as: original) { base.track(original) } else { base.track(event) }
  }
}

/// An event of PayPal's to which the chain, or a combinator, has added something.
@available(*, deprecated)
extension TrackedEvent: PayPalAnalyticsEvent {}

extension TrackedEvent {
  /// Whether the chain and the combinators on the way left everything as the event itself declares it.
  func saysTheSame(as original: any TrackableCore.AnalyticsEvent) -> Bool {
    name == original.name && entity == original.entity && eventType == original.eventType
      && properties == (original.properties as TrackedProperties)
  }
}
