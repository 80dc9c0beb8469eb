import Testing
import Trackable
import TrackableTesting

/// Destinations written from the documentation alone: what a stranger gets wrong is found, and what is right passes.
@Suite struct DestinationsTests {
  private static let all = Destination.wrongEvents + Destination.wrongUsers + Destination.right

  @Test(arguments: all)
  func `A destination is refused for the rules that it breaks, and for no other`(_ destination: Destination) async {
    // A race does not show in each run beside other work; that it is lost in one of twenty is what an adopter sees.
    let isRace = destination.broken == [.severalThreads]
    var failures: Set<TrackerConformance.Rule> = []
    for _ in 0..<(isRace ? 20 : 1) where failures.isEmpty {
      let conformance = TrackerConformance(expecting: destination.expecting, makeTracker: destination.make)
      failures = await Set(conformance.brokenRules().map(\.rule))
    }
    #expect(failures == destination.broken)
  }

  @Test func `Every rule is broken by some destination`() {
    // The last one is about wrappers: `WrapperConformanceTests`.
    let broken = Self.all.reduce(into: Set([.everyRequirementIsForwarded])) { $0.formUnion($1.broken) }
    #expect(broken == Set(TrackerConformance.Rule.allCases))
  }

  @Test func `A failure explains itself`() async {
    let make = Destination("has no flush") { $0.onFlush = {} }.make
    #expect(
      await TrackerConformance(makeTracker: make).failures() == [
        "When 'flush()' returns, all earlier calls have arrived: an app calls it before it is suspended. "
          + "One event was tracked, and had not arrived when 'flush()' returned."
      ])
    for each in TrackerConformance.Rule.allCases { #expect(each.explanation.hasSuffix(".")) }
  }
}
