import Trackable

/// A tracker that keeps everything it receives, in order, for tests.
///
/// ``withRecordedTracking(root:through:clock:date:operation:)`` makes one with a system of its own. A recorder that you make
/// yourself records the calls that it gets: put it behind the trackers that you test, such as `recorder.renaming(.snakeCase)`.
///
/// Isolation: everything may be called from any thread. Copies of a recorder are the same recorder.
public struct RecordingTracker: AnalyticsEventTracker {
  /// The recorder's name in logs.
  public let name: String

  package let recording: Recording
  /// The system whose calls it records; `nil` if you made the recorder yourself.
  let system: ScopedSystem?

  /// A recorder without a system: it records the calls that it gets.
  ///
  /// - Parameters:
  ///   - name: The recorder's name in logs.
  ///   - limit: The number of deliveries, and of issues, that the recorder keeps, the latest ones. `nil` means all; an app
  ///     that records while it runs should set a limit. A difference tells how many the limit dropped, unless the test
  ///     allows others.
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
  /// Records the property.
  public func update(_ property: TrackedUserProperty) { recording.add(.update(property)) }
  /// Records the user.
  public func identify(_ user: TrackedUser) { recording.add(.identify(user)) }
  /// Records that the user was forgotten.
  public func reset() { recording.add(.reset) }
  /// Records the error.
  public func report(_ error: any Error, at location: CodeLocation) { recording.add(.report(error, location)) }
  /// Records an issue. No other handler gets it.
  @Sendable package func record(_ issue: TrackableIssue) { recording.add(issue) }
  /// Records the purge.
  public func purge() { recording.add(.purge) }
}

extension RecordingTracker {
  /// All recorded calls, in order; if there is a limit, the latest.
  public var deliveries: [TrackerCall] { recording.kept.deliveries }

  /// How many deliveries the limit has dropped from ``deliveries``.
  package var droppedCount: Int { recording.kept.dropped }

  /// The events, in order.
  public var events: [TrackedEvent] { deliveries.compactMap(\.event) }

  /// The user properties, in order.
  public var userProperties: [TrackedUserProperty] {
    deliveries.compactMap { if case .update(let property) = $0 { property } else { nil } }
  }

  /// The issues of the recorder's system. When ``withRecordedTracking(root:through:clock:date:operation:)`` returns, the
  /// surrounding issue handler gets those that the test has not read, and all later ones: none is lost.
  public var issues: [TrackableIssue] { recording.readIssues() }

  /// Calls that reached the process's system meanwhile, where the app has bootstrapped no tracker: those of code that left
  /// the recorder's system for a queue or a detached task. They may belong to another test that runs at the same time. When
  /// the recording ends, an issue reports each that the test has not read. A call that waits for another actor follows
  /// later. See <doc:TrackableTesting>.
  public var astray: [TrackerCall] { recording.readAstray().map(\.call) }

  /// Forgets the calls so far. The surrounding handler gets the issues that the test has not read nevertheless.
  public func removeAll() { recording.removeAll() }
}

extension RecordingTracker {
  /// Records the issues of the app's system from now on, for a recorder that an app has while it runs. The present handler
  /// gets them as well.
  ///
  /// ```swift
  /// let recorder = RecordingTracker(limit: 1_000)
  /// TrackableSystem.bootstrap(mixpanel.combined(with: recorder))
  /// recorder.recordIssues()
  /// ```
  ///
  /// Call it once. In ``withRecordedTracking(root:through:clock:date:operation:)`` there is no need to.
  public func recordIssues() {
    let (handler, recording) = (TrackableSystem.issueHandler, recording)
    TrackableSystem.issueHandler = { issue in
      recording.add(issue)
      handler(issue)
    }
  }
}

extension RecordingTracker {
  /// Runs `operation` in the recorder's system, wherever it is called: on a queue, in a detached task.
  ///
  /// ```swift
  /// queue.async { recorder.run { model.refresh() } }
  /// ```
  ///
  /// You may call it after the recording has ended: the calls of `operation` are no issue then.
  ///
  /// A recorder without a system makes one for each call.
  @discardableResult public func run<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try recording.during { () throws(Failure) -> Result in try (system ?? makeSystem()).run(operation) }
  }

  /// Runs an asynchronous `operation` in the recorder's system, in the caller's isolation. When it returns, the recorder has
  /// all its calls, including events that had to wait for other actors.
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
