import TestSupport
import Testing
import Trackable
import TrackableTesting

/// A tracker around another one that forgets something is found.
@Suite struct WrapperConformanceTests {
  /// It forwards everything but one requirement.
  struct Forgetting: AnalyticsEventTracker {
    let base: any AnalyticsEventTracker
    let forgotten: Requirement?

    private func forward(_ requirement: Requirement, _ call: (any AnalyticsEventTracker) -> Void) {
      if requirement != forgotten { call(base) }
    }
    var name: String { forgotten == .name ? "Forgetting" : base.name }
    func track(_ event: TrackedEvent) { forward(.track) { $0.track(event) } }
    func update(_ property: TrackedUserProperty) { forward(.update) { $0.update(property) } }
    func identify(_ user: TrackedUser) { forward(.identify) { $0.identify(user) } }
    func reset() { forward(.reset) { $0.reset() } }
    func report(_ error: any Error, at location: CodeLocation) { forward(.report) { $0.report(error, at: location) } }
    func purge() { forward(.purge) { $0.purge() } }
    func flush() async { if forgotten != .flush { await base.flush() } }
  }

  /// The one of the issue: it compiles, and swallows an opt-out.
  struct Wrapper: AnalyticsEventTracker {
    let base: any AnalyticsEventTracker
    func track(_ event: TrackedEvent) { base.track(event) }
  }

  private static func failures(
    _ wrap: @escaping @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker
  ) async -> [String] {
    await TrackerConformance.wrapping(wrap).brokenRules().map(\.observation)
  }

  @Test(arguments: Requirement.allCases)
  func `Each requirement that a wrapper forgets is a failure, and no other`(_ requirement: Requirement) async throws {
    let observations = await Self.failures { Forgetting(base: $0, forgotten: requirement) }
    try #require(observations.count == 1, "\(observations)")
    let name = "\(requirement)"
    #expect(observations[0].hasPrefix("'\(name)' "))
  }

  @Test func `The failures of a wrapper that only tracks name all that it swallows`() async {
    #expect(
      await TrackerConformance.wrapping { Wrapper(base: $0) }.failures()
        == [
          "'name' is 'Wrapper', which is the name of its type, instead of that of the tracker inside.",
          "'update' did not reach the tracker inside.", "'identify' did not reach the tracker inside.",
          "'reset' did not reach the tracker inside.", "'report' did not reach the tracker inside.",
          "'purge' did not reach the tracker inside.", "'flush' did not reach the tracker inside.",
        ].map {
          "A tracker around another one forwards every requirement: the user, a purge or a flush is not for it alone. The "
            + "defaults of ForwardingTracker do. " + $0
        })
  }

  @Test func `A requirement that reaches the tracker inside twice is a failure`() async {
    #expect(
      await Self.failures { $0.flatMap { [$0, $0] } }
        == ["'track' was called once, and reached the tracker inside 2 times."])
  }

  @Test func `A wrapper with the defaults of ForwardingTracker keeps all rules`() async {
    #expect(await Self.failures { Passing(base: $0) } == [])
    #expect(await Self.failures { Forgetting(base: $0, forgotten: nil) } == [])
    #expect(await Self.failures { $0.named("other").logged(log: { _ in }) } == [])
  }

  @Test func `A wrapper that forwards everything and loses an event is found by the rules for destinations`() async {
    let failures = await TrackerConformance.wrapping { base in
      base.filter { $0.properties["number"] != "number 7" }
    }.brokenRules()
    #expect(failures.map(\.rule) == [.everyEventArrivesOnce])
  }
}

extension WrapperConformanceTests {
  /// Looks at the value, which these do not have.
  @Test(arguments: [UserPropertyOperation.group(), .increment])
  func `A wrapper that swallows some user properties is found`(_ operation: UserPropertyOperation) async {
    let failures = await TrackerConformance.wrapping {
      $0.filterUserProperties {
        switch ($0.operation, operation) {
        case (.group, .group), (.increment, .increment): false
        default: true
        }
      }
    }.brokenRules()
    #expect(failures.map(\.rule) == [.everyRequirementIsForwarded])
    #expect(failures[0].observation.hasPrefix("'update' did not reach the tracker inside. It was the user property "))
  }
}
