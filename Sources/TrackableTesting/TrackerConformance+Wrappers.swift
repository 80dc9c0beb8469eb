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
  /// If it forwards all of them, the rules for destinations are checked as well, around a destination that keeps them. Make a
  /// wrapper that lets everything pass: one that samples includes all events.
  ///
  /// - Parameters:
  ///   - expecting: What the wrapper makes of an event. The default is the event.
  ///   - wrap: Makes the wrapper around a tracker. Called for each rule and each requirement anew.
  public static func wrapping(
    expecting: @escaping @Sendable (TrackedEvent) -> TrackedEvent = { $0 },
    _ wrap: @escaping @Sendable (_ base: any AnalyticsEventTracker) -> any AnalyticsEventTracker
  ) -> TrackerConformance {
    var conformance = TrackerConformance(expecting: expecting) { wrap(BufferingTracker(record: $0)) }
    conformance.wrap = wrap
    return conformance
  }

  /// A failure for each requirement that a wrapper does not forward.
  func forgottenRequirements() async -> [Failure] {
    guard let wrap else { return [] }
    func failure(_ observation: String) -> Failure {
      Failure(rule: .everyRequirementIsForwarded, observation: observation)
    }
    var failures: [Failure] = []
    let base = Counting()
    let name = wrap(base).name
    // A wrapper may have a name of its own. This one has not been given.
    if name == String(describing: type(of: wrap(base))), name != base.name {
      failures.append(
        failure("'name' is '\(name)', which is the name of its type, instead of that of the tracker inside."))
    }
    let calls: [TrackerCall] = [
      .track(Self.event("forwarded")), .update(TrackedUserProperty(Member(value: "gold"))),
      .identify(TrackedUser("john")), .reset, .report(Broken(), CodeLocation()), .purge,
    ]
    for call in calls {
      let base = Counting()
      let wrapper = wrap(base)
      call.perform(on: wrapper)
      // One that keeps calls makes them now.
      await wrapper.flush()
      if let observation = base.observation(of: call.requirement) { failures.append(failure(observation)) }
    }
    let flushed = Counting()
    await wrap(flushed).flush()
    if let observation = flushed.observation(of: "flush") { failures.append(failure(observation)) }
    return failures
  }
}

extension TrackerCall {
  /// The requirement by which it is made.
  fileprivate var requirement: String {
    switch self {
    case .track: "track"
    case .update: "update"
    case .identify: "identify"
    case .reset: "reset"
    case .report: "report"
    case .purge: "purge"
    }
  }
}

/// Counts what reaches it.
private final class Counting: AnalyticsEventTracker {
  let name = "the tracker inside"
  private let counts = Lock<[String: Int]>([:])

  func track(_ event: TrackedEvent) { count("track") }
  func update(_ property: TrackedUserProperty) { count("update") }
  func identify(_ user: TrackedUser) { count("identify") }
  func reset() { count("reset") }
  func report(_ error: any Error, at location: CodeLocation) { count("report") }
  func purge() { count("purge") }
  func flush() async { count("flush") }

  private func count(_ requirement: String) { counts.withLock { $0[requirement, default: 0] += 1 } }

  /// What is wrong if it was called once.
  func observation(of requirement: String) -> String? {
    switch counts.withLock({ $0[requirement, default: 0] }) {
    case 0: "'\(requirement)' did not reach the tracker inside."
    case 1: nil
    case let count: "'\(requirement)' was called once, and reached the tracker inside \(count) times."
    }
  }
}
