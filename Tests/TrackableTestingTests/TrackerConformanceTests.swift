import TestSupport
import Testing
import Trackable
import TrackableTesting

@Suite struct TrackerConformanceTests {
  /// What single ones do: `TrackerLawTests` and `RequirementsTests`.
  @Test(arguments: [true, false])
  func `Trackers of the library around a destination keep its promises`(_ sendsAtOnce: Bool) async {
    let conformance = TrackerConformance(
      expecting: { event in
        var event = event.with(["mark" ~>> 1] + event.properties)
        event.name = event.name.uppercased()
        return event
      },
      makeTracker: { record in
        let destination: any AnalyticsEventTracker =
          sendsAtOnce ? SendingTracker(record: record) : BufferingTracker(record: record)
        return destination.named("a").renaming(events: .custom { $0.uppercased() }, keys: .path)
          .overridingProperties(with: ["mark" ~>> 1])
          .filter { _ in true }.combined(with: nil).logged(log: { _ in })
          .allowing(eventTypes: [TrackerConformance.Named.self, TrackerConformance.TracksWhenRead.self])
      })
    #expect(await conformance.failures() == [])
  }
}
