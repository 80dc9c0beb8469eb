import Trackable

/// An event that takes time, from `startTiming` to ``end(trackedProperties:isolation:fileID:line:)``.
///
/// ```swift
/// let load = page.startTiming(Events.Page.loaded)
///
/// load.end(trackedProperties: [Keys.bytes ~>> 20_480])
/// // Events.Page.loaded: bytes 20480, duration 0.35
/// ```
///
/// The event is tracked once, when the timing ends, with the property `duration`, in seconds, unless you chose another key or
/// unit. An event that has one of its own keeps it. A timing that is released without an end sends nothing. An issue reports
/// it, and also a second end.
///
/// The event belongs to the user at its end. Where another user takes over, end or cancel a timing before, as its context
/// can be that of the last user.
///
/// Isolation: may be ended from any thread. As for a ``ValuePropositionSession``, an object's chain is read anew where the
/// timing ends on the actor on which it started.
public final class EventTiming: Sendable {
  private let event: any AnalyticsEvent
  private let origin: Origin
  private let environment: AppEnvironment
  private let site: CodeLocation
  private let key: PropertyKey
  private let unit: Unit
  private let state: Lock<State>

  /// The unit in which an event has its duration.
  public enum Unit: Sendable, Hashable {
    /// Whole milliseconds.
    case milliseconds
    /// Seconds, with their fraction.
    case seconds
    /// Minutes, with their fraction.
    case minutes
  }

  private struct State: Sendable {
    var isOver = false
    /// The start, moved by the time that does not count.
    var start: ContinuousClock.Instant
    /// When the app left; `nil` while it is here, and where the background counts.
    var leftAt: ContinuousClock.Instant?

    func elapsed(at now: ContinuousClock.Instant) -> Duration { (leftAt ?? now) - start }
  }

  init(
    _ event: any AnalyticsEvent, _ key: (any Key)?, _ unit: Unit, pausesInBackground: Bool, _ origin: Origin,
    at site: CodeLocation
  ) {
    self.event = event
    self.origin = origin
    self.site = site
    self.key = key.map { PropertyKey($0) } ?? "duration"
    self.unit = unit
    environment = ValuePropositionSessions.current.list.environment
    state = Lock(State(start: environment.now().instant))
    if pausesInBackground { LifecycleObservers.current.add(self) }
  }

  /// The time since the start, without that in the background if the timing pauses there.
  public var elapsed: Duration {
    let now = environment.now().instant
    return state.withLock { $0.elapsed(at: now) }
  }

  deinit {
    if takeEnd() { TrackableSystem.issueHandler(.timingDropped(event.name, at: site)) }
  }

  /// Tracks the event, with the time since the start.
  ///
  /// - Parameters:
  ///   - trackedProperties: The properties of this one occurrence, rank 1.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func end(
    trackedProperties: TrackedProperties = TrackedProperties(), isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CodeLocation(fileID: fileID, line: line)
    let now = environment.now()
    guard takeEnd() else {
      return TrackableSystem.issueHandler(.timingEndedTwice(event.name, at: site))
    }
    var properties = trackedProperties
    let own: TrackedProperties = event.properties
    if properties[key] == nil, own[key] == nil {
      properties[key] = unit.value(of: state.withLock { $0.elapsed(at: now.instant) })
    }
    let context = origin.reread(isolation: isolation, at: site) ?? origin.context
    context.track(event, properties, at: now, site)
  }

  /// Ends the timing without an event: the thing that it timed did not happen.
  public func cancel() {
    _ = takeEnd()
  }

  private func takeEnd() -> Bool {
    state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
  }
}

extension EventTiming: LifecycleObserver {
  package func foregroundEnds(isolation: isolated (any Actor)?, at location: CodeLocation) {
    let now = environment.now().instant
    state.withLock { $0.leftAt = $0.leftAt ?? now }
  }

  package func foregroundBegins(isolation: isolated (any Actor)?, at location: CodeLocation) {
    let now = environment.now().instant
    state.withLock { state in
      if let leftAt = state.leftAt.take() { state.start += now - leftAt }
    }
  }
}

extension EventTiming.Unit {
  fileprivate func value(of duration: Duration) -> TrackedValue {
    switch self {
    case .milliseconds: .int(Int((duration.inSeconds * 1_000).rounded()))
    case .seconds: .double(duration.inSeconds)
    case .minutes: .double(duration.inSeconds / 60)
    }
  }
}

extension TrackableIssue {
  fileprivate static func timingDropped(_ name: String, at location: CodeLocation) -> Self {
    TrackableIssue(
      kind: .timingMisused, message: "The timing of '\(name)' is gone, and was not ended. The event is not tracked.",
      remedy: "keep it, and call end(), or cancel() if there is nothing to report.", location: location)
  }

  fileprivate static func timingEndedTwice(_ name: String, at location: CodeLocation) -> Self {
    TrackableIssue(
      kind: .timingMisused,
      message: "The timing of '\(name)' has ended or was canceled already: this call tracks nothing.",
      remedy: "start another timing for another event.", location: location)
  }
}
