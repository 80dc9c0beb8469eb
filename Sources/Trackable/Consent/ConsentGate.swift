/// What stands in front of a tracker that requires consent.
///
/// | the user | a call |
/// |---|---|
/// | has not decided | waits, as ``ConsentPolicy`` says |
/// | agrees | passes, after what waited |
/// | does not agree | is dropped |
///
/// A `purge` passes, and drops the calls that wait. It waits only behind calls that the gate is handing over. A `reset`
/// before the decision drops the calls that wait, and waits itself. A denial empties the gate. The tracker then gets
/// one `reset` and one `purge`, when every call to it has returned. So nothing comes after them.
final class ConsentGate: Sendable {
  private struct State: ~Copyable {
    var queue: CallQueue<TrackerCall>
    var status: Consent.Status
    /// How many calls are under way.
    var active = 0
    /// Whether the tracker still has to get the `reset` and the `purge` of a denial.
    var owesDenial = false
    /// Whether a thread makes the calls that wait.
    var isWorking = false
    var waiters: [@Sendable () -> Void] = []

    var hasWork: Bool { owesDenial ? active == 0 : status == .granted && queue.state != .open }
  }

  private enum Step {
    case perform(TrackerCall, nesting: Int)
    case tellDenial
    case goOnElsewhere
    case finish([@Sendable () -> Void], dropped: Int)
  }

  let tracker: any AnalyticsEventTracker
  let policy: ConsentPolicy
  let purpose: ConsentPurpose
  let location: CodeLocation
  private let state: Lock<State>

  init(
    _ tracker: any AnalyticsEventTracker, _ purpose: ConsentPurpose, _ status: Consent.Status,
    _ policy: ConsentPolicy, at location: CodeLocation
  ) {
    self.tracker = tracker
    self.purpose = purpose
    self.policy = policy
    self.location = location
    let queue = CallQueue<TrackerCall>(
      status == .granted ? .open : .closed, capacity: policy.capacity, tellsUser: { $0.tellsUser },
      merged: { $0.merged(with: $1) })
    state = Lock(State(queue: queue, status: status))
  }

  deinit {
    let lost = state.withLock { state in
      state.queue.calls.count { !$0.tellsUser } + state.queue.dropped
    }
    if lost > 0 { IssueReporter.current.report(.lostWithGate(lost, purpose, at: location)) }
  }

  var isDenied: Bool { state.withLock { $0.status == .denied } }

  func submit(_ call: TrackerCall) {
    if !state.withLock({ Self.passes(&$0) }) {
      let (passes, removed) = state.withLock { state in Self.enter(call, policy, &state) }
      withExtendedLifetime(removed) {}
      if !passes { return }
    }
    call.perform(on: tracker)
    leave()
  }

  private static func passes(_ state: inout State) -> Bool {
    guard state.status == .granted, state.queue.state == .open, !state.owesDenial else { return false }
    state.active += 1
    return true
  }

  /// Whether a call passes; and what waited, to be released after unlocking: it may hold the last reference to an
  /// adopter's object.
  private static func enter(
    _ call: TrackerCall, _ policy: ConsentPolicy, _ state: inout State
  ) -> (passes: Bool, removed: [TrackerCall]) {
    if passes(&state) { return (true, []) }
    switch (state.status, call) {
    case (_, .purge):
      let removed = state.queue.removeAll(exceptUser: true)
      // The denial that the tracker is about to get includes a purge.
      if state.owesDenial { return (false, removed) }
      if state.queue.state == .opening {
        return (false, removed + state.queue.hold(call).replaced)
      }
      state.active += 1
      return (true, removed)
    case (.denied, _): return (false, [])
    case (.undecided, .reset):
      let removed = state.queue.removeAll()
      return (false, removed + state.queue.hold(call).replaced)
    case (.undecided, _) where !policy.holds && !call.tellsUser: return (false, [])
    case (.undecided, _), (.granted, _): return (false, state.queue.hold(call).replaced)
    }
  }

  private func leave() {
    let isDue = state.withLock { state in
      state.active -= 1
      return Self.beginsWork(&state)
    }
    if isDue { work() }
  }

  /// Notes the user's decision. The caller releases the result after unlocking, and then calls ``follow()``.
  func decide(_ status: Consent.Status) -> [TrackerCall] {
    state.withLock { state in
      let old = state.status
      state.status = status
      if status == .granted {
        state.queue.open()
        return []
      }
      state.queue.close()
      if status == .undecided || old == .denied { return [] }
      state.owesDenial = true
      // No loss: the user does not want it.
      _ = state.queue.takeDropped()
      return state.queue.removeAll()
    }
  }

  /// Does what the decision makes due.
  func follow() {
    let (dropped, isDue) = state.withLock { state in
      (state.status == .granted ? state.queue.takeDropped() : 0, Self.beginsWork(&state))
    }
    if dropped > 0 { IssueReporter.current.report(.droppedWhileUndecided(dropped, purpose, at: location)) }
    if isDue { work() }
  }

  private static func beginsWork(_ state: inout State) -> Bool {
    if state.isWorking || !state.hasWork { return false }
    state.isWorking = true
    return true
  }

  /// Makes the calls that are due, one after the other.
  private func work() {
    while true {
      switch state.withLock({ Self.step(&$0) }) {
      case .perform(let call, let nesting): Nesting.from(nesting) { call.perform(on: tracker) }
      case .tellDenial:
        tracker.reset()
        tracker.purge()
      case .goOnElsewhere:
        Task { work() }
        return
      case .finish(let waiters, let dropped):
        if dropped > 0 { IssueReporter.current.report(.droppedBehindHeld(dropped, purpose, at: location)) }
        for resume in waiters { resume() }
        return
      }
      state.withLock { $0.active -= 1 }
    }
  }

  private static func step(_ state: inout State) -> Step {
    var dropped = 0
    if state.owesDenial, state.active == 0 {
      state.owesDenial = false
      state.active += 1
      return .tellDenial
    }
    if !state.owesDenial, state.status == .granted {
      switch state.queue.step() {
      case .perform(let call, let nesting):
        state.active += 1
        return .perform(call, nesting: nesting)
      case .goOnElsewhere: return .goOnElsewhere
      case .finish(let count): dropped = count
      }
    }
    state.isWorking = false
    defer { state.waiters = [] }
    return .finish(state.waiters, dropped: dropped)
  }

  /// Calls `action` when nothing that waited is being handed over: at once, or from the thread that does it.
  func whenDrained(_ action: @escaping @Sendable () -> Void) {
    let isDrained = state.withLock { state in
      if state.isWorking { state.waiters.append(action) }
      return !state.isWorking
    }
    if isDrained { action() }
  }
}

extension TrackableIssue {
  fileprivate static func droppedWhileUndecided(
    _ count: Int, _ purpose: ConsentPurpose, at location: CodeLocation
  ) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: count.description + " calls were dropped before the user agreed to " + purpose.rawValue
        + ", the latest ones.",
      remedy: "ask the user earlier, or hold more with requiringConsent(_:from:whileUndecided: .hold(capacity:)).",
      location: location)
  }

  fileprivate static func droppedBehindHeld(
    _ count: Int, _ purpose: ConsentPurpose, at location: CodeLocation
  ) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: count.description + " calls were dropped after the user had agreed to " + purpose.rawValue
        + ": more than "
        + CallQueue<TrackerCall>.waitingCapacity.description
        + " waited while the tracker got the held calls.",
      remedy: "put a TrackerHub behind requiringConsent, whose calls return at once.", location: location)
  }

  fileprivate static func lostWithGate(
    _ count: Int, _ purpose: ConsentPurpose, at location: CodeLocation
  ) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: count.description + " calls that waited for the user to agree to " + purpose.rawValue
        + " went with their tracker, which is gone.",
      remedy: "require consent once for a tracker that lives as long as the app, not for one of a screen.",
      location: location)
  }
}
