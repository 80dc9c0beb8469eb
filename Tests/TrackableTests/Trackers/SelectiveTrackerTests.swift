import Testing
import Trackable

private struct Wanted: AnalyticsEvent {}
private struct Unwanted: AnalyticsEvent {}

extension AnalyticsEventTracker {
  fileprivate var ruled: some AnalyticsEventTracker { prohibiting(eventTypes: [Unwanted.self]) }
}

/// What a tracker says that it ignores must be ignored, and code of an adopter must not be passed over.
@Suite struct SelectiveTrackerTests {
  private typealias Make = @Sendable (RecordingTracker) -> any AnalyticsEventTracker

  private static let ignoringNothing: [Make] = [
    { $0 },
    { $0.ruled.combined(with: $0) },
    { $0.filter { _ in false } },
    { $0.ruled.filter { _ in true } },
    { $0.ruled.map { $0 } },
    { $0.ruled.compactMap { $0 } },
    { _ in NoOpTracker().map { $0 } },
    { $0.prohibiting(events: [Unwanted()]) },
    { recorder in ClosureTracker { recorder.track($0) } },
    { $0.ruled.logged(.none) { _ in } },
  ]
  private static let ignoringUnwanted: [Make] = [
    { $0.ruled },
    { $0.ruled.combined(with: nil) },
    { $0.ruled.combined(with: $0.allowing(eventTypes: [Wanted.self])) },
    { $0.allowing(events: [Wanted()]) },
    { $0.ruled.named("n") },
    { $0.ruled.renaming(.snakeCase) },
    { $0.ruled.filterUserProperties { _ in true } },
    { $0.filter { _ in true }.ruled },
    { $0.ruled.addingDefaults(["a" ~>> 1]) },
    { $0.ruled.overridingProperties(with: ["a" ~>> 1]) },
  ]
  private static let ignoringAll: [Make] = [
    { _ in NoOpTracker() },
    { _ in CombinedTracker() },
    { _ in CombinedTracker(NoOpTracker().named("a"), NoOpTracker().named("b")) },
    { $0.ruled.prohibiting(eventTypes: [Wanted.self]) },
    { $0.allowing(eventTypes: [Wanted.self]).allowing(eventTypes: [Unwanted.self]) },
  ]

  @Test func `For what a tracker is known to ignore nothing is evaluated, and it ignores it`() {
    check(Self.ignoringNothing, ignoreUnwanted: false, ignoreWanted: false)
    check(Self.ignoringUnwanted, ignoreUnwanted: true, ignoreWanted: false)
    check(Self.ignoringAll, ignoreUnwanted: true, ignoreWanted: true)
  }

  private func check(_ makes: [Make], ignoreUnwanted: Bool, ignoreWanted: Bool) {
    for (number, make) in makes.enumerated() {
      let recorder = RecordingTracker.plain()
      let tracker = make(recorder)
      #expect(Self.evaluates(Unwanted(), tracker) == !ignoreUnwanted, "\(number): \(tracker)")
      #expect(Self.evaluates(TrackedEvent(Unwanted()), tracker) == !ignoreUnwanted, "\(number): \(tracker)")
      #expect(Self.evaluates(Wanted(), tracker) == !ignoreWanted, "\(number): \(tracker)")
      recorder.removeAll()
      if ignoreUnwanted {
        tracker.track(Unwanted())
        tracker.track(TrackedEvent(TrackedEvent(Unwanted())))
      }
      if ignoreWanted { tracker.track(Wanted()) }
      #expect(recorder.events.isEmpty, "\(number): \(tracker)")
    }
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
