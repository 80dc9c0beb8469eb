import TestSupport
import Testing
import Trackable
import TrackableTesting

/// A tracker around another one that forgets something is found.
@Suite struct WrapperConformanceTests {
  /// It compiles, and swallows an opt-out.
  struct Wrapper: AnalyticsEventTracker {
    let base: any AnalyticsEventTracker
    func track(_ event: TrackedEvent) { base.track(event) }
  }

  private static func failures(
    _ wrap: @escaping @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker
  ) async -> [String] {
    await TrackerConformance.wrapping(wrap).brokenRules().map(\.observation)
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

  @Test func `An event that reaches the tracker inside twice, or not at all, is a failure`() async {
    #expect(await Self.failures { $0.filter { _ in false } } == ["'track' did not reach the tracker inside."])
    #expect(
      await Self.failures { $0.flatMap { [$0, $0] } }
        == ["'track' was called once, and reached the tracker inside 2 times."])
  }

  @Test func `A wrapper that forwards everything under another name keeps all rules`() async {
    #expect(await Self.failures { Passing(base: $0).named("other") } == [])
  }

  @Test func `A wrapper that forwards everything and loses an event is found by the rules for destinations`() async {
    let failures = await TrackerConformance.wrapping { base in
      base.filter { $0.properties["number"] != "number 7" }
    }.brokenRules()
    #expect(failures.map(\.rule) == [.everyEventArrivesOnce])
  }

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
