import Foundation
import TestSupport
import Testing
import Trackable
import TrackableMemory
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

  @Test func `Chosen events pass once, all others always`() {
    let byType = recorder.once(per: .launch, Opened.self, Step.self)
    for _ in 0..<2 {
      for each: any AnalyticsEvent in [Opened(), Bought(), Step.first, Step.second] { byType.track(event(each)) }
    }
    #expect(names == ["Opened", "Bought", "first", "second", "Bought"])
    let byEvent = recorder.once(per: .launch, Step.first)
    for _ in 0..<2 { for each in [Step.first, .second] { byEvent.track(event(each)) } }
    #expect(Array(names.dropFirst(5)) == ["first", "second", "second"])
    let byClosure = recorder.once(per: .launch) { $0.name.hasSuffix("second") }
    for _ in 0..<2 { for each in [Step.first, .second] { byClosure.track(event(each)) } }
    #expect(Array(names.dropFirst(8)) == ["first", "second", "first"])
  }

  @Test func `They are counted by the value of a key, and no value counts as one`() {
    let tracker = recorder.once(per: .launch, Opened.self, by: "pid")
    for value: Int? in [1, 2, 1, nil, nil, 2, 3] { tracker.track(event(Opened(), ["pid" ~>> value])) }
    #expect(recorder.events.map { $0.properties["pid"] } == [1, 2, nil, 3])
  }

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

  @Test func `Once in a launch, and a day without a memory, ends with the process`() {
    for period in [OncePeriod.launch, .day] {
      let (first, again) = (recorder.once(per: period, Opened.self), recorder.once(per: period, Opened.self))
      for tracker in [first, again] as [any AnalyticsEventTracker] { for _ in 0..<2 { tracker.track(event(Opened())) } }
    }
    #expect(names.count == 4)
  }

  @Test func `A purge forgets, and a reset does not`() {
    let memory = OnceMemory(file: file)
    let tracker = recorder.once(per: .install(in: memory), Opened.self)
    let other = recorder.named("other").once(per: .install(in: memory), Opened.self)
    for each in [tracker, other] as [any AnalyticsEventTracker] { each.track(event(Opened())) }
    tracker.reset()
    tracker.track(event(Opened()))
    #expect(recorder.events.count == 2)
    tracker.purge()
    for each in [tracker, other] as [any AnalyticsEventTracker] { each.track(event(Opened())) }
    #expect(recorder.events.count == 3)
    // The next launch knows.
    recorder.once(per: .install(in: OnceMemory(file: file)), Opened.self).track(event(Opened()))
    #expect(recorder.events.count == 3)
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
    #expect(text.contains("in once.json: NSCocoaErrorDomain ") && !text.contains(file.path), "\(text)")
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

/// Random sequences of launches, kills, days and events, against a naive model: what has passed is a list.
@Suite struct OnceModelTests {
  private struct Model {
    struct Passed: Equatable {
      let rule: Int
      let name: String
      let value: Int?
      let launch: Int
      let day: Int
    }
    var passed: [Passed] = []

    /// Rule 0: once in a launch. 1: once a day. 2: once ever, by a key.
    mutating func passes(_ name: String, _ value: Int?, launch: Int, day: Int, rule: Int) -> Bool {
      let earlier = passed.last { $0.rule == rule && $0.name == name && (rule != 2 || $0.value == value) }
      let isKnown =
        switch rule {
        case 0: earlier?.launch == launch
        case 1: earlier?.day == day
        default: earlier != nil
        }
      if !isKnown { passed.append(Passed(rule: rule, name: name, value: value, launch: launch, day: day)) }
      return !isKnown
    }
  }

  @Test(arguments: 0..<SearchScale.times(40, long: 1_000))
  func `The same events pass as in a naive model`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = TemporaryFolder("/once.json")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: (random.below(25) - 12) * 3_600) ?? .gmt
    let seconds = calendar.timeZone.secondsFromGMT()
    var (model, expected, arrived) = (Model(), [String](), [String]())
    var time = 1_700_000_000 + random.below(100_000)
    for launch in 0..<6 {
      // The process before it has ended or was killed: it leaves nothing but the file.
      let recorder = RecordingTracker()
      let memory = OnceMemory(file: URL(filePath: folder.path))
      let trackers: [any AnalyticsEventTracker] = [
        recorder.once(per: .launch, Opened.self, Step.self).named("0"),
        recorder.once(per: .day(in: memory, calendar: calendar), Step.first, Step.second).named("1"),
        recorder.once(per: .install(in: memory), by: "pid") { $0.base is Step }.named("2"),
      ]
      for _ in 0..<random.below(20) {
        time += [0, 60, 3_600, 80_000, 200_000, -90_000][random.below(6)]
        let (rule, value) = (random.below(3), random.chance(30) ? nil : random.below(3))
        let event: any AnalyticsEvent = [Step.first, Step.second, Opened()][random.below(3)]
        let tracked = TrackedEvent(
          event, properties: ["pid" ~>> value], timestamp: Date(timeIntervalSince1970: Double(time)))
        let isChosen = rule == 0 || event is Step
        let day = Int((Double(time + seconds) / 86_400).rounded(.down))
        if !isChosen || model.passes(tracked.name, value, launch: launch, day: day, rule: rule) {
          expected.append("\(tracked.name) \(time)")
        }
        trackers[rule].track(tracked)
      }
      arrived += recorder.events.map { "\($0.name) \(Int($0.timestamp.timeIntervalSince1970))" }
    }
    #expect(arrived == expected)
  }
}
