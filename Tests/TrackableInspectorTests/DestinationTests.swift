import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableInspector
import TrackableTesting

@Suite struct DestinationTests {
  /// What the page says of the only event.
  private func arrivals(_ inspector: Inspector) throws -> (ParsedReport, [ParsedReport.Arrival]) {
    let report = try ParsedReport(inspector.makeReport())
    return (report, try #require(report.entries.first { $0.kind == "event" }?.to))
  }

  @Test func `An event is renamed, completed and left out by name`() throws {
    let inspector = Inspector()
    let (mixpanel, ads, audit) = (
      RecordingTracker(name: "Mixpanel"), RecordingTracker(name: "Ads"), RecordingTracker(name: "Audit")
    )
    let tracker = mixpanel.renaming(.snakeCase).addingDefaults(["app" ~>> "test"]).prohibiting(keys: [Keys.note])
      .combined(with: ads.prohibiting(events: [Album.rated])).combined(with: audit)
    TrackableSystem.withTracker(tracker.inspected(by: inspector)) {
      Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1971, Keys.note ~>> "private"])
    }
    let (report, arrivals) = try arrivals(inspector)
    #expect(arrivals.map { report.keys[$0.to] } == ["Mixpanel", "Ads", "Audit"])
    let there = arrivals[0]
    #expect(there.name == mixpanel.events[0].name && there.fate == nil)
    #expect(there.renamed?.map { report.keys[$0] } == ["renaming"])
    let rows: [[String]] = (there.properties ?? []).map { row in
      [report.keys[row.key], row.what ?? "", row.by.map { report.keys[$0] } ?? "", row.value?.text ?? ""]
    }
    let keys = mixpanel.events[0].properties.map(\.key.name)
    let expected: [[String]] = [
      [keys[0], "", "", ""], [keys[1], "added", "addingDefaults", "test"],
      [Keys.note.name, "removed", "prohibiting", ""],
    ]
    #expect(rows == expected)
    #expect(arrivals[1].fate == "left out" && arrivals[1].by.map { report.keys[$0] } == "prohibiting")
    #expect(arrivals[2].fate == nil && arrivals[2].name == Album.rated.name)
    #expect(arrivals[2].properties?.allSatisfy { $0.what == nil } == true)
  }

  @Test func `A gate holds an event until it is opened, and refuses it when it is closed`() throws {
    let inspector = Inspector()
    let (gate, closed) = (TrackerGate("the configuration arrived"), TrackerGate("never"))
    closed.close()
    let (mixpanel, ads) = (RecordingTracker(name: "Mixpanel"), RecordingTracker(name: "Ads"))
    let tracker = mixpanel.renaming(.snakeCase).holding(until: gate).combined(with: ads.holding(until: closed))
      .inspected(by: inspector)
    TrackableSystem.withTracker(tracker) { Page().track(Album.rated) }
    var (report, there) = try arrivals(inspector)
    #expect(there.map(\.fate) == ["held", "refused"])
    #expect(there.map { $0.by.map { report.keys[$0] } } == ["the configuration arrived", "never"])
    gate.open()
    (report, there) = try arrivals(inspector)
    #expect(there.map(\.fate) == [nil, "refused"])
    #expect(there[0].name == mixpanel.events.first?.name)
  }

  @Test func `What a denial dropped stays refused, also after the user has agreed`() throws {
    let (inspector, consent) = (Inspector(), Consent([.analytics: .denied]))
    let mixpanel = RecordingTracker(name: "Mixpanel")
    let tracker = mixpanel.requiringConsent(.analytics, from: consent).combined(with: RecordingTracker())
    TrackableSystem.withTracker(tracker.inspected(by: inspector)) {
      Page().track(Album.rated)
      consent.grant(.analytics)
    }
    let (report, there) = try arrivals(inspector)
    #expect(mixpanel.events.isEmpty)
    #expect(there.map(\.fate) == ["refused", nil])
    #expect(there[0].by.map { report.keys[$0] } == "the user agreed to analytics")
  }

  @Test func `A destination in a hub was handed the event by no more than the queue, and one outside got it`() throws {
    let inspector = Inspector()
    let (mixpanel, audit) = (RecordingTracker(name: "Mixpanel"), RecordingTracker(name: "Audit"))
    // A hub that has not started delivers nothing.
    let hub = TrackerHub([mixpanel.renaming(.snakeCase).inspected(by: inspector)])
    TrackableSystem.withTracker(hub.combined(with: audit).inspected(by: inspector)) { Page().track(Album.rated) }
    let (report, there) = try arrivals(inspector)
    #expect(mixpanel.events.isEmpty && audit.events.count == 1)
    #expect(there.map { report.keys[$0.to] } == ["TrackerHub", "Audit", "Mixpanel"])
    #expect(there.map(\.handedOver) == [true, nil, true])
    #expect(there.allSatisfy { $0.fate == nil })
  }

  @Test func `A hub's destinations are those of the event outside, and no call is recorded twice`() async throws {
    let inspector = Inspector()
    let recorder = RecordingTracker(name: "Mixpanel")
    let hub = TrackerHub([recorder.renaming(.snakeCase).inspected(by: inspector)])
    hub.start()
    await TrackableSystem.withTracker(hub.inspected(by: inspector)) {
      Page().track(Album.rated)
      TrackableSystem.identify("john")
      await hub.shutdown(timeout: .seconds(300))
    }
    let (report, arrivals) = try arrivals(inspector)
    #expect(report.entries.map(\.kind).filter { $0 != "account" } == ["event", "identify"])
    #expect(arrivals.map { report.keys[$0.to] } == ["TrackerHub", "Mixpanel"])
    #expect(arrivals.map(\.name) == [Album.rated.name, recorder.events.first?.name])
  }

  @Test(arguments: 0..<60) func `The page says of each destination what its recorder got`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let inspector = Inspector()
    let recorders = (0..<3).map { RecordingTracker(name: "\($0)") }
    let trackers = recorders.map { random.combined($0) }
    let tracker = random.combined(CombinedTracker(trackers))
    TrackableSystem.withTracker(tracker.inspected(by: inspector)) {
      for _ in 0..<5 {
        Page().track(
          random.chance(50) ? Album.rated : .opened,
          trackedProperties: [Keys.year ~>> random.below(9), Keys.note ~>> "x", Keys.likes ~>> random.chance(50)])
      }
    }
    let report = try ParsedReport(inspector.makeReport())
    #expect(report.entries.count == 5)
    for recorder in recorders {
      let arrivals = report.entries.flatMap { entry in
        (entry.to ?? []).filter { report.keys[$0.to] == recorder.name && $0.fate == nil }.map { (entry, $0) }
      }
      #expect(arrivals.map { $0.1.name } == recorder.events.map(\.name))
      for ((entry, arrival), event) in zip(arrivals, recorder.events) {
        let rows = (arrival.properties ?? []).filter { $0.what != "removed" }
        #expect(rows.map { report.keys[$0.key] } == event.properties.map(\.key.name))
        let values = rows.map { row in row.value ?? entry.properties?.first { $0.key == row.as ?? row.key }?.value }
        #expect(values == event.properties.map { ParsedReport.Value($0.value) })
      }
    }
  }

  @Test func `An inspector forgets no requirement of a tracker`() async {
    #expect(await TrackerConformance.wrapping { $0.inspected(by: Inspector()) }.failures() == [])
  }
}

extension SeededGenerator {
  /// A tracker behind random combinators.
  fileprivate mutating func combined(_ tracker: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
    var tracker = tracker
    for _ in 0..<below(4) {
      tracker =
        switch below(7) {
        case 0: CombinedTracker(tracker.renaming(.snakeCase))
        case 1: CombinedTracker(tracker.renaming(events: .keepingLast(1), keys: .keepingLast(2)))
        case 2: CombinedTracker(tracker.addingDefaults(["app \(below(3))" ~>> "test"]))
        case 3: CombinedTracker(tracker.prohibiting(keys: [Keys.note]))
        case 4: CombinedTracker(tracker.prohibiting(events: [Album.opened]))
        case 5: CombinedTracker(tracker.overridingProperties(with: [Keys.year ~>> 1900]))
        default:
          CombinedTracker(
            tracker.map { event in
              var event = event
              event.properties["mapped"] = "yes"
              return event
            })
        }
    }
    return tracker
  }
}
