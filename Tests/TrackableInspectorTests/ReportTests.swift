import Foundation
import TestSupport
import Testing
import Trackable
import TrackableInspector
import TrackablePlan
import TrackableTesting

@Suite struct ReportTests {
  @Test(arguments: 0..<40) func `A report has each recorded call, and no other`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let recorder = RecordingTracker()
    let through: any AnalyticsEventTracker =
      switch random.below(4) {
      case 0: recorder
      case 1: recorder.renaming(.snakeCase).addingDefaults(["app" ~>> "test"])
      case 2: recorder.renaming(.snakeCase).renaming(.keepingLast(1))
      default:
        recorder.map { event in
          var event = event
          event.properties[Keys.name] = "changed"
          event.properties[Keys.year] = nil
          return event
        }
      }
    try withRecordedTracking(through: { _ in through }) { _ in
      for _ in 0..<10 { random.track() }
      let report = recorder.makeReport(title: "Seed \(seed)")
      #expect(report.html == recorder.makeReport(title: "Seed \(seed)").html)
      let parsed = try ParsedReport(report)
      #expect(parsed.title == "Seed \(seed)")
      #expect(parsed.entries.count == recorder.deliveries.count)
      for (entry, delivery) in zip(parsed.entries, recorder.deliveries) {
        #expect(entry.at == delivery.location?.description)
        guard case .track(let event) = delivery else { continue }
        expect(entry, toBe: event, in: parsed)
      }
    }
  }

  private func expect(_ entry: ParsedReport.Entry, toBe event: TrackedEvent, in report: ParsedReport) {
    func name(_ property: ParsedReport.Property) -> String { report.keys[property.key] }
    #expect(entry.kind == "event")
    #expect(entry.name == event.name)
    #expect(entry.as == (event.base.name == event.name ? nil : event.base.name))
    #expect(entry.type == event.eventType.rawValue)
    #expect(entry.entity == event.entity)
    #expect(entry.time == event.timestamp.timeIntervalSince1970)
    let properties = (entry.properties ?? []).filter { $0.removed == nil }
    #expect(properties.map(name) == event.properties.map(\.key.name))
    #expect(properties.map(\.value) == event.properties.map { ParsedReport.Value($0.value) })
    #expect(entry.explained == (event.explanation == nil ? nil : true))
    guard let explanation = event.explanation else { return #expect(properties.allSatisfy { $0.from == nil }) }
    for property in properties {
      let explained = explanation[PropertyKey(stringLiteral: property.as.map { report.keys[$0] } ?? name(property))]
      #expect(property.added == (explained == nil ? true : nil))
      // A nested key that was renamed is no change.
      let isChanged = property.value == ParsedReport.Value("changed") && explained?.value != "changed"
      #expect(property.given == (isChanged ? explained.map { ParsedReport.Value($0.value) } : nil))
      #expect(property.from.map { report.sources[$0].text } == explained?.source.description)
      #expect(property.from.map { report.sources[$0].rank } == explained?.source.rank)
      let overridden = property.over ?? []
      #expect(overridden.map(\.value) == (explained?.overridden ?? []).map { ParsedReport.Value($0.value) })
      #expect(
        overridden.map { $0.from.map { report.sources[$0].text } }
          == (explained?.overridden ?? []).map(\.source.description))
    }
    let removed = (entry.properties ?? []).filter { $0.removed == true }
    let gone = explanation.entries.filter { entry in
      entry.key.name == Keys.year.name && !event.properties.contains { $0.key.isMeant(by: entry.key) }
    }
    #expect(removed.map(name) == gone.map(\.key.name) && removed.allSatisfy { $0.value == nil })
    #expect(removed.map(\.given) == gone.map { ParsedReport.Value($0.value) })
    let leftOut = entry.leftOut ?? []
    #expect(leftOut.map(name) == explanation.leftOut.map(\.entry.key.name))
    #expect(leftOut.map(\.value) == explanation.leftOut.map { ParsedReport.Value($0.entry.value) })
    #expect(leftOut.map(\.identity) == explanation.leftOut.map { $0.identity.map { ParsedReport.Value($0) } })
    #expect((entry.unread ?? []).map { report.sources[$0].text } == event.unread.map(\.description))
  }

  @Test func `An issue stands where it was reported, with its subject, and stays unread`() throws {
    let handled = RecordingTracker()
    let entries = try withRecordedTracking { outer in
      TrackableSystem.issueHandler = handled.record
      return try withRecordedTracking { recorder in
        Page().track(Album.opened)
        Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1, Keys.year ~>> 2])
        Page().track(Album.closed)
        recorder.record(
          TrackableIssue(kind: .cycle, message: "", remedy: "", location: CodeLocation(), subject: "Album"))
        return try ParsedReport(recorder.makeReport()).own
      }
    }
    let issue = try #require(handled.issues.first)
    try #require(entries.count == 5)
    #expect(entries[0].name == Album.opened.name && entries[3].name == Album.closed.name)
    let told = try #require(entries[1...2].first { $0.kind == "issue" })
    #expect(told.name == "duplicateKey" && told.message == issue.message && told.remedy == issue.remedy)
    #expect(told.at == issue.location.description)
    #expect(entries[4].name == "cycle" && entries[4].subject == "Album")
  }

  @Test func `A place from which calls went astray is one issue of the report, at its end`() throws {
    try withRecordedTracking { recorder in
      for _ in 1...2 { _ = onThreads(1) { _ in Page().track(Album.played) } }
      Page().track(Album.rated)
      let entries = try ParsedReport(recorder.makeReport()).entries
      // Other tests that run at the same time may add theirs.
      #expect(entries.count { $0.name == "trackedAstray" && $0.message?.contains("Album.played") == true } == 1)
      #expect(entries.first?.name == Album.rated.name)
    }
  }

  @Test func `A report has the notes of its plan, and says whether its calls were compared with one`() throws {
    let recorder = RecordingTracker()
    let plan: TrackingPlan = [
      .note(on: [Album.rated], "A user rates an album.", owner: "Growth", expires: "2027-06-30"),
      .note(on: Keys.year, values: [1971]), .note(on: Keys.name, owner: "</script>"),
    ]
    let report = recorder.makeReport(plan: plan)
    #expect(
      try ParsedReport(report).notesByName == [
        Album.rated.name: "A user rates an album. Owner: Growth. Until 2027-06-30.", Keys.year.name: "One of 1971.",
        Keys.name.name: "Owner: </script>.",
      ])
    #expect(report.html == recorder.makeReport(plan: [plan, plan]).html)
    let none = try ParsedReport(recorder.makeReport())
    #expect(none.notesByName == [:] && none.plan == nil)
    #expect(try ParsedReport(report).plan == nil)
    #expect(try ParsedReport(recorder.makeReport(plan: .event(Album.rated))).plan == true)
  }

}

extension SeededGenerator {
  /// Tracks an event on a chain that says random things.
  fileprivate mutating func track() {
    let (parent, child) = (Shelf(), Page())
    parent.setupTrackableChain(trackedProperties: properties())
    child.setupTrackableChain(trackedProperties: properties(), parent: parent)
    if chance(20) { TrackableSystem.identify("john", traits: properties()) }
    let event = Album.opened
    withTrackedProperties(properties()) { child.track(event, trackedProperties: properties()) }
    withExtendedLifetime(parent) {}
  }

  private mutating func properties() -> TrackedProperties {
    var properties: TrackedProperties = []
    for key in [Keys.name, .year, .likes, .note] where chance(40) { properties[key] = value(depth: 3) }
    if chance(30) { properties[ProjectKeys.pid] = .int(below(3)) }
    if chance(30) { properties[ProjectKeys.tags] = value(depth: 3) }
    return properties
  }
}
