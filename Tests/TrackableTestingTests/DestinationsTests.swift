import Testing
import Trackable
import TrackableTesting

/// Destinations written from the documentation alone: what a stranger gets wrong is found, and what is right passes.
@Suite struct DestinationsTests {
  @Test(arguments: Destination.wrongEvents + Destination.wrongUsers)
  func `A wrong destination is refused for a rule that it breaks`(_ destination: Destination) async {
    let failures = await TrackerConformance(makeTracker: destination.make).brokenRules()
    #expect(!destination.broken.isDisjoint(with: failures.map(\.rule)), "\(failures)")
  }

  @Test(arguments: Destination.right)
  func `A right destination is accepted`(_ destination: Destination) async {
    let conformance = TrackerConformance(expecting: destination.expecting, makeTracker: destination.make)
    #expect(await conformance.failures() == [])
  }
}
