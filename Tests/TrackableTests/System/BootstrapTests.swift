import Foundation
import TestSupport
import Testing
import Trackable

private struct Numbered: AnalyticsEvent {
  let number: Int
  var name: String { "event \(number)" }
}

private struct Failure: Error {}

/// Tracks `reply` the first time it receives anything.
private final class Answering: AnalyticsEventTracker {
  let recorder = RecordingTracker.plain()
  let onFirst: @Sendable () -> Void
  private let isFirst = Lock(true)

  init(onFirst: @escaping @Sendable () -> Void) { self.onFirst = onFirst }

  func track(_ event: TrackedEvent) {
    recorder.track(event)
    let first = isFirst.withLock { first in
      defer { first = false }
      return first
    }
    if first { onFirst() }
  }
}

/// Changes the user again at each change that it hears of, nearly without end.
private final class Echo: AnalyticsEventTracker {
  static let end = 3_000_000
  let count = Lock(0)
  let user = Lock("")
  private let identifyNext: @Sendable (Int) -> Void

  init(identifyNext: @escaping @Sendable (Int) -> Void) { self.identifyNext = identifyNext }

  func track(_ event: TrackedEvent) {}

  func identify(_ user: TrackedUser) {
    self.user.withLock { $0 = user.id }
    let number = count.withLock { number in
      number += 1
      return number
    }
    if number < Self.end { identifyNext(number) }
  }
}

/// Takes a moment to compute its properties.
private final class Slow: TrackableClass, @unchecked Sendable {
  var asked = Date.distantPast

  var trackedProperties: TrackedProperties {
    asked = Date()
    while Date() <= asked {}
    return []
  }
}

@Suite struct BootstrapTests {
  private let issues = RecordingTracker.plain()

  /// Runs `operation` in a system before its bootstrap.
  private func unbootstrapped(_ operation: (ScopedSystem) -> Void) {
    let scoped = ScopedSystem.closed(issues: issues)
    scoped.run { operation(scoped) }
  }

  @Test func `Calls from before the bootstrap arrive in order, with their times`() {
    let recorder = RecordingTracker.plain()
    unbootstrapped { _ in
      let before = Date()
      for number in 0..<3 { Plain().track(Numbered(number: number)) }
      let after = Date()
      while Date() <= after {}
      #expect(recorder.events.isEmpty)
      TrackableSystem.bootstrap(recorder)
      expect(recorder.events.map(\.name), is: ["event 0", "event 1", "event 2"])
      #expect(recorder.events.allSatisfy { $0.timestamp >= before && $0.timestamp <= after })
      Plain().track(Numbered(number: 3))
      expect(recorder.events.map(\.name), is: ["event 0", "event 1", "event 2", "event 3"])
    }
    expect(issues.issues.map(\.description), is: [])
  }

  @Test func `The time is that of the call, and not of the evaluation`() {
    let recorder = RecordingTracker.plain()
    let slow = Slow()
    TrackableSystem.withTracker(recorder) { slow.track(TopLevelEvent()) }
    #expect(recorder.events.allSatisfy { $0.timestamp <= slow.asked })
    expect(recorder.events.count, is: 1)
  }

  @Test func `Every kind of delivery is held and replayed`() {
    let recorder = RecordingTracker.plain()
    unbootstrapped { _ in
      TrackableSystem.identify("john")
      TrackableSystem.track(Numbered(number: 1))
      Plain().updateUserProperty(Level(value: 2))
      TrackableSystem.report(Failure(), fileID: "App/File.swift", line: 3)
      TrackableSystem.reset()
      TrackableSystem.bootstrap(recorder)
      TrackableSystem.identify("paul")
    }
    expect(
      recorder.calls,
      is: [
        "identify john", "track event 1 []", "update TrackableTests.Level: 2", "report Failure() at App/File.swift:3",
        "reset", "identify paul",
      ])
  }

  @Test(arguments: [9_999, 10_000, 10_001, 12_500])
  func `The system holds the last ten thousand calls, and counts those that it drops`(count: Int) {
    let recorder = RecordingTracker.plain()
    var (line, tracked) = (0, 0)
    unbootstrapped { _ in
      for number in 0..<count { Plain().track(Numbered(number: number)) }; tracked = #line
      TrackableSystem.bootstrap(recorder); line = #line
    }
    let dropped = max(0, count - 10_000)
    expect(recorder.events.map(\.name), is: (dropped..<count).map { "event \($0)" })
    expect(
      issues.issues.map(\.description),
      is: (dropped == 0
        ? []
        : [
          "TrackableTests/BootstrapTests.swift:\(tracked): 10000 calls or 4 MB wait for TrackableSystem.bootstrap; "
            + "the oldest ones are dropped. To fix this, call TrackableSystem.bootstrap earlier, before the app tracks that "
            + "much.",
          "TrackableTests/BootstrapTests.swift:\(line): \(dropped) calls that waited for the bootstrap were "
            + "dropped, the oldest ones: at most 10000 are held, or 4 MB. To fix this, call TrackableSystem.bootstrap earlier, "
            + "before the app tracks that much.",
        ]))
    expect(issues.issues.map(\.kind), is: (dropped == 0 ? [] : [.eventsDropped, .eventsDropped]))
  }

  @Test func `Large calls take four megabytes, and the oldest ones go`() {
    struct Large: AnalyticsEvent {
      let number: Int
      var properties: TrackedProperties { ["number" ~>> number, "text" ~>> String(repeating: "x", count: 100_000)] }
    }
    let recorder = RecordingTracker.plain()
    unbootstrapped { _ in
      TrackableSystem.identify("john")
      for number in 0..<100 { Large(number: number).trigger() }
      TrackableSystem.bootstrap(recorder)
    }
    let numbers = recorder.events.map { $0.properties["number"] }
    expect(numbers, is: (100 - numbers.count..<100).map { .int($0) })
    expect((38...40).contains(numbers.count), is: true)
    expect(recorder.calls.first, is: "identify john")
    expect(issues.issues.last?.message.hasPrefix("\(100 - numbers.count) calls"), is: true)
  }

  @Test func `The system never drops the last user, and each event has the user of its call`() {
    let recorder = RecordingTracker.plain()
    unbootstrapped { _ in
      for number in 0..<11_000 {
        TrackableSystem.identify("user \(number)")
        NumberedEvent(number).trigger()
      }
      TrackableSystem.reset()
      TrackableSystem.identify("paul")
      TrackableSystem.bootstrap(recorder)
      NumberedEvent(20_000).trigger()
    }
    expect(recorder.calls.suffix(3), is: ["reset", "identify paul", "track 20000 []"])
    for event in recorder.events.dropLast() { expect(event.userID, is: "user \(event.name)") }
    expect(recorder.events.count, is: 10_001)
    expect(issues.issues.last?.message.hasPrefix("1000 calls"), is: true)
  }

  @Test(arguments: 1...10)
  func `While another thread changes users and tracks, each event arrives under its user, once`(_ start: Int) async {
    let recorder = RecordingTracker.plain()
    let scoped = ScopedSystem(bootstrapped: nil, issueHandler: issues.record)
    let begun = Lock(0)
    let other = Task.detached {
      for number in 0..<900 {
        scoped.identify("\(number)")
        scoped.track(NumberedEvent(number))
        begun.withLock { $0 = number }
      }
    }
    await until { begun.withLock({ $0 }) >= start * 80 }
    scoped.bootstrap(recorder)
    await other.value
    await scoped.run { await TrackableSystem.flush() }
    #expect(recorder.events.allSatisfy { $0.userID == $0.name })
    expect(recorder.calls, is: (0..<900).flatMap { ["identify \($0)", "track \($0) []"] })
    expect(issues.issues.map(\.kind), is: [])
  }

  @Test func `Where a tracker identifies in identify, also a replay ends at a depth of 16, and the last user counts`()
    async
  {
    let scoped = ScopedSystem(bootstrapped: nil, issueHandler: issues.record)
    let tracker = Echo { scoped.identify("user \($0)") }
    scoped.identify("user 0")
    scoped.bootstrap(tracker)
    #expect(tracker.count.withLock { $0 } < Echo.end)
    tracker.count.withLock { $0 = Echo.end }
    scoped.identify("paul")
    await until { tracker.user.withLock({ $0 }) == "paul" }
    expect(issues.issues.map(\.kind), is: [.recursiveTracking])
  }

  @Test func `A second bootstrap is reported and takes over`() {
    let (first, second) = (RecordingTracker.plain(), RecordingTracker.plain())
    var line = 0
    unbootstrapped { _ in
      TrackableSystem.bootstrap(first)
      Plain().track(Numbered(number: 1))
      TrackableSystem.bootstrap(second); line = #line
      Plain().track(Numbered(number: 2))
    }
    expect(first.events.map(\.name), is: ["event 1"])
    expect(second.events.map(\.name), is: ["event 2"])
    expect(
      issues.issues.map(\.description),
      is: [
        "TrackableTests/BootstrapTests.swift:\(line): TrackableSystem was bootstrapped before; the new tracker takes "
          + "over from here. To fix this, bootstrap once, with all trackers combined. In tests, use "
          + "TrackableSystem.withTracker; code that runs on a queue of its own is outside of it, so hand that code a "
          + "tracker."
      ])
    expect(issues.issues.map(\.kind), is: [.bootstrappedTwice])
  }

  @Test func `A bootstrap during the replay gets what comes after`() {
    let second = RecordingTracker.plain()
    unbootstrapped { scoped in
      let first = Answering {
        scoped.bootstrap(second)
        scoped.track(Numbered(number: 9))
      }
      for number in 0..<2 { Plain().track(Numbered(number: number)) }
      TrackableSystem.bootstrap(first)
      expect(first.recorder.events.map(\.name), is: ["event 0"])
      expect(second.events.map(\.name), is: ["event 1", "event 9"])
    }
    expect(issues.issues.map(\.kind), is: [.bootstrappedTwice])
  }

  @Test func `A closure gets names and flat, plain values`() {
    let received = Lock<[(String, [String: any Sendable])]>([])
    unbootstrapped { _ in
      Plain().track(Numbered(number: 1), trackedProperties: [Keys.album ~>> [Keys.Details.year ~>> 1971]])
      TrackableSystem.bootstrap { name, properties in received.withLock { $0.append((name, properties)) } }
      Plain().track(TopLevelEvent(), trackedProperties: ["plan" ~>> "premium", "gift" ~>> .null])
    }
    let calls = received.withLock { $0 }
    expect(calls.map(\.0), is: ["event 1", "TrackableTests.TopLevelEvent"])
    #expect(calls.first?.1["TrackableTests.Keys.album.Details.year"] as? Int == 1971)
    expect(calls.first?.1.count, is: 1)
    #expect(calls.last?.1["plan"] as? String == "premium")
    #expect(calls.last?.1["gift"] as? TrackedValue == .null)
  }

  @Test func `A closure gets what a root says, under its naming`() {
    final class Root: TrackableClass, Sendable {
      var trackedProperties: TrackedProperties { Keys.a ~>> "root" }
    }
    let received = Lock<[[String: any Sendable]]>([])
    unbootstrapped { _ in
      TrackableSystem.bootstrap(root: Root(), naming: .keepingLast(1)) { _, properties in
        received.withLock { $0.append(properties) }
      }
      TrackableSystem.track(TopLevelEvent())
    }
    #expect(received.withLock { $0.map { $0["a"] as? String } } == ["root"])
  }

  @Test func `Naming is applied to trackers and closures`() {
    let recorder = RecordingTracker.plain()
    let names = Lock<[String]>([])
    unbootstrapped { _ in
      Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> 1])
      TrackableSystem.bootstrap(recorder, naming: .keepingLast(1))
    }
    unbootstrapped { _ in
      TrackableSystem.bootstrap(naming: .snakeCase) { name, properties in
        names.withLock { $0 += [name] + properties.keys }
      }
      Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> 1])
    }
    unbootstrapped { _ in
      TrackableSystem.bootstrap(recorder, naming: .keepingLast(1), keys: .snakeCase)
      Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> 1])
    }
    unbootstrapped { _ in
      TrackableSystem.bootstrap(recorder, keys: .keepingLast(1))
      Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> 1])
    }
    expect(
      recorder.events.map(\.description),
      is: [
        "TopLevelEvent [a: 1]", "TopLevelEvent [trackable_tests_keys_a: 1]", "TrackableTests.TopLevelEvent [a: 1]",
      ])
    expect(names.withLock { $0 }, is: ["trackable_tests_top_level_event", "trackable_tests_keys_a"])
  }

  @Test func `A flush before the bootstrap does nothing, and one after it reaches the tracker`() async {
    let log = CallLog()
    let scoped = ScopedSystem(bootstrapped: nil)
    await scoped.run { await TrackableSystem.flush() }
    scoped.bootstrap(log.tracker("leaf"))
    scoped.track(Numbered(number: 1))
    await scoped.run { await TrackableSystem.flush() }
    expect(log.calls.map { $0.prefix(19) }, is: ["leaf: track event 1", "leaf: flush"])
  }
}

private struct Level: UserProperty { let value: Int }
