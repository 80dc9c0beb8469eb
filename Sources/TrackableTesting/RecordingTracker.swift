import Trackable

/// A tracker that keeps everything it receives, in order, for tests.
///
/// ```swift
/// @Test func `Rating an album is tracked`() {
///   withRecordedTracking { recorder in
///     AlbumDetailVC().rate()
///     #expect(recorder.difference(from: [.event(Events.User.didRateAlbum, [Keys.userLikesAlbum ~>> true])]) == nil)
///   }
/// }
/// ```
///
/// ``withRecordedTracking(root:through:clock:date:operation:)`` makes one with a system of its own. One that you make yourself
/// records what is handed to it: put it behind the trackers that you test, such as `recorder.renaming(.snakeCase)`.
///
/// Isolation: everything may be called from any thread. Copies of a recorder are the same recorder.
public struct RecordingTracker: AnalyticsEventTracker {
  /// The recorder's name in logs.
  public let name: String

  package let recording: Recording
  /// The system that it records.
  let system: ScopedSystem?

  /// A recorder without a system: it records what is handed to it.
  ///
  /// - Parameters:
  ///   - name: The recorder's name in logs.
  ///   - limit: How many deliveries, and how many issues, are kept, the latest ones. `nil` means all; an app that records
  ///     while it runs should say how many. A difference tells what was dropped, unless others are allowed.
  public init(name: String = "RecordingTracker", limit: Int? = nil) {
    self.init(name: name, Recording(limit: limit), nil)
  }

  init(name: String, _ recording: Recording, _ system: ScopedSystem?) {
    self.name = name
    self.recording = recording
    self.system = system
  }

  /// Records the event.
  public func track(_ event: TrackedEvent) { recording.add(.track(event), at: event.location) }
  /// Records the property.
  public func update(_ property: TrackedUserProperty) { recording.add(.update(property), at: property.location) }
  /// Records the user.
  public func identify(_ user: TrackedUser) { recording.add(.identify(user), at: user.location) }
  /// Records that the user was forgotten.
  public func reset() { recording.add(.reset, at: nil) }
  /// Records the error.
  public func report(_ error: any Error, at location: CodeLocation) {
    recording.add(.report(error, location), at: location)
  }
  /// Records an issue, without telling it to anybody else.
  @Sendable package func record(_ issue: TrackableIssue) { recording.add(issue) }
  /// Records that what waits must not be sent.
  public func purge() { recording.add(.purge, at: nil) }
}

extension RecordingTracker {
  /// Everything that was recorded, in order; if there is a limit, the latest.
  public var deliveries: [RecordedDelivery] { recording.deliveries }

  /// How many deliveries are not in ``deliveries`` any more, because of the limit.
  package var droppedCount: Int { recording.dropped }

  /// The events, in order.
  public var events: [TrackedEvent] { deliveries.compactMap(\.event) }

  /// The user properties, in order.
  public var userProperties: [TrackedUserProperty] {
    deliveries.compactMap { if case .update(let property) = $0.delivery { property } else { nil } }
  }

  /// The issues of the recorder's system. Those that a test does not read go to the surrounding issue handler when
  /// ``withRecordedTracking(root:through:clock:date:operation:)`` returns, and so do those that come later: none is lost.
  public var issues: [TrackableIssue] { recording.readIssues() }

  /// What reached the process's system meanwhile, although nothing was bootstrapped there: events of code that has left
  /// the recorder's system, by hopping to a queue or a detached task. They may belong to another test that runs at the
  /// same time. What a test does not read is reported as an issue when the recording ends, or when it is known that nobody
  /// received it, which may be later if it had to wait for another actor. See <doc:Testing>.
  public var astray: [RecordedDelivery] { recording.readAstray() }

  /// Forgets what was recorded so far. Issues that were not read go to the surrounding handler nevertheless.
  public func removeAll() { recording.removeAll() }
}

extension RecordingTracker {
  /// Records the issues of the app's system from now on, for a recorder that an app has while it runs. The handler that was
  /// set gets them as well.
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
  /// It may be called after the recording has ended: what is recorded then is no issue.
  ///
  /// A recorder that was made without a system gets one of its own for each call.
  public func run<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure) -> Result {
    try recording.during { () throws(Failure) -> Result in try (system ?? makeSystem()).run(operation) }
  }

  /// Runs an asynchronous `operation` in the recorder's system, in the caller's isolation. When it returns, everything that
  /// it tracked was recorded, including events that had to wait for other actors.
  public func run<Result, Failure: Error>(
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
