import Trackable
import TrackableTesting

extension TrackableClass {
  /// What an event carries that is tracked on this object and read wherever it has to be, as a recording tells it.
  func recordedExplanation(
    of event: some AnalyticsEvent, trackedProperties: TrackedProperties = [],
    root: (any TrackableClass & Sendable)? = nil, isolation: isolated (any Actor)? = #isolation
  ) async -> TrackedPropertiesExplanation {
    let recorder = RecordingTracker()
    await ScopedSystem(recorder, root: root).run { () async in
      track(event, trackedProperties: trackedProperties, isolation: isolation)
    }
    return recorder.events[0].explanation ?? explainTracking(of: event, isolation: isolation)
  }
}
