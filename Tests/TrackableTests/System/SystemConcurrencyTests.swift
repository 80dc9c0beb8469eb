import Foundation
import Testing
import Trackable
import TestSupport

private struct Numbered: AnalyticsEvent {
  let thread: Int
  let number: Int
}

/// Keeps the order in which events arrive and nothing else.
private final class OrderRecorder: AnalyticsEventTracker {
  let received = Lock<[Numbered]>([])

  func track(_ event: TrackedEvent) {
    guard let event = event.base as? Numbered else { return }
    received.withLock { $0.append(event) }
  }
}

@Suite struct SystemConcurrencyTests {
  @Test(arguments: 0..<20) func `Nothing is lost or overtaken while a bootstrap replays`(round: Int) {
    let scoped = ScopedSystem(bootstrapped: nil, issueHandler: { Issue.record("\($0)") })
    let tracker = OrderRecorder()
    // Together no more than the queue holds, also if the bootstrap comes late.
    let (threads, early, late) = (8, 60, 115)
    let started = Shared(0)
    for number in 0..<early {
      scoped.track(Numbered(thread: threads, number: number))
    }
    _ = onThreads(threads + 1) { thread in
      started.add(1)
      while started.value <= threads { sched_yield() }
      if thread == threads {
        scoped.bootstrap(tracker)
        return
      }
      scoped.run {
        let object = Plain()
        for number in 0..<late { object.track(Numbered(thread: thread, number: number)) }
      }
    }
    let received = tracker.received.withLock { $0 }
    expect(received.count, is: early + threads * late)
    expect(received.prefix(early).map(\.thread), is: Array(repeating: threads, count: early))
    for thread in 0...threads {
      let numbers = received.filter { $0.thread == thread }.map(\.number)
      expect(numbers, is: Array(0..<(thread == threads ? early : late)))
    }
  }

  @Test func `The count of dropped calls is exact`() {
    let issues = RecordingTracker.plain()
    let scoped = ScopedSystem(bootstrapped: nil, issueHandler: issues.record)
    _ = onThreads(8) { thread in
      for number in 0..<2_000 { scoped.track(Numbered(thread: thread, number: number)) }
    }
    let tracker = OrderRecorder()
    scoped.bootstrap(tracker)
    let received = tracker.received.withLock { $0 }
    expect(received.count, is: 10_000)
    expect(issues.issues.map(\.description).count, is: 2)
    expect(issues.issues.map(\.description).last?.contains(": 6000 calls "), is: true)
    for thread in 0..<8 {
      let numbers = received.filter { $0.thread == thread }.map(\.number)
      expect(numbers, is: Array((2_000 - numbers.count)..<2_000))
    }
  }

  @Test func `Settings may change while others track`() {
    let scoped = ScopedSystem(bootstrapped: nil)
    let tracker = OrderRecorder()
    _ = onThreads(8) { thread in
      scoped.run {
        let object = Plain()
        for number in 0..<200 {
          switch thread {
          case 0: TrackableSystem.defaultProperties = [Keys.a ~>> number]
          case 1: TrackableSystem.issueHandler = { _ in }
          case 2: TrackableSystem.bootstrap(tracker)
          default: object.track(Numbered(thread: thread, number: number), trackedProperties: [Keys.b ~>> Double.nan])
          }
        }
      }
    }
    let received = tracker.received.withLock { $0 }
    // Five threads track 200 each, before the bootstrap or after it.
    expect(received.count, is: 1_000)
    for thread in 3..<8 { expect(received.filter { $0.thread == thread }.map(\.number), is: Array(0..<200)) }
  }
}
