import Testing
import Trackable

private struct Wanted: AnalyticsEvent {}
private struct Unwanted: AnalyticsEvent {}

/// What a tracker says that it ignores must be ignored, and code of an adopter must not be passed over.
@Suite struct SelectiveTrackerTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let ignoresUnwanted: Bool
    let ignoresWanted: Bool
    let make: @Sendable (RecordingTracker) -> any AnalyticsEventTracker

    init(
      _ description: String, _ ignoresUnwanted: Bool, _ ignoresWanted: Bool = false,
      _ make: @escaping @Sendable (RecordingTracker) -> any AnalyticsEventTracker
    ) {
      testDescription = description
      self.ignoresUnwanted = ignoresUnwanted
      self.ignoresWanted = ignoresWanted
      self.make = make
    }
  }

  static let cases = [
    Case("a recorder", false) { $0 },
    Case("no-op", true, true) { _ in NoOpTracker() },
    Case("combined with nil", true) { $0.prohibiting(eventTypes: [Unwanted.self]).combined(with: nil) },
    Case("a combination of nothing", true, true) { _ in CombinedTracker() },
    Case("a combination of no-ops under names", true, true) { _ in
      CombinedTracker(NoOpTracker().named("a"), NoOpTracker().named("b"))
    },
    Case("combined, all ignore it", true) {
      $0.prohibiting(eventTypes: [Unwanted.self]).combined(with: $0.allowing(eventTypes: [Wanted.self]))
    },
    Case("combined, one wants it", false) { $0.prohibiting(eventTypes: [Unwanted.self]).combined(with: $0) },
    Case("prohibiting", true) { $0.prohibiting(eventTypes: [Unwanted.self]) },
    Case("prohibiting both", true, true) {
      $0.prohibiting(eventTypes: [Unwanted.self]).prohibiting(eventTypes: [Wanted.self])
    },
    Case("allowing the other", true) { $0.allowing(eventTypes: [Wanted.self]) },
    Case("allowing nothing", true, true) {
      $0.allowing(eventTypes: [Wanted.self]).allowing(eventTypes: [Unwanted.self])
    },
    Case("named", true) { $0.prohibiting(eventTypes: [Unwanted.self]).named("n") },
    Case("renaming", true) { $0.prohibiting(eventTypes: [Unwanted.self]).renaming(.snakeCase) },
    Case("renaming events only", true) { $0.prohibiting(eventTypes: [Unwanted.self]).renaming(events: .snakeCase) },
    Case("filtering user properties", true) {
      $0.prohibiting(eventTypes: [Unwanted.self]).filterUserProperties { _ in true }
    },
    Case("a closure's filter that refuses all", false) { $0.filter { _ in false } },
    Case("a rule around a closure's filter", true) { $0.filter { _ in true }.prohibiting(eventTypes: [Unwanted.self]) },
    Case("a closure's filter around a rule", false) {
      $0.prohibiting(eventTypes: [Unwanted.self]).filter { _ in true }
    },
    Case("a map around a rule", false) { $0.prohibiting(eventTypes: [Unwanted.self]).map { $0 } },
    Case("defaults around a rule", true) { $0.prohibiting(eventTypes: [Unwanted.self]).addingDefaults(["a" ~>> 1]) },
    Case("overrides around a rule", true) {
      $0.prohibiting(eventTypes: [Unwanted.self]).overridingProperties(with: ["a" ~>> 1])
    },
    Case("a compactMap around a rule", false) { $0.prohibiting(eventTypes: [Unwanted.self]).compactMap { $0 } },
    Case("a map around a no-op", false) { _ in NoOpTracker().map { $0 } },
    Case("prohibiting one event of a type", false) { $0.prohibiting(events: [Unwanted()]) },
    Case("allowing events of other types", true) { $0.allowing(events: [Wanted()]) },
    Case("a closure", false) { recorder in ClosureTracker { recorder.track($0) } },
    Case("logged", false) { $0.prohibiting(eventTypes: [Unwanted.self]).logged(.none) { _ in } },
  ]

  @Test(arguments: cases) func `For what a tracker is known to ignore nothing is evaluated, and it ignores it`(
    _ aCase: Case
  ) {
    let recorder = RecordingTracker.plain()
    let tracker = aCase.make(recorder)
    expect(Self.evaluates(Unwanted(), tracker), is: !aCase.ignoresUnwanted)
    expect(Self.evaluates(Wanted(), tracker), is: !aCase.ignoresWanted)
    recorder.removeAll()
    if aCase.ignoresUnwanted {
      tracker.track(Unwanted())
      tracker.track(TrackedEvent(TrackedEvent(Unwanted())))
    }
    if aCase.ignoresWanted { tracker.track(Wanted()) }
    #expect(recorder.events.isEmpty)
  }

  /// Whether properties are evaluated for an event when that is the system's tracker.
  private static func evaluates(_ event: some AnalyticsEvent, _ tracker: any AnalyticsEventTracker) -> Bool {
    var isEvaluated = false
    func properties() -> TrackedProperties {
      isEvaluated = true
      return []
    }
    TrackableSystem.withTracker(tracker) { Plain().track(event, trackedProperties: properties()) }
    return isEvaluated
  }
}
