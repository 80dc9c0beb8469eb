import Foundation
import TestSupport
import Testing
import Trackable

@Suite struct BootstrapTests {
  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()

  /// Runs `operation` in a system before its bootstrap.
  private func unbootstrapped(_ operation: (ScopedSystem) -> Void) {
    let scoped = ScopedSystem.closed(issues: issues)
    scoped.run { operation(scoped) }
  }

  @Test func `Calls from before the bootstrap arrive in order, with their times`() {
    unbootstrapped { _ in
      let before = Date()
      for number in 0..<3 { Plain().track(NumberedEvent(number)) }
      let after = Date()
      while Date() <= after {}
      #expect(recorder.events.isEmpty)
      TrackableSystem.bootstrap(recorder)
      expect(recorder.events.map(\.name), is: ["0", "1", "2"])
      #expect(recorder.events.allSatisfy { $0.timestamp >= before && $0.timestamp <= after })
      Plain().track(NumberedEvent(3))
      expect(recorder.events.map(\.name), is: ["0", "1", "2", "3"])
    }
    expect(issues.issues.map(\.description), is: [])
  }

  @Test func `The time is that of the call, and not of the evaluation`() throws {
    let (slow, asked) = (SharedBranch("slow"), Lock(Date.distantPast))
    slow.whenAsked {
      let now = Date()
      asked.withLock { $0 = now }
      while Date() <= now {}
    }
    TrackableSystem.withTracker(recorder) { slow.track(TopLevelEvent()) }
    expect(recorder.events.map { $0.timestamp <= asked.withLock { $0 } }, is: [true])
  }

  @Test(arguments: [10_000, 12_500])
  func `The system holds the last ten thousand calls, and counts those that it drops`(count: Int) {
    var (line, tracked) = (0, 0)
    unbootstrapped { _ in
      for number in 0..<count { Plain().track(NumberedEvent(number)) }; tracked = #line
      TrackableSystem.bootstrap(recorder); line = #line
    }
    let dropped = max(0, count - 10_000)
    expect(recorder.events.map(\.name), is: (dropped..<count).map { "\($0)" })
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

  @Test func `A second bootstrap is reported and takes over`() {
    let (first, second) = (RecordingTracker.plain(), RecordingTracker.plain())
    var line = 0
    unbootstrapped { _ in
      TrackableSystem.bootstrap(first)
      Plain().track(NumberedEvent(1))
      TrackableSystem.bootstrap(second); line = #line
      Plain().track(NumberedEvent(2))
    }
    expect(first.events.map(\.name), is: ["1"])
    expect(second.events.map(\.name), is: ["2"])
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
    let (first, second, isFirst) = (RecordingTracker.plain(), RecordingTracker.plain(), Shared(true))
    unbootstrapped { scoped in
      let answering = first.filter { _ in
        if isFirst.exchange(false) {
          scoped.bootstrap(second)
          scoped.track(NumberedEvent(9))
        }
        return true
      }
      for number in 0..<2 { Plain().track(NumberedEvent(number)) }
      TrackableSystem.bootstrap(answering)
    }
    expect(first.events.map(\.name), is: ["0"])
    expect(second.events.map(\.name), is: ["1", "9"])
    expect(issues.issues.map(\.kind), is: [.bootstrappedTwice])
  }

  @Test func `A closure gets names and flat, plain values, also what a root says, under its naming`() {
    let received = Lock<[(String, [String: any Sendable])]>([])
    unbootstrapped { _ in
      Plain().track(NumberedEvent(1), trackedProperties: [Keys.album ~>> [Keys.Details.year ~>> 1971]])
      TrackableSystem.bootstrap { name, properties in received.withLock { $0.append((name, properties)) } }
    }
    unbootstrapped { _ in
      TrackableSystem.bootstrap(root: SharedStation("root"), naming: .keepingLast(1)) { name, properties in
        received.withLock { $0.append((name, properties)) }
      }
      TrackableSystem.track(TopLevelEvent(), trackedProperties: [Keys.a ~>> "premium", "gift" ~>> .null])
    }
    let calls = received.withLock { $0 }
    expect(calls.map(\.0), is: ["1", "TopLevelEvent"])
    #expect(calls[0].1.count == 1 && calls[0].1["TrackableTests.Keys.album.Details.year"] as? Int == 1971)
    #expect(calls[1].1.count == 3 && calls[1].1["computed root"] as? Bool == true)
    #expect(calls[1].1["a"] as? String == "premium" && calls[1].1["gift"] as? TrackedValue == .null)
  }

  @Test func `Naming is applied to trackers, for events and keys together or apart`() {
    let bootstraps: [() -> Void] = [
      { TrackableSystem.bootstrap(recorder, naming: .keepingLast(1)) },
      { TrackableSystem.bootstrap(recorder, naming: .keepingLast(1), keys: .snakeCase) },
      { TrackableSystem.bootstrap(recorder, keys: .keepingLast(1)) },
    ]
    for bootstrap in bootstraps {
      unbootstrapped { _ in
        Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> 1])
        bootstrap()
      }
    }
    expect(
      recorder.events.map(\.description),
      is: [
        "TopLevelEvent [a: 1]", "TopLevelEvent [trackable_tests_keys_a: 1]", "TrackableTests.TopLevelEvent [a: 1]",
      ])
  }
}
