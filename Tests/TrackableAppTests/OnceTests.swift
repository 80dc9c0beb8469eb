import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableTesting

private struct Opened: AnalyticsEvent {
  var properties: TrackedProperties { ["other" ~>> 1] }
}
private struct Bought: AnalyticsEvent {}
private enum Step: String, Event { case first, second }

/// What the random launches of `OnceModelTests` do not show.
@Suite struct OnceTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)

  private let recorder = RecordingTracker()
  private let folder = TemporaryFolder("/app/once.json")
  private var file: URL { URL(filePath: folder.path) }
  /// A new one, as of another launch, unless an earlier one is there still.
  private var install: OncePeriod { .install(in: OnceMemory(file: file)) }

  private func event(_ event: some AnalyticsEvent, at time: Date = start, _ properties: TrackedProperties = [])
    -> TrackedEvent
  {
    TrackedEvent(event, properties: properties, timestamp: time)
  }

  private var names: [String] { recorder.events.map { String($0.name.split(separator: ".").last ?? "") } }

  // MARK: What holds for the combinators of the core, whose `RequirementsTests` has the table

  private static let forms = ["of types", "of events", "of a closure"]

  private func tracker(_ form: String, around base: some AnalyticsEventTracker) -> any AnalyticsEventTracker {
    switch form {
    case "of types": base.once(per: .launch, Sample.PaymentSent.self)
    case "of events": base.once(per: .day, Sample.PaymentSent(), by: "b")
    default: base.once(per: .launch) { _ in true }
    }
  }

  @Test(arguments: forms, Requirement.allCases)
  func `Every requirement goes through once, to a tracker of the same name`(
    _ form: String, _ requirement: Requirement
  ) async {
    let log = CallLog()
    let tracker = tracker(form, around: log.tracker("leaf"))
    #expect(tracker.name == "leaf")
    await requirement.send(to: tracker)
    #expect(log.calls == (requirement.arrival.map { [$0] } ?? []))
  }

  // MARK: What counts

  @Test func `They are counted by a key as it is in code, also behind a renaming`() {
    enum Item: String, Key { case id }
    let tracker = recorder.once(per: .launch, Bought.self, by: Item.id).renaming(.snakeCase)
    for number in [1, 2, 1] { tracker.track(event(Bought(), [Item.id ~>> number])) }
    #expect(recorder.events.count == 2)
  }

  @Test func `To count by a sensitive key is an issue`() {
    enum Secret: String, SensitiveKey { case email }
    let found = issues { _ = recorder.once(per: .launch, Bought.self, by: Secret.email) }
    #expect(found.map(\.kind) == [.valueDoesNotFit])
  }

  @Test func `A time that is none has a day as well`() {
    let tracker = recorder.once(per: .day, Bought.self)
    for time in [Double.nan, .infinity] {
      tracker.track(event(Bought(), at: Date(timeIntervalSinceReferenceDate: time)))
    }
    #expect(recorder.events.count == 1)
  }

  @Test(arguments: [Calendar.Identifier.buddhist, .japanese, .hebrew, .islamicUmmAlQura, .chinese, .persian])
  func `A day is the same in every calendar system`(_ system: Calendar.Identifier) {
    for identifier in [.gregorian, system] {
      var calendar = Calendar(identifier: identifier)
      calendar.timeZone = .gmt
      let period = OncePeriod.day(in: OnceMemory(file: file), calendar: calendar)
      recorder.once(per: period, Opened.self).track(event(Opened()))
    }
    #expect(recorder.events.count == 1)
  }

  @Test func `Trackers of one name are told apart, in each launch`() {
    for _ in 0..<2 {
      let period = install
      let trackers = (0..<2).map { _ in recorder.once(per: period, Opened.self) }
      for tracker in trackers { tracker.track(event(Opened())) }
      #expect(recorder.events.count == 2)
    }
  }

  @Test func `Of several threads at once, one event passes`() {
    let (tracker, event) = (recorder.once(per: .launch, Opened.self), event(Opened()))
    _ = onThreads(8) { _ in for _ in 0..<50 { tracker.track(event) } }
    #expect(recorder.events.count == 1)
  }

  @Test func `A thousand are remembered, then those that passed first are forgotten`() {
    let tracker = recorder.once(per: .launch, Opened.self, by: "pid")
    func track(_ number: Int) { tracker.track(event(Opened(), ["pid" ~>> number])) }
    for number in 0...1_000 { track(number) }
    track(1)
    #expect(recorder.events.count == 1_001)
    track(0)
    #expect(recorder.events.count == 1_002)
  }

  // MARK: The file

  @Test func `The file has an event before the event passes`() throws {
    let (file, seen) = (file, Shared<[Bool]>([]))
    let tracker = ClosureTracker { _ in seen.withLock { $0.append(FileManager.default.fileExists(atPath: file.path)) } }
      .once(per: install, Opened.self)
    tracker.track(event(Opened()))
    #expect(seen.value == [true])
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["once.json"])
  }

  @Test func `A purge that cannot be written removes the file`() throws {
    let tracker = recorder.once(per: install, Opened.self)
    tracker.track(event(Opened()))
    try FileManager.default.removeItem(at: file)
    // Nothing can be written in its place.
    try FileManager.default.createDirectory(at: file.appending(path: "inside"), withIntermediateDirectories: true)
    #expect(issues { tracker.purge() }.map(\.kind) == [.memoryUnusable])
    #expect(!FileManager.default.fileExists(atPath: file.path))
    for _ in 0..<2 { tracker.track(event(Opened())) }
    #expect(recorder.events.count == 2)
  }

  @Test func `A file that cannot be read is one issue, is not replaced, and is read when it can be`() throws {
    // A folder in its place can be neither read nor written.
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    let issues = try issues {
      let tracker = recorder.once(per: install, Opened.self, Bought.self, Step.self)
      for _ in 0..<3 { tracker.track(event(Opened())) }
      #expect(names == ["Opened"])
      try FileManager.default.removeItem(at: file)
      // Two memories of one file count together.
      recorder.once(per: install, Bought.self).track(event(Bought()))
      for _ in 0..<3 {
        for each: any AnalyticsEvent in [Opened(), Bought(), Step.first] { tracker.track(event(each)) }
      }
      #expect(names == ["Opened", "Bought", "first"])
    }
    #expect(issues.map(\.kind) == [.memoryUnusable])
    let text = issues.map(\.description).joined()
    #expect(text.contains("cannot read once.json: NSCocoaErrorDomain ") && !text.contains(file.path), "\(text)")
    recorder.once(per: install, Opened.self, Bought.self).track(event(Opened()))
    #expect(recorder.events.count == 3)
  }

  @Test func `A file of something else is one issue, and is replaced`() throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: file)
    let issues = issues { for _ in 0..<2 { recorder.once(per: install, Opened.self).track(event(Opened())) } }
    #expect(issues.map(\.kind) == [.memoryUnusable])
    #expect(recorder.events.count == 1)
  }
}
