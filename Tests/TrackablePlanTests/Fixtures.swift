import Trackable
import TrackableTesting

final class Page: TrackableClass, Sendable {
  let trackedProperties = TrackedProperties()
}

extension TrackableIssue {
  /// In which respect an event is not as planned; of other issues, the kind.
  var fault: String {
    if kind != .notAsPlanned { return kind.description }
    return message.contains(" is not in the tracking plan.")
      ? "event"
      : message.contains(" lacks ")
        ? "key"
        : message.contains(", which the tracking plan does not have.")
          ? "unplanned" : message.contains(" does not match the tracking plan: ") ? "value" : "?"
  }
}
