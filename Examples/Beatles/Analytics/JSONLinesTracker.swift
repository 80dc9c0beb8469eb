import Trackable

/// A tracker that prints one JSON object per event: its name, and its properties in order of precedence.
struct JSONLinesTracker: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    let line: TrackedProperties = ["event" ~>> event.name, "properties" ~>> event.properties]
    print(line.json)
  }
}
