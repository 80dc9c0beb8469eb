import Trackable

/// What tests do with a system from outside, in words of the public interface.
extension ScopedSystem {
  /// A system before its bootstrap.
  static func closed(issues: RecordingTracker = .plain()) -> ScopedSystem {
    ScopedSystem(bootstrapped: nil, issueHandler: issues.record)
  }

  /// Bootstraps it.
  func bootstrap(_ tracker: any AnalyticsEventTracker, file: StaticString = #fileID, line: UInt = #line) {
    run { TrackableSystem.bootstrap(tracker, fileID: file, line: line) }
  }

  /// Tracks an event that no object is at hand for.
  func track(_ event: some AnalyticsEvent) { run { event.trigger() } }

  /// Says who the user is.
  func identify(_ userID: String) { run { TrackableSystem.identify(userID) } }

  /// Returns when everything that was tracked in it has been handed to its trackers.
  func drain() async { await run { () async in } }
}
