import Trackable

/// A tracker for tests, which records all its calls in the order in which it gets them.
///
/// ``withRecordedTracking(root:through:clock:date:operation:)`` creates a recorder with its own system. A recorder that
/// you create yourself records only the calls that trackers pass to it. Put it behind the trackers that you test, as in
/// `recorder.renaming(.snakeCase)`.
///
/// Isolation: any thread. Copies of a recorder share one recording.
public struct RecordingTracker: AnalyticsEventTracker {
  /// The recorder's name in logs.
  public let name: String

  package let recording: Recording
  /// The recorded system; `nil` for a recorder that a test has created itself.
  let system: ScopedSystem?

  /// Creates a recorder without a system. Such a recorder records the calls that it gets.
  ///
  /// - Parameters:
  ///   - name: The recorder's name in logs.
  ///   - limit: The most deliveries, and the most issues, that the recorder keeps; it drops older entries. `nil` means
  ///     no limit, but an app that records at run time should set a limit. A difference lists the number of dropped
  ///     calls, unless the test allows others.
  public init(name: String = "RecordingTracker", limit: Int? = nil) {
    self.init(name: name, Recording(limit: limit), nil)
  }

  init(name: String, _ recording: Recording, _ system: ScopedSystem?) {
    self.name = name
    self.recording = recording
    self.system = system
  }

  /// Records the event.
  public func track(_ event: TrackedEvent) { recording.add(.track(event)) }
  /// Records the user property.
  public func update(_ property: TrackedUserProperty) { recording.add(.update(property)) }
  /// Records the sign-in.
  public func identify(_ user: TrackedUser) { recording.add(.identify(user)) }
  /// Records the sign-out.
  public func reset() { recording.add(.reset) }
  /// Records the error.
  public func report(_ error: any Error, at location: CodeLocation) { recording.add(.report(error, location)) }
  /// Records an issue, which no other handler gets.
  @Sendable package func record(_ issue: TrackableIssue) { recording.add(issue) }
  /// Records the purge.
  public func purge() { recording.add(.purge) }
}

extension RecordingTracker {
  /// All recorded calls, in the order of recording. If the recorder has a limit, these are the latest calls.
  public var deliveries: [TrackerCall] { recording.kept.deliveries }

  /// The number of deliveries that the limit has dropped from ``deliveries``.
  package var droppedCount: Int { recording.kept.dropped }

  /// The events, in the order of recording.
  public var events: [TrackedEvent] { deliveries.compactMap(\.event) }

  /// The user properties, in the order of recording.
  public var userProperties: [TrackedUserProperty] {
    deliveries.compactMap { if case .update(let property) = $0 { property } else { nil } }
  }

  /// The issues of the recorder's system. When ``withRecordedTracking(root:through:clock:date:operation:)`` returns,
  /// the surrounding handler gets the issues that the test has not read, and all later issues, so no issue is lost.
  public var issues: [TrackableIssue] { recording.readIssues() }

  /// The calls that may have left the recording. During the recording, they reached the process's system; the recorder
  /// notices them if the app has no tracker there. The code that made them has left the recorder's system, for example
  /// through a dispatch queue or a detached task. Or another test has made them, which runs at the same time and does
  /// not record. At the end of the recording, the library reports an issue for each such call that the test has not
  /// read. See <doc:TrackableTesting>.
  ///
  /// Limits: a call that waits for another actor is added later.
  public var astray: [TrackerCall] { recording.readAstray().map(\.call) }

  /// Removes the calls so far. The surrounding handler still gets the issues that the test has not read.
  public func removeAll() { recording.removeAll() }
}

extension RecordingTracker {
  /// Records the issues of the app's system from now on, for a recorder in a running app. The current handler gets the
  /// issues as well.
  ///
  /// ```swift
  /// let recorder = RecordingTracker(limit: 1_000)
  /// TrackableSystem.bootstrap(mixpanel.combined(with: recorder))
  /// recorder.recordIssues()
  /// ```
  ///
  /// Call this method once. Inside ``withRecordedTracking(root:through:clock:date:operation:)``, you need not call it.
  public func recordIssues() {
    let (handler, recording) = (TrackableSystem.issueHandler, recording)
    TrackableSystem.issueHandler = { issue in
      recording.add(issue)
      handler(issue)
    }
  }
}

extension RecordingTracker {
  /// Runs `operation` in the recorder's system, from any code, such as on a queue or in a detached task.
  ///
  /// ```swift
  /// queue.async { recorder.run { model.refresh() } }
  /// ```
  ///
  /// You may call this method after the end of the recording, and the library reports no issue about the calls of
  /// `operation`.
  ///
  /// A recorder without a system creates a system for each call.
  @discardableResult public func run<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try recording.during { () throws(Failure) -> Result in try (system ?? makeSystem()).run(operation) }
  }

  /// Runs an asynchronous `operation` in the recorder's system, in the caller's isolation. When the method returns, the
  /// recorder has all calls of the operation, including events that had to wait for other actors.
  @discardableResult public func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await recording.during { () async throws(Failure) -> Result in
      try await (system ?? makeSystem()).run(operation)
    }
  }

  private func makeSystem() -> ScopedSystem {
    let system = ScopedSystem(self)
    system.issueHandler = record
    return system
  }
}
