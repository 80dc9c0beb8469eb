import Trackable

/// A running measurement of an event's duration, from `startTiming` to
/// ``end(trackedProperties:isolation:fileID:line:)``.
///
/// ```swift
/// let load = page.startTiming(Events.Page.loaded)
///
/// load.end(trackedProperties: [Keys.bytes ~>> 20_480])
/// // Events.Page.loaded: bytes 20480, duration 0.35
/// ```
///
/// The event is tracked once, when the timing ends, with the property `duration` in seconds, unless you choose another
/// key or unit. If the event has a property with this key, the event keeps its own value. The mistake to avoid:
/// releasing a timing without ending it. Such a timing sends nothing, and the library reports an issue. The library
/// also reports an issue if you end a timing twice.
///
/// The event carries the user who is signed in when the timing ends. Before another user signs in, end or cancel the
/// timing, because its context may belong to the earlier user.
///
/// Isolation: any thread. If you end the timing on the actor on which it started, the timing reads the object's chain
/// again, as for a ``ValuePropositionSession``.
public final class EventTiming: Sendable {
  private let event: any AnalyticsEvent
  private let origin: Origin
  private let environment: AppEnvironment
  private let site: CodeLocation
  private let key: PropertyKey
  private let unit: Unit
  private let state: Lock<State>

  /// The unit of the duration.
  public enum Unit: Sendable, Hashable {
    /// Whole milliseconds.
    case milliseconds
    /// Seconds, with a fraction.
    case seconds
    /// Minutes, with a fraction.
    case minutes
  }

  private struct State: Sendable {
    var isOver = false
    /// The start. If the timing pauses in the background, the start moves forward by the time in the background.
    var start: ContinuousClock.Instant
    /// The time at which the app went to the background; `nil` while the app is in the foreground, or if the timing
    /// includes the time in the background.
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
    let (start, observers) = (environment.now().instant, LifecycleObservers.current)
    state = Lock(State(start: start, leftAt: pausesInBackground && observers.isInBackground ? start : nil))
    if pausesInBackground { observers.add(self) }
  }

  /// The time since the start, without the time in the background if the timing pauses there.
  public var elapsed: Duration {
    let now = environment.now().instant
    return state.withLock { $0.elapsed(at: now) }
  }

  deinit {
    if endOnce() { TrackableSystem.issueHandler(.timingDropped(event.name, at: site)) }
  }

  /// Tracks the event, with its duration.
  ///
  /// - Parameters:
  ///   - trackedProperties: The properties of this call. Their values win over all others.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func end(
    trackedProperties: TrackedProperties = TrackedProperties(), isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CodeLocation(fileID: fileID, line: line)
    let now = environment.now()
    guard endOnce() else {
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

  /// Ends the timing without an event, because what was timed did not happen.
  public func cancel() {
    _ = endOnce()
  }

  private func endOnce() -> Bool {
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
