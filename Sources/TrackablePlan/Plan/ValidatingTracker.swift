import Trackable
public import TrackableTesting

extension AnalyticsEventTracker {
  /// This tracker, with every event compared with a plan first: for debug builds, in which an event that is not as planned
  /// is to be noticed while the app is used.
  ///
  /// ```swift
  /// #if DEBUG
  ///   TrackableSystem.bootstrap(trackers.validating(plan))
  /// #else
  ///   TrackableSystem.bootstrap(trackers)
  /// #endif
  /// ```
  ///
  /// A call that the plan does not have, a required key that is missing, one that the plan does not have, and a value that is
  /// not as planned are issues, each of the four once for a name of an event, user property or group. The call passes
  /// unchanged. Keys and names are compared as they arrive, or else as the app's code has them, so it may stand behind a style.
  /// Events of types that this tracker prohibits are not looked at.
  ///
  /// Isolation: that of the tracker. Cost: a search in the plan for each event; not for release builds. The first
  /// 1,000 faults are reported.
  public func validating(_ plan: TrackingPlan) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: { $0 }) { call, pass in
      for fault in plan.faults(of: call) {
        // The remedy tells the kinds apart.
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
  /// Compares a recording with the plan: a sentence for each violation, in the order of the recording.
  ///
  /// ```swift
  /// let seen = plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
  /// #expect(seen.violations(in: recorder) == [])
  /// ```
  ///
  /// It finds what `validating(_:)` finds: a call or a key that the plan does not have, a missing key, a value of another type,
  /// a sensitive one under a plain key, and a value that a note does not allow. Then it finds the values that are beyond the limits of a destination. It names the
  /// event, the key, the type and the length of a text, and no value. Of a sensitive key it names the type and length at most.
  ///
  /// - Parameter recorder: The recording.
  public func violations(in recorder: RecordingTracker) -> [String] {
    var known: Set<String> = []
    return (recorder.deliveries.flatMap { faults(of: $0).map(\.message) } + valuesBeyondLimits(in: recorder.deliveries))
      .filter { known.insert($0).inserted }
  }
}

extension TrackableIssue.Kind {
  /// A call is not as the tracking plan says: it is not in it, lacks a key, or has a key or value that is not planned.
  public static let notAsPlanned = Self("notAsPlanned")
}
