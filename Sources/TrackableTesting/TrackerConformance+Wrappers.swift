public import Trackable

extension TrackerConformance {
  /// The rules for a tracker around another one, such as a `ForwardingTracker`.
  ///
  /// ```swift
  /// let conformance = TrackerConformance.wrapping { Sampling(base: $0, isIncluded: true) }
  /// #expect(await conformance.failures() == [])
  /// ```
  ///
  /// Each requirement that the wrapper forgets to forward is a failure:
  ///
  /// ```text
  /// A tracker around another one forwards every requirement: the user, a purge or a flush is not for it alone. The
  /// defaults of ForwardingTracker do. 'purge' did not reach the tracker inside.
  /// ```
  ///
  /// If it forwards all of them, the suite checks the rules for destinations as well, with the wrapper around a destination
  /// that keeps them. Make a wrapper that lets everything pass: one that samples includes all events.
  ///
  /// - Parameters:
  ///   - expecting: The event that the wrapper makes of one. The default is the event.
  ///   - wrap: Makes a new wrapper around a tracker, for each rule and each requirement.
  public static func wrapping(
    expecting: @escaping @Sendable (TrackedEvent) -> TrackedEvent = { $0 },
    _ wrap: @escaping @Sendable (_ base: any AnalyticsEventTracker) -> any AnalyticsEventTracker
  ) -> TrackerConformance {
    var conformance = TrackerConformance(expecting: expecting) { wrap(BufferingTracker(record: $0)) }
    conformance.wrap = wrap
    return conformance
  }
}
