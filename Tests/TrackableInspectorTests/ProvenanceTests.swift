import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@Suite struct ProvenanceTests {
  @Test func `A system with an inspector keeps who gave each property; one without does not`() throws {
    let recorder = RecordingTracker()
    let inspected = recorder.inspected(by: Inspector())
    for tracker in [
      recorder, inspected,
      // Also where other combinators are around it.
      inspected.renaming(.snakeCase).combined(with: NoOpTracker()),
    ] as [any AnalyticsEventTracker] {
      let (shelf, page) = (Shelf(), Page())
      page.setupTrackableChain(parent: shelf)
      TrackableSystem.withTracker(tracker) { page.track(Album.rated) }
      withExtendedLifetime(shelf) {}
    }
    #expect(recorder.events.map { $0.explanation?.entries.map(\.source.rank) } == [nil, [5], [5]])
  }

  @Test func `An event that is made anew on the way stays the same event of the page`() throws {
    let inspector = Inspector()
    let tracker = RecordingTracker(name: "Mixpanel").map { TrackedEvent(Album.closed, properties: $0.properties) }
    TrackableSystem.withTracker(tracker.inspected(by: inspector)) { Page().track(Album.rated) }
    let report = try ParsedReport(inspector.makeReport())
    #expect(report.entries.map(\.name) == [Album.rated.name])
    #expect(report.entries[0].to?.map(\.name) == [Album.closed.name])
  }

  @Test func `An inspector keeps no more than its limit, and no event keeps itself`() throws {
    final class Value: Sendable {}
    struct Held: AnalyticsEvent {
      let value: Value
      var name: String { "held" }
    }
    let inspector = Inspector(limit: 1)
    var value: Value? = Value()
    weak let isThere = value
    TrackableSystem.withTracker(NoOpTracker().inspected(by: inspector)) {
      if let value { Page().track(Held(value: value)) }
      value = nil
      #expect(isThere != nil)
      for _ in 1...4 { Page().track(Album.rated) }
    }
    #expect(isThere == nil)
    let report = try ParsedReport(inspector.makeReport())
    #expect(report.entries.count == 1 && report.dropped == 4)
  }
}
