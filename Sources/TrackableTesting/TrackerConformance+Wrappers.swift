public import Trackable

extension TrackerConformance {
  /// The rules for a tracker around another tracker, such as a `ForwardingTracker`.
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
  /// destinations, and checks these as well. Create a wrapper that lets every event pass; for a sample, the rate is 1.
  ///
  /// - Parameters:
  ///   - expecting: The event that the wrapper makes of an event. By default, the wrapper changes no event.
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
