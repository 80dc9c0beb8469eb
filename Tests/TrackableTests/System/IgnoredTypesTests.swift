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
  private let recorder = Recorder()
  private let asked = Asked()

  private var names: [String] { recorder.events.map { String(describing: type(of: $0.base)) } }

  @Test func nothingIsEvaluatedForAnEventOfAProhibitedType() {
    TrackableSystem.withTracker(recorder.prohibiting(Unwanted.self)) {
      asked.track(here: Unwanted())
      asked.track(here: TrackedEvent(Unwanted()))
      #expect(asked.count == 0)
      asked.track(here: Wanted())
      #expect(asked.count == 2)
    }
    #expect(names == ["Wanted"])
  }

  @Test func nothingIsEvaluatedForACombinationOfNothing() {
    TrackableSystem.withTracker(CombinedTracker()) {
      asked.track(here: Wanted())
      TrackingContext().appending(live: {
        Issue.record("was asked"); return []
      }).track(Wanted())
    }
    #expect(asked.count == 0)
  }

  @Test func anEventThatIsTrackedAlreadyCountsAsWhatItWas() {
    TrackableSystem.withTracker(recorder.allowing(Wanted.self)) {
      asked.track(TrackedEvent(Wanted()))
      asked.track(TrackedEvent(Unwanted()))
    }
    #expect(names == ["Wanted"])
  }

  @Test func aSubclassIsATypeOfItsOwn() {
    let core = SystemCore(ignoredTypes: IgnoredTypes())
    TrackableSystem.withCore(core) {
      TrackableSystem.bootstrap(recorder.prohibiting(Opened.self))
      asked.track(Opened())
      asked.track(OpenedAgain() as Opened)
    }
    #expect(names == ["OpenedAgain"])
  }

  @Test func aTrackerOnTheWayGetsWhatTheSystemIgnores() {
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

  @Test func nothingIsEvaluatedWhereTheTrackersOnTheWayIgnoreItToo() {
    asked.setupTrackableChain(tracker: NoOpTracker(), additionalTracker: recorder.prohibiting(Unwanted.self))
    TrackableSystem.withTracker(NoOpTracker()) { asked.track(here: Unwanted()) }
    #expect(asked.count == 0)
  }

  @Test func anAnswerIsRememberedUntilTheTrackerChanges() {
    let table = IgnoredTypes()
    let core = SystemCore(issues: IssueReporter(handler: { _ in }), ignoredTypes: table, readTimeout: .seconds(60))
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

  @Test func anAnswerThatComesAfterTheTrackerWasReplacedIsNotRemembered() {
    let table = IgnoredTypes()
    let core = SystemCore(tracker: NoOpTracker(), issues: IssueReporter(handler: { _ in }), ignoredTypes: table)
    let type = ObjectIdentifier(Unwanted.self)
    let settings = core.settings
    TrackableSystem.withCore(core) { TrackableSystem.bootstrap(recorder) }
    #expect(core.ignores(eventsOf: type, settings))
    #expect(table.answer(for: type) == nil)
  }

  @Test func moreTypesThanThereIsRoomForAreAskedForEachTime() {
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
  @Test func theProcessIsAskedWithoutALookAtAnythingElse() async {
    await #expect(processExitsWith: .success) {
      let (recorder, asked) = (Recorder(), Asked())
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

  @Test func aScopeWithATrackerIsSeenAlsoWhereTheProcessIsSilent() async {
    await #expect(processExitsWith: .success) {
      let (recorder, asked) = (Recorder(), Asked())
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
