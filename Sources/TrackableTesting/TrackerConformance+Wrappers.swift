public import Trackable

extension TrackerConformance {
  /// Creates a suite for a tracker around another tracker, such as a `ForwardingTracker`.
  ///
  /// ```swift
  /// let conformance = TrackerConformance.wrapping { Sampling(base: $0, isIncluded: true) }
  /// #expect(await conformance.failures() == [])
  /// ```
  ///
  /// Each requirement that the wrapper does not forward is a failure:
  ///
  /// ```text
  /// A tracker around another one forwards every requirement: the user, a purge or a flush is not for it alone. The
  /// defaults of ForwardingTracker do. 'purge' did not reach the tracker inside.
  /// ```
  ///
  /// If the wrapper forwards all requirements, the suite puts the wrapper around a destination that keeps the rules for
  /// destinations, and checks these rules as well. Create a wrapper that passes on every event. For a wrapper that
  /// samples, use the rate 1.
  ///
  /// - Parameters:
  ///   - expecting: Returns the event that the wrapper makes of an event. The default is for a wrapper that changes no
  ///     event.
  ///   - wrap: Creates a new wrapper around a tracker, for each rule and each requirement.
  public static func wrapping(
    expecting: @escaping @Sendable (TrackedEvent) -> TrackedEvent = { $0 },
    _ wrap: @escaping @Sendable (_ base: any AnalyticsEventTracker) -> any AnalyticsEventTracker
  ) -> TrackerConformance {
    var conformance = TrackerConformance(expecting: expecting) { wrap(BufferingTracker(record: $0)) }
    conformance.wrap = wrap
    return conformance
  }
}
