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

@Suite struct OnceTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private static let berlin: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 3_600) ?? .gmt
    return calendar
  }()

  private let recorder = RecordingTracker()
  private let folder = TemporaryFolder("/app/once.json")
  private var file: URL { URL(filePath: folder.path) }

  private func event(_ event: some AnalyticsEvent, at time: Date = start, _ properties: TrackedProperties = [])
    -> TrackedEvent
  {
    TrackedEvent(event, properties: properties, timestamp: time)
  }

  private var names: [String] { recorder.events.map { String($0.name.split(separator: ".").last ?? "") } }

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

  @Test func `A day is that of the event's time in the calendar`() {
    let tracker = recorder.once(per: .day(in: OnceMemory(file: file), calendar: Self.berlin), Opened.self)
    // 2023-11-14 23:13:20 in Berlin.
    for hours: Double in [0, 0.5, 1, 12, 24, 25, 24 * 366] {
      tracker.track(event(Opened(), at: Self.start + hours * 3_600))
    }
    #expect(recorder.events.map { $0.timestamp.timeIntervalSince(Self.start) / 3_600 } == [0, 1, 25, 24 * 366])
  }

  @Test(arguments: [Calendar.Identifier.buddhist, .japanese, .hebrew, .islamicUmmAlQura, .chinese, .persian])
  func `A day is the same in every calendar system`(_ system: Calendar.Identifier) {
    var calendar = Calendar(identifier: system)
    calendar.timeZone = Self.berlin.timeZone
    for calendar in [Self.berlin, calendar] {
      let memory = OnceMemory(file: file)
      recorder.once(per: .day(in: memory, calendar: calendar), Opened.self).track(event(Opened()))
    }
    #expect(recorder.events.count == 1)
  }

  @Test func `Two memories of one file count together`() {
    let memories = [OnceMemory(file: file), OnceMemory(file: file)]
    let trackers = memories.map { recorder.once(per: .install(in: $0), Opened.self, Bought.self) }
    trackers[0].track(event(Opened()))
    trackers[1].track(event(Bought()))
    for tracker in trackers { for each: any AnalyticsEvent in [Opened(), Bought()] { tracker.track(event(each)) } }
    #expect(names == ["Opened", "Bought"])
  }

  @Test func `Once in a launch, and a day without a memory, ends with the process`() {
    for period in [OncePeriod.launch, .day] {
      let (first, again) = (recorder.once(per: period, Opened.self), recorder.once(per: period, Opened.self))
      for tracker in [first, again] as [any AnalyticsEventTracker] { for _ in 0..<2 { tracker.track(event(Opened())) } }
    }
    #expect(names.count == 4)
  }

  @Test func `In front of a gate, an event has had its turn although the gate drops it`() {
    let consent = Consent()
    let tracker = recorder.requiringConsent(.analytics, from: consent, whileUndecided: .drop)
      .once(per: .install(in: OnceMemory(file: file)), Opened.self)
    tracker.track(event(Opened()))
    consent.grant(.analytics)
    tracker.track(event(Opened()))
    #expect(recorder.events.isEmpty)
  }

  @Test func `A purge that cannot be written removes the file`() throws {
    let tracker = recorder.once(per: .install(in: OnceMemory(file: file)), Opened.self)
    tracker.track(event(Opened()))
    try FileManager.default.removeItem(at: file)
    // Nothing can be written in its place.
    try FileManager.default.createDirectory(at: file.appending(path: "inside"), withIntermediateDirectories: true)
    let issues = issues { tracker.purge() }
    #expect(issues.map(\.kind) == [.memoryUnusable])
    #expect(!FileManager.default.fileExists(atPath: file.path))
    for _ in 0..<2 { tracker.track(event(Opened())) }
    #expect(recorder.events.count == 2)
  }

  @Test func `Trackers of one name are told apart`() {
    func launch() {
      let memory = OnceMemory(file: file)
      let trackers: [any AnalyticsEventTracker] = [
        recorder.once(per: .install(in: memory), Opened.self), recorder.once(per: .install(in: memory), Opened.self),
      ]
      for tracker in trackers { tracker.track(event(Opened())) }
    }
    launch()
    #expect(recorder.events.count == 2)
    launch()
    #expect(recorder.events.count == 2)
  }

  @Test func `Of several threads at once, one event passes`() async {
    let (tracker, event) = (recorder.once(per: .launch, Opened.self), event(Opened()))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<50 { tracker.track(event) } } }
    }
    #expect(recorder.events.count == 1)
  }

  @Test func `The file has an event before the event passes`() throws {
    let (file, seen) = (file, Shared<[Bool]>([]))
    let tracker = ClosureTracker { _ in seen.withLock { $0.append(FileManager.default.fileExists(atPath: file.path)) } }
      .once(per: .install(in: OnceMemory(file: file)), Opened.self)
    tracker.track(event(Opened()))
    #expect(seen.value == [true])
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["once.json"])
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

  @Test func `A file that cannot be read is one issue, is not replaced, and is read when it can be`() throws {
    // A folder in its place can be neither read nor written.
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    let issues = try issues {
      let tracker = recorder.once(per: .install(in: OnceMemory(file: file)), Opened.self, Bought.self, Step.self)
      for _ in 0..<3 { tracker.track(event(Opened())) }
      #expect(names == ["Opened"])
      try FileManager.default.removeItem(at: file)
      recorder.once(per: .install(in: OnceMemory(file: file)), Bought.self).track(event(Bought()))
      #expect(names == ["Opened", "Bought"])
      for _ in 0..<3 {
        for each: any AnalyticsEvent in [Opened(), Bought(), Step.first] { tracker.track(event(each)) }
      }
      #expect(names == ["Opened", "Bought", "first"])
    }
    #expect(issues.map(\.kind) == [.memoryUnusable])
    let text = issues.map(\.description).joined()
    #expect(
      text.contains("cannot read once.json: NSCocoaErrorDomain ") && !text.contains(file.path), "\(text)")
    recorder.once(per: .install(in: OnceMemory(file: file)), Opened.self, Bought.self).track(event(Opened()))
    #expect(recorder.events.count == 3)
  }

  @Test func `A file of something else is one issue, and is replaced`() throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: file)
    let issues = issues {
      for _ in 0..<2 { recorder.once(per: .install(in: OnceMemory(file: file)), Opened.self).track(event(Opened())) }
    }
    #expect(issues.map(\.kind) == [.memoryUnusable])
    #expect(recorder.events.count == 1)
  }
}
