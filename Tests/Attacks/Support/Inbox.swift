import Trackable

/// A tracker that keeps its calls, and wakes the callers that wait for them.
final class Inbox: AnalyticsEventTracker {
  private struct State: Sendable {
    var events: [TrackedEvent] = []
    var awaited: [Int: Signal] = [:]
  }

  private let state = Guarded(State())
  private let microseconds: UInt64

  /// - Parameter microseconds: How long an event takes.
  init(microseconds: UInt64 = 0) { self.microseconds = microseconds }

  deinit { HeldLocks.mustBeNone() }

  func track(_ event: TrackedEvent) {
    HeldLocks.mustBeNone()
    spin(microseconds: microseconds)
    let number = event.number
    let signal = state.withLock { state in
      state.events.append(event)
      return state.awaited[number]
    }
    signal?.send()
  }

  var events: [TrackedEvent] { state.withLock { $0.events } }
  var numbers: [Int] { events.map(\.number) }
  var count: Int { state.withLock { $0.events.count } }
  /// Whether the event with this number has arrived, as the last one or with one from another thread behind it.
  func hasJust(_ number: Int) -> Bool { state.withLock { $0.events.suffix(2).contains { $0.number == number } } }

  func event(_ number: Int) -> TrackedEvent? { events.first { $0.number == number } }

  /// Sent when the event with this number is there.
  func arrival(of number: Int) -> Signal {
    let (signal, isThere) = state.withLock { state in
      let signal = state.awaited[number] ?? Signal()
      state.awaited[number] = signal
      return (signal, state.events.contains { $0.number == number })
    }
    if isThere { signal.send() }
    return signal
  }
}

/// Keeps the issues of the current system.
final class IssueLog: Sendable {
  private let kept = Guarded<[TrackableIssue]>([])

  /// Takes over from the current handler.
  init() { TrackableSystem.issueHandler = { self.note($0) } }

  func note(_ issue: TrackableIssue) {
    HeldLocks.mustBeNone()
    kept.withLock { $0.append(issue) }
  }

  var issues: [TrackableIssue] { kept.current }
  var kinds: [TrackableIssue.Kind] { issues.map(\.kind) }
  /// In a few words.
  var summary: String { "\(kinds) \(issues.first?.message ?? "")" }

  /// How many events the issues say were dropped. Those that count say their number first.
  var dropped: Int {
    issues.filter { $0.kind == .eventsDropped && $0.message.contains("were dropped") }
      .reduce(0) { $0 + (Int($1.message.prefix { $0.isNumber }) ?? 0) }
  }
}

/// Runs `operation` with a system of its own, and returns its issues.
@discardableResult func withSystem(
  _ tracker: any AnalyticsEventTracker, _ operation: @Sendable () async -> Void
) async -> [TrackableIssue] {
  await TrackableSystem.withTracker(tracker) {
    let issues = IssueLog()
    await operation()
    await TrackableSystem.flush()
    return issues.issues
  }
}

/// Bootstraps the process's system with a tracker that keeps its events, and keeps the issues.
func bootstrap(microseconds: UInt64 = 0) -> (inbox: Inbox, issues: IssueLog) {
  let inbox = Inbox(microseconds: microseconds)
  TrackableSystem.bootstrap(inbox)
  return (inbox, IssueLog())
}
