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
      random.chance(50) ? recorder.renaming(.snakeCase).addingDefaults(["app" ~>> "test"]) : recorder
    try withRecordedTracking(through: { _ in through }) { _ in
      for _ in 0..<10 { random.track() }
      let parsed = try ParsedReport(recorder.makeReport(title: "Seed \(seed)"))
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
    #expect(entry.kind == "event")
    #expect(entry.name == event.name)
    #expect(entry.as == (event.base.name == event.name ? nil : event.base.name))
    #expect(entry.type == event.eventType.rawValue)
    #expect(entry.entity == event.entity)
    #expect(entry.time == event.timestamp.timeIntervalSince1970)
    let properties = (entry.properties ?? []).filter { $0.removed == nil }
    #expect(properties.map { report.keys[$0.key] } == event.properties.map(\.key.name))
    #expect(properties.map(\.value) == event.properties.map { ParsedReport.Value($0.value) })
    #expect(entry.explained == (event.explanation == nil ? nil : true))
    guard let explanation = event.explanation else { return #expect(properties.allSatisfy { $0.from == nil }) }
    for property in properties {
      let key = PropertyKey(stringLiteral: property.as.map { report.keys[$0] } ?? report.keys[property.key])
      let explained = explanation[key]
      #expect(property.added == (explained == nil ? true : nil))
      #expect(property.from.map { report.sources[$0].text } == explained?.source.description)
      #expect(property.from.map { report.sources[$0].rank } == explained?.source.rank)
      let overridden = property.over ?? []
      #expect(overridden.map(\.value) == (explained?.overridden ?? []).map { ParsedReport.Value($0.value) })
      #expect(
        overridden.map { $0.from.map { report.sources[$0].text } }
          == (explained?.overridden ?? []).map(\.source.description))
    }
    let leftOut = entry.leftOut ?? []
    #expect(leftOut.map { report.keys[$0.key] } == explanation.leftOut.map(\.entry.key.name))
    #expect(leftOut.map(\.value) == explanation.leftOut.map { ParsedReport.Value($0.entry.value) })
    #expect(leftOut.map(\.identity) == explanation.leftOut.map { $0.identity.map { ParsedReport.Value($0) } })
    #expect((entry.unread ?? []).map { report.sources[$0].text } == event.unread.map(\.description))
  }

  @Test func `A report shows what a tracker on the way has changed`() throws {
    let recorder = RecordingTracker()
    let through =
      recorder
      .map { event in
        var event = event
        event.properties[Keys.name] = "Changed"
        event.properties[Keys.year] = nil
        return event
      }
      .addingDefaults(["app" ~>> "test"])
    try withRecordedTracking(through: { _ in through }) { _ in
      Page().track(
        Album.rated,
        trackedProperties: [
          Keys.name ~>> "Imagine", Keys.year ~>> 1971, Keys.note ~>> [Keys.likes ~>> true],
          "list" ~>> TrackedValue.array([.properties([Keys.year ~>> 1])]),
        ])
      let report = try ParsedReport(recorder.makeReport())
      let properties = try #require(report.entries.first?.properties)
      func told(_ name: String) -> ParsedReport.Property? { properties.first { report.keys[$0.key].hasSuffix(name) } }
      #expect(told("name")?.value == ParsedReport.Value("Changed"))
      #expect(told("name")?.given == ParsedReport.Value("Imagine"))
      #expect(told("year")?.removed == true)
      #expect(told("year")?.value == nil)
      #expect(told("year")?.given == ParsedReport.Value(1971))
      #expect(told("app")?.added == true)
      #expect(told("app")?.from == nil)
      #expect(told("note")?.given == nil)
      #expect(told("list")?.given == nil)
      #expect(properties.count == 5)
    }
  }

  @Test func `Behind a renaming each property stands once, with its giver, and nothing counts as changed`() throws {
    let recorder = RecordingTracker()
    try withRecordedTracking(through: { _ in recorder.renaming(.snakeCase).renaming(.keepingLast(1)) }) { _ in
      let (shelf, page) = (Shelf(), Page())
      shelf.setupTrackableChain(trackedProperties: [Keys.year ~>> 1970, Keys.note ~>> [Keys.likes ~>> true]])
      page.setupTrackableChain(parent: shelf)
      page.track(Album.rated, trackedProperties: [Keys.year ~>> 1971])
      withExtendedLifetime(shelf) {}
      let report = try ParsedReport(recorder.makeReport())
      let properties = try #require(report.entries.first?.properties)
      #expect(properties.map { report.keys[$0.key] } == ["year", "note", "name"])
      #expect(properties.map { $0.as.map { report.keys[$0] } } == [Keys.year.name, Keys.note.name, Keys.name.name])
      #expect(properties.map { $0.from.map { report.sources[$0].rank } } == [1, 5, 5])
      #expect(properties.allSatisfy { $0.added == nil && $0.removed == nil && $0.given == nil })
      #expect(properties[0].over?.map(\.value) == [ParsedReport.Value(1970)])
    }
  }

  @Test func `An issue stands where it was reported, and stays unread`() throws {
    let handled = RecordingTracker()
    let (handler, entries) = try withRecordedTracking { outer in
      TrackableSystem.issueHandler = handled.record
      return try withRecordedTracking { recorder in
        Page().track(Album.opened)
        Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1, Keys.year ~>> 2])
        Page().track(Album.closed)
        return (handled, try ParsedReport(recorder.makeReport()).own)
      }
    }
    let position = try #require(entries.firstIndex { $0.kind == "issue" })
    #expect(entries[position].name == "duplicateKey")
    #expect(entries.count == 4)
    #expect(entries.first?.name == Album.opened.name)
    #expect(entries.last?.name == Album.closed.name)
    let issue = try #require(handler.issues.first)
    #expect(entries[position].message == issue.message)
    #expect(entries[position].remedy == issue.remedy)
    #expect(entries[position].at == issue.location.description)
  }

  @Test func `An issue stands behind the calls recorded before it, with its subject`() throws {
    let recorder = RecordingTracker()
    for event in [Album.opened, .rated, .closed] { recorder.track(TrackedEvent(event)) }
    let issue = TrackableIssue(
      kind: .cycle, message: "A cycle.", remedy: "open it.", location: CodeLocation(), subject: "Album")
    recorder.record(issue)
    let report = try ParsedReport(recorder.makeReport())
    #expect(report.entries.map(\.name) == [Album.opened.name, Album.rated.name, Album.closed.name, "cycle"])
    #expect(report.entries.last?.subject == "Album")
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

  @Test func `A report has the notes of its plan`() throws {
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
    #expect(try ParsedReport(recorder.makeReport()).notesByName == [:])
  }

  @Test func `A report says whether its calls were compared with a plan`() throws {
    let recorder = withRecordedTracking { recorder in
      Page().track(Album.rated)
      return recorder
    }
    #expect(try ParsedReport(recorder.makeReport(plan: TrackingPlan(observing: recorder))).plan == true)
    #expect(try ParsedReport(recorder.makeReport(plan: [.note(on: Keys.name, owner: "Growth")])).plan == nil)
    #expect(try ParsedReport(recorder.makeReport()).plan == nil)
  }

  @Test func `The same recording gives the same bytes`() {
    var random = SeededGenerator(seed: 1)
    let recorder = RecordingTracker()
    withRecordedTracking(through: { _ in recorder }) { _ in
      for _ in 0..<20 { random.track() }
      #expect(recorder.makeReport().html == recorder.makeReport().html)
    }
  }

  @Test func `A report is a file that can be written anew`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    let recorder = RecordingTracker()
    try recorder.makeReport(title: "Before").write(to: file)
    try recorder.makeReport(title: "After").write(to: file)
    #expect(try String(contentsOf: file, encoding: .utf8) == recorder.makeReport(title: "After").html)
    #expect(throws: (any Error).self) { try recorder.makeReport().write(to: file.appending(path: "below")) }
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
    for key in [Keys.name, .year, .likes, .note] where chance(40) { properties[key] = value(depth: 0) }
    if chance(30) { properties[ProjectKeys.pid] = .int(below(3)) }
    if chance(30) { properties[ProjectKeys.tags] = value(depth: 0) }
    return properties
  }

  private mutating func value(depth: Int) -> TrackedValue {
    switch below(depth > 2 ? 6 : 8) {
    case 0: .string(hostileText())
    case 1: .int(Int(truncatingIfNeeded: next()))
    case 2: .double(Double(below(1_000_000)) / 7)
    case 3: .bool(chance(50))
    case 4: .date(Date(timeIntervalSince1970: Double(below(2_000_000_000))))
    case 5: .null
    case 6: .array((0..<below(4)).map { _ in value(depth: depth + 1) })
    default: .properties([Keys.note ~>> value(depth: depth + 1), Keys.year ~>> below(3000)])
    }
  }
}
