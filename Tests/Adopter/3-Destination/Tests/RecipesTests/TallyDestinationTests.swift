import Testing
import TrackableTesting

@testable import Recipes

@Suite struct TallyDestinationTests {
  @Test func `Tally keeps the promises of a destination`() async {
    let conformance = TrackerConformance { record in
      TallyDestination { record(.event(name: $0.name, properties: $0.properties)) }
    }
    #expect(await conformance.failures() == [])
  }
}
