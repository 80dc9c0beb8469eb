import Foundation

extension AnalyticsEventTracker {
  /// Takes a step in the session of a value proposition, as Tentacles did: the event goes to this tracker, with the keys and values
  /// that it had then.
  ///
  /// ```swift
  /// tracker.track(for: watchingVideo, with: .open())
  /// ```
  ///
  /// A step without a trigger says `clicked`. The times of the session are numbers under `open`, `start`, `pause`, `start_1`, in seconds since
  /// 1970. Each event carries a `sessionId`, the same as long as the process lives; a `TrackableApp` as the root says one of its own.
  ///
  /// - Parameters:
  ///   - proposition: The proposition that the user turns to.
  ///   - action: The step.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  @available(
    *, deprecated,
    message:
      "Track on a screen or a TrackingContext: 'screen.track(for: watchingVideo, with: .start(trigger: .clicked))'. Keys of times become 'opened' and 'started'."
  )
  public func track(
    for proposition: some ValueProposition, with action: ValuePropositionAction,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let tracker = map { $0.asOfTentacles }
    // The scope is for the error of a prohibited step; the context for the events, also for those of the app's coming and going.
    withTrackedProperties([], tracker: tracker) {
      TrackingContext().with(tracker: tracker).track(for: proposition, with: action, fileID: fileID, line: line)
    }
  }
}

extension TrackedEvent {
  fileprivate var asOfTentacles: TrackedEvent {
    var event = self
    var properties = TrackedProperties(
      (event.properties as TrackedProperties).map { property in
        switch (property.key.name, property.value) {
        case ("trigger", "unspecified"): "trigger" ~>> "clicked"
        case (let key, .date(let date)): Self.timeKey(key) ~>> date.timeIntervalSince1970
        default: property
        }
      })
    if properties["sessionId"] == nil { properties["sessionId"] = .string(TrackableSystem.value { EarlierVisit() }.id) }
    event.properties = properties
    return event
  }

  /// `started_1` was `start_1`.
  private static func timeKey(_ key: String) -> String {
    for (now, before) in [("opened", "open"), ("started", "start"), ("paused", "pause")]
    where key == now || key.hasPrefix(now + "_") {
      return before + key.dropFirst(now.count)
    }
    return key
  }
}

/// A visit of Tentacles: as long as the process, or the scope of a test.
private final class EarlierVisit: Sendable {
  let id = UUID().uuidString
}
