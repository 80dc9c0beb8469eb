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

  @Test func `Nothing is evaluated for an event of a prohibited type`() {
    TrackableSystem.withTracker(recorder.prohibiting(eventTypes: [Unwanted.self])) {
      asked.track(here: Unwanted())
      asked.track(here: TrackedEvent(Unwanted()))
      expect(asked.count, is: 0)
      asked.track(here: Wanted())
      expect(asked.count, is: 2)
    }
    expect(names, is: ["Wanted"])
  }

  @Test func `Nothing is evaluated for a combination of no trackers`() {
    TrackableSystem.withTracker(CombinedTracker()) {
      asked.track(here: Wanted())
      TrackingContext().appending(live: {
        Issue.record("was asked"); return []
      }).track(Wanted())
    }
    expect(asked.count, is: 0)
  }

  @Test func `A tracked event that is tracked again keeps its type`() {
    TrackableSystem.withTracker(recorder.allowing(eventTypes: [Wanted.self])) {
      asked.track(TrackedEvent(Wanted()))
      asked.track(TrackedEvent(Unwanted()))
    }
    expect(names, is: ["Wanted"])
  }

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
    TrackableSystem.withTracker(NoOpTracker()) { asked.track(here: Unwanted()) }
    expect(asked.count, is: 0)
  }

  // In a process of its own: in this one other tests give trackers to links and make systems.
  @Test func `An ignored event is evaluated when the tracker changes, and for a tracker of a link`() async {
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
    }
  }

  @Test func `A scope with a tracker is seen, also where the process is silent`() async {
    await #expect(processExitsWith: .success) {
      let (recorder, asked) = (RecordingTracker.plain(), Asked())
      TrackableSystem.bootstrap(NoOpTracker())
      asked.track(here: Unwanted())
      withSystem(recorder) { asked.track(here: Unwanted()) }
      precondition(asked.count == 2 && recorder.events.count == 1)
      asked.track(here: Unwanted())
      precondition(asked.count == 2)
    }
  }
}
