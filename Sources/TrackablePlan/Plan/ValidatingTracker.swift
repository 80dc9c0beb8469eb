import Trackable
public import TrackableTesting

extension AnalyticsEventTracker {
  /// Returns a tracker that compares every call with a plan before this tracker gets the call. Use it in debug builds,
  /// so that a person who tries the app notices an unplanned event.
  ///
  /// ```swift
  /// #if DEBUG
  ///   TrackableSystem.bootstrap(trackers.validating(plan))
  /// #else
  ///   TrackableSystem.bootstrap(trackers)
  /// #endif
  /// ```
  ///
  /// The tracker reports an issue for four kinds of faults: an unknown call, a missing required key, an unknown key,
  /// and an unplanned value. It reports each kind once for each event, user property or group, and passes on the call
  /// unchanged. It compares keys and names both as they arrive and as they are in the app's code, so you can put it
  /// behind a style. The tracker does not compare events of types that this tracker prohibits.
  ///
  /// Isolation: that of the tracker. Cost: a search in the plan for each event, so do not use it in release builds.
  /// Limits: the tracker reports only the first 1,000 faults.
  public func validating(_ plan: TrackingPlan) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: { $0 }) { call, pass in
      for fault in plan.faults(of: call) {
        // The subject contains the remedy, because the remedy distinguishes the kinds of faults.
        IssueReporter.current.reportOnce(.notAsPlanned, of: "\(fault.remedy) \(call.name)") {
          TrackableIssue(
            kind: .notAsPlanned, message: fault.message, remedy: fault.remedy, location: call.location ?? .unknown,
            subject: call.name)
        }
      }
      pass(call)
    }
  }
}

extension TrackingPlan {
  /// Compares a recording with the plan. Returns a sentence for each violation, in the order of the recording.
  ///
  /// ```swift
  /// let seen = plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
  /// #expect(seen.violations(in: recorder) == [])
  /// ```
  ///
  /// The method reports the faults that `validating(_:)` reports: a call or a key that is not in the plan, a missing
  /// key, a value of another type, a sensitive value under a plain key, and a value that a note does not allow. The
  /// method also reports values that exceed the limits of a destination. A sentence has the event, the key, the type
  /// and the length of a text, and never a value. For a sensitive key, it has at most the type and the length.
  ///
  /// - Parameter recorder: The recording.
  public func violations(in recorder: RecordingTracker) -> [String] {
    var known: Set<String> = []
    return (recorder.deliveries.flatMap { faults(of: $0).map(\.message) } + valuesBeyondLimits(in: recorder.deliveries))
      .filter { known.insert($0).inserted }
  }
}

extension TrackableIssue.Kind {
  /// A call differs from the tracking plan: the plan does not have the call, or the call lacks a key, or has an
  /// unplanned key or value.
  public static let notAsPlanned = Self("notAsPlanned")
}
