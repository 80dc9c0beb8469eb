import Testing
import Trackable
import TrackableTesting

/// Destinations written from the documentation alone: what a stranger gets wrong is found, and what is right passes.
@Suite struct DestinationsTests {
  @Test(arguments: Destination.wrongEvents + Destination.wrongUsers)
  func `A wrong destination is refused for the rules that it breaks, and for no other`(_ wrong: Destination) async {
    // A race does not show in each run beside other work; that it is lost in one of twenty is what an adopter sees.
    let isRace = wrong.broken == [.severalThreads]
    var failures: Set<TrackerConformance.Rule> = []
    for _ in 0..<(isRace ? 20 : 1) where failures.isEmpty {
      failures = await Set(TrackerConformance(makeTracker: wrong.make).brokenRules().map(\.rule))
    }
    #expect(failures == wrong.broken)
  }

  @Test func `Every rule is broken by some destination`() {
    let broken = (Destination.wrongEvents + Destination.wrongUsers).reduce(into: Set()) { $0.formUnion($1.broken) }
    // The last one is about wrappers: `WrapperConformanceTests`.
    #expect(broken.union([.everyRequirementIsForwarded]) == Set(TrackerConformance.Rule.allCases))
  }

  @Test(arguments: Destination.right)
  func `A right destination is accepted`(_ destination: Destination) async {
    let conformance = TrackerConformance(expecting: destination.expecting, makeTracker: destination.make)
    #expect(await conformance.failures() == [])
  }
}
