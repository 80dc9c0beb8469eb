import Trackable

extension RecordingTracker {
  /// A recorder whose events take the way that they take in an app, where nothing asks for explanations.
  static func plain() -> RecordingTracker { RecordingTracker() }

  /// Its calls, as text, in order.
  var calls: [String] {
    deliveries.map { recorded in
      switch recorded {
      case .track(let event): "track \(event)"
      case .update(let property): "update \(property)"
      case .identify(let user): "identify \(user.id)"
      case .reset: "reset"
      case .report(let error, let location): "report \(error) at \(location)"
      case .purge: "purge"
      }
    }
  }

  /// The users that it was told of, in order.
  var users: [TrackedUser] { deliveries.compactMap { if case .identify(let user) = $0 { user } else { nil } } }

  /// The issues since this was last asked.
  func takeIssues() -> [TrackableIssue] {
    defer { removeAll() }
    return issues
  }
}

/// Runs `operation` with a system of its own, in which trackers of links count, and whose issues go to `issues`.
func withSystem<Result>(
  _ tracker: any AnalyticsEventTracker, issues: RecordingTracker = .plain(), operation: () throws -> Result
) rethrows -> Result {
  try ScopedSystem(bootstrapped: tracker, issueHandler: issues.record).run(operation)
}

/// The same for an asynchronous operation.
func withSystem<Result>(
  _ tracker: any AnalyticsEventTracker, issues: RecordingTracker = .plain(),
  isolation: isolated (any Actor)? = #isolation, operation: () async -> Result
) async -> Result {
  await ScopedSystem(bootstrapped: tracker, issueHandler: issues.record).run(operation)
}

/// The events of `body` in a system of its own, and its issues, after all actors were asked.
func observed(
  isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async -> (events: [TrackedEvent], issues: [TrackableIssue]) {
  let recorder = RecordingTracker.plain()
  await recorder.run { await body() }
  return (recorder.events, recorder.issues)
}
