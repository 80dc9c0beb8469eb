import Testing
import Trackable

private struct Wanted: AnalyticsEvent {}
private struct Unwanted: AnalyticsEvent {}

// Invariant: it has no state. Not final, so the compiler cannot see that; the test of a subclass needs it.
private class Opened: AnalyticsEvent, @unchecked Sendable {}
private final class OpenedAgain: Opened, @unchecked Sendable {}

/// Counts how often it is asked.
private final class Asked: TrackableClass, @unchecked Sendable {
  var count = 0

  var trackedProperties: TrackedProperties {
    count += 1
    return []
  }

  func track(here event: some AnalyticsEvent) {
    track(
      event,
      trackedProperties: {
        count += 1
        return []
      }())
  }
}

@Suite struct IgnoredTypesTests {
  private let recorder = RecordingTracker.plain()
  private let asked = Asked()

  private var names: [String] { recorder.events.map { String(describing: type(of: $0.base)) } }

  @Test func `A subclass is a type of its own`() {
    let scoped = ScopedSystem(bootstrapped: nil)
    scoped.run {
      TrackableSystem.bootstrap(recorder.prohibiting(eventTypes: [Opened.self]))
      asked.track(Opened())
      asked.track(OpenedAgain() as Opened)
    }
    expect(names, is: ["OpenedAgain"])
  }

  @Test func `A tracker on the way gets what the system ignores`() {
    withSystem(NoOpTracker().named("silent")) {
      asked.deliver(to: recorder)
      asked.track(here: Wanted())
      expect(asked.count, is: 2)
      asked.deliver(to: nil)
      asked.deliver(alsoTo: recorder)
      asked.track(here: Unwanted())
      withTrackedProperties([], in: .current.delivering(to: recorder)) { Plain().track(Wanted()) }
      TrackingContext().delivering(to: recorder).track(Unwanted())
    }
    expect(names, is: ["Wanted", "Unwanted", "Wanted", "Unwanted"])
  }

  @Test func `Nothing is evaluated where the trackers on the way ignore it too`() {
    asked.deliver(to: NoOpTracker())
    asked.deliver(alsoTo: recorder.prohibiting(eventTypes: [Unwanted.self]))
    TrackableSystem.withTracker(NoOpTracker()) {
      asked.track(here: Unwanted())
      TrackingContext().appending(live: {
        Issue.record("was asked"); return []
      }).track(Wanted())
    }
    expect(asked.count, is: 0)
  }

  // In a process of its own: in this one other tests give trackers to links and make systems.
  @Test func `An ignored event is evaluated when the tracker changes, for a tracker of a link, and in a scope`() async {
    await #expect(processExitsWith: .success) {
      let (recorder, asked) = (RecordingTracker.plain(), Asked())
      TrackableSystem.issueHandler = { _ in }
      TrackableSystem.bootstrap(recorder.prohibiting(eventTypes: [Unwanted.self]))
      asked.track(here: Unwanted())
      asked.track(here: Unwanted())
      precondition(asked.count == 0 && recorder.events.isEmpty)
      TrackableSystem.bootstrap(recorder)
      asked.track(here: Unwanted())
      precondition(asked.count == 2 && recorder.events.count == 1)
      // From the first tracker on a link on, each object has to be looked at.
      TrackableSystem.bootstrap(NoOpTracker())
      asked.track(here: Unwanted())
      asked.deliver(to: recorder)
      asked.track(here: Unwanted())
      precondition(asked.count == 4 && recorder.events.count == 2)
      asked.deliver(to: nil)
      withSystem(recorder) { asked.track(here: Unwanted()) }
      precondition(asked.count == 6 && recorder.events.count == 3)
      asked.track(here: Unwanted())
      precondition(asked.count == 6)
    }
  }

  @Test func `The tracker that was given last decides whether anything is evaluated`() {
    let isFirst = Shared(true)
    ScopedSystem(bootstrapped: RecordingTracker.plain()).run {
      // As another thread may: after the silent tracker took over, before its bootstrap returned.
      TrackableSystem.issueHandler = { _ in if isFirst.exchange(false) { TrackableSystem.bootstrap(recorder) } }
      TrackableSystem.bootstrap(NoOpTracker())
      asked.track(here: Wanted())
    }
    expect(names, is: ["Wanted"])
  }
}

@Suite struct IgnoredTypesConcurrencyTests {
  /// One thread changes the tracker, and the others track all the time.
  @Test func `No answer outlives its tracker`() {
    let (scoped, isOver) = (ScopedSystem(bootstrapped: NoOpTracker()), Shared(false))
    let stale = onThreads(3) { thread in
      scoped.run {
        guard thread == 0 else {
          while !isOver.value { Plain().track(Wanted()) }
          return 0
        }
        var stale = 0
        for _ in 0..<2_000 {
          TrackableSystem.bootstrap(NoOpTracker())
          Plain().track(Wanted())
          let recorder = RecordingTracker.plain()
          TrackableSystem.bootstrap(recorder)
          Plain().track(Wanted())
          if recorder.events.isEmpty { stale += 1 }
        }
        isOver.set(true)
        return stale
      }
    }
    expect(stale, is: [0, 0, 0])
  }
}
