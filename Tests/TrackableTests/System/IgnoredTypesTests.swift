import Testing

@testable import Trackable

private struct Wanted: AnalyticsEvent {}
private struct Unwanted: AnalyticsEvent {}

// Invariant: it has no state. Not final, so the compiler cannot see that; `aSubclassIsATypeOfItsOwn` needs it.
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
    TrackableSystem.withTracker(recorder.prohibiting(Unwanted.self)) {
      asked.track(here: Unwanted())
      asked.track(here: TrackedEvent(Unwanted()))
      #expect(asked.count == 0)
      asked.track(here: Wanted())
      #expect(asked.count == 2)
    }
    #expect(names == ["Wanted"])
  }

  @Test func `Nothing is evaluated for a combination of no trackers`() {
    TrackableSystem.withTracker(CombinedTracker()) {
      asked.track(here: Wanted())
      TrackingContext().appending(live: {
        Issue.record("was asked"); return []
      }).track(Wanted())
    }
    #expect(asked.count == 0)
  }

  @Test func `A tracked event that is tracked again counts as what it was`() {
    TrackableSystem.withTracker(recorder.allowing(Wanted.self)) {
      asked.track(TrackedEvent(Wanted()))
      asked.track(TrackedEvent(Unwanted()))
    }
    #expect(names == ["Wanted"])
  }

  @Test func `A subclass is a type of its own`() {
    let core = SystemCore(ignoredTypes: IgnoredTypes())
    TrackableSystem.withCore(core) {
      TrackableSystem.bootstrap(recorder.prohibiting(Opened.self))
      asked.track(Opened())
      asked.track(OpenedAgain() as Opened)
    }
    #expect(names == ["OpenedAgain"])
  }

  @Test func `A tracker on the way gets what the system ignores`() {
    withSystem(NoOpTracker().named("silent")) {
      asked.setupTrackableChain(tracker: recorder)
      asked.track(here: Wanted())
      #expect(asked.count == 2)
      asked.setupTrackableChain(additionalTracker: recorder)
      asked.track(here: Unwanted())
      withTrackedProperties([], tracker: recorder) { Plain().track(Wanted()) }
      TrackingContext().with(tracker: recorder).track(Unwanted())
    }
    #expect(names == ["Wanted", "Unwanted", "Wanted", "Unwanted"])
  }

  @Test func `Nothing is evaluated where the trackers on the way ignore it too`() {
    asked.setupTrackableChain(tracker: NoOpTracker(), additionalTracker: recorder.prohibiting(Unwanted.self))
    TrackableSystem.withTracker(NoOpTracker()) { asked.track(here: Unwanted()) }
    #expect(asked.count == 0)
  }

  @Test func `An answer is remembered until the tracker changes`() {
    let table = IgnoredTypes()
    let core = SystemCore(issues: IssueReporter(handler: { _ in }), ignoredTypes: table, readTimeout: .seconds(300))
    let (wanted, unwanted) = (ObjectIdentifier(Wanted.self), ObjectIdentifier(Unwanted.self))
    TrackableSystem.withCore(core) {
      TrackableSystem.bootstrap(recorder.prohibiting(Unwanted.self))
      #expect(table.answer(for: unwanted) == nil)
      asked.track(Unwanted())
      asked.track(Wanted())
      #expect(table.answer(for: unwanted) == true)
      #expect(table.answer(for: wanted) == false)
      TrackableSystem.defaultProperties = ["a" ~>> 1]
      #expect(table.answer(for: unwanted) == true)
      TrackableSystem.bootstrap(recorder)
      #expect(table.answer(for: unwanted) == nil)
      asked.track(Unwanted())
    }
    #expect(names == ["Wanted", "Unwanted"])
  }

  @Test func `An answer that comes after the tracker was replaced is not remembered`() {
    let table = IgnoredTypes()
    let core = SystemCore(tracker: NoOpTracker(), issues: IssueReporter(handler: { _ in }), ignoredTypes: table)
    let type = ObjectIdentifier(Unwanted.self)
    let settings = core.settings
    TrackableSystem.withCore(core) { TrackableSystem.bootstrap(recorder) }
    #expect(core.ignores(eventsOf: type, settings))
    #expect(table.answer(for: type) == nil)
  }

  @Test func `Types for which there is no room are asked about each time`() {
    let table = IgnoredTypes()
    let types = (0..<2_000).map { _ in Plain() }
    for (index, type) in types.enumerated() { table.remember(index % 2 == 0, for: ObjectIdentifier(type)) }
    var known = 0
    for (index, type) in types.enumerated() {
      guard let answer = table.answer(for: ObjectIdentifier(type)) else { continue }
      known += 1
      #expect(answer == (index % 2 == 0))
    }
    #expect((1...256).contains(known))
    table.clear()
    #expect(types.allSatisfy { table.answer(for: ObjectIdentifier($0)) == nil })
  }

  // In a process of its own: in this one other tests give trackers to links and make systems.
  @Test func `A type that the process ignores is ignored without a look at anything else`() async {
    await #expect(processExitsWith: .success) {
      let (recorder, asked) = (RecordingTracker.plain(), Asked())
      let type = ObjectIdentifier(Unwanted.self)
      TrackableSystem.issueHandler = { _ in }
      TrackableSystem.bootstrap(recorder.prohibiting(Unwanted.self))
      asked.track(here: Unwanted())
      precondition(IgnoredTypes.areIgnoredEverywhere(type))
      asked.track(here: Unwanted())
      precondition(asked.count == 0 && recorder.events.isEmpty)
      TrackableSystem.bootstrap(recorder)
      asked.track(here: Unwanted())
      precondition(asked.count == 2 && recorder.events.count == 1)
      // From the first tracker on a link on, each object has to be looked at.
      TrackableSystem.bootstrap(NoOpTracker())
      asked.track(here: Unwanted())
      precondition(IgnoredTypes.areIgnoredEverywhere(type))
      asked.setupTrackableChain(tracker: recorder)
      asked.track(here: Unwanted())
      precondition(asked.count == 4 && recorder.events.count == 2)
    }
  }

  @Test func `A scope with a tracker is seen, also where the process is silent`() async {
    await #expect(processExitsWith: .success) {
      let (recorder, asked) = (RecordingTracker.plain(), Asked())
      TrackableSystem.bootstrap(NoOpTracker())
      asked.track(here: Unwanted())
      precondition(IgnoredTypes.areIgnoredEverywhere(ObjectIdentifier(Unwanted.self)))
      withSystem(recorder) { asked.track(here: Unwanted()) }
      precondition(asked.count == 2 && recorder.events.count == 1)
      asked.track(here: Unwanted())
      precondition(asked.count == 2)
    }
  }
}
