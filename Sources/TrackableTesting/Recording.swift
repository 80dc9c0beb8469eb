import Trackable

/// What has been recorded, and who waits for more.
final class Recording: Sendable {
  private struct State {
    var deliveries: [RecordedDelivery] = []
    /// How many came before those, and are gone. Positions count from the first that was ever recorded.
    var gone = 0
    /// How many of those are gone because all were removed.
    var removed = 0
    /// How many deliveries ``RecordingTracker/next(within:clock:where:fileID:line:)`` has passed.
    var passed = 0
    var astray: [RecordedDelivery] = []
    /// Each with the position of the delivery that came next.
    var issues: [(issue: TrackableIssue, position: Int)] = []
    var issuesGone = 0
    /// Whether the test has looked at them.
    var issuesWereRead = false
    var astrayWasRead = false
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0

    /// The position after the last delivery.
    var end: Int { gone + deliveries.count }

    /// Forgets what is too old. Half at a time, so that it does not move the rest for each.
    mutating func trim(to limit: Int) {
      if deliveries.count / 2 >= max(limit, 1) {
        gone += deliveries.count - limit
        deliveries.removeFirst(deliveries.count - limit)
      }
      if issues.count / 2 >= max(limit, 1) {
        issuesGone += issues.count - limit
        issues.removeFirst(issues.count - limit)
      }
    }
  }

  private struct Waiter {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  // Not `Synchronization.Mutex`, which the thread sanitizer does not understand on Linux.
  private let state = Lock(State())
  /// How many deliveries it keeps at least, and shows.
  private let limit: Int

  init(limit: Int? = nil) {
    self.limit = max(0, limit ?? .max)
  }

  var deliveries: [RecordedDelivery] { state.withLock { $0.deliveries.suffix(limit) } }

  var dropped: Int { state.withLock { $0.gone - $0.removed + max(0, $0.deliveries.count - limit) } }

  var astray: [RecordedDelivery] { state.withLock { $0.astray } }

  var issues: [TrackableIssue] {
    state.withLock { state in
      state.issuesWereRead = true
      return state.issues.suffix(limit).map(\.issue)
    }
  }

  /// What went astray, for the test.
  func readAstray() -> [RecordedDelivery] {
    state.withLock { state in
      state.astrayWasRead = true
      return state.astray
    }
  }

  /// What the test should have looked at, and has not.
  var unreadIssues: [TrackableIssue] {
    let (issues, astray) = state.withLock { state in
      (state.issuesWereRead ? [] : state.issues.map(\.issue), state.astrayWasRead ? [] : state.astray)
    }
    return issues + astrayIssues(astray)
  }

  /// An issue for each place.
  private func astrayIssues(_ astray: [RecordedDelivery]) -> [TrackableIssue] {
    var locations: Set<Trackable.SourceLocation> = []
    return astray.filter { $0.location.map { locations.insert($0).inserted } ?? true }.map(\.issue)
  }

  func add(_ delivery: Delivery, at location: Trackable.SourceLocation?) {
    let ready = state.withLock { state -> [Int: Waiter] in
      state.deliveries.append(RecordedDelivery(delivery: delivery, location: location))
      state.trim(to: limit)
      if state.waiters.isEmpty { return [:] }
      let ready = state.waiters.filter { $0.value.count < state.end }
      for number in ready.keys { state.waiters[number] = nil }
      return ready
    }
    for waiter in ready.values { waiter.continuation.resume() }
  }

  func add(_ issue: TrackableIssue) {
    state.withLock { state in
      state.issues.append((issue, position: state.end))
      state.trim(to: limit)
    }
  }

  func add(astray delivery: RecordedDelivery) { state.withLock { $0.astray.append(delivery) } }

  func removeAll() {
    state.withLock { state in
      // Positions go on: somebody may be waiting for what comes after one of them.
      (state.gone, state.removed, state.passed) = (state.end, state.end, state.end)
      (state.deliveries, state.issuesGone) = ([], 0)
      state.astray = []
      state.issues = []
    }
  }

  /// What no one has passed yet, and the position of the first of it.
  var ahead: (deliveries: ArraySlice<RecordedDelivery>, position: Int) {
    state.withLock { state in
      let position = max(state.passed, state.gone)
      return (state.deliveries[(position - state.gone)...], position)
    }
  }

  /// Passes everything before a position.
  func pass(before position: Int) {
    state.withLock { $0.passed = min(max($0.passed, position), $0.end) }
  }

  /// A report of it all.
  func makeReport(title: String) -> TrackingReport {
    let (deliveries, end, issues, dropped) = state.withLock { state in
      let (deliveries, issues) = (state.deliveries.suffix(limit), state.issues.suffix(limit))
      let dropped = state.end - state.removed - deliveries.count + state.issuesGone + state.issues.count - issues.count
      return (deliveries, state.end, issues, dropped)
    }
    var entries: [TrackingReport.Entry] = []
    var rest = issues[...]
    for (position, delivery) in zip((end - deliveries.count)..., deliveries) {
      while let (issue, before) = rest.first, before <= position {
        entries.append(.issue(issue))
        rest.removeFirst()
      }
      entries.append(.delivery(delivery))
    }
    let others = rest.map(\.issue) + astrayIssues(astray)
    return TrackingReport(entries + others.map(TrackingReport.Entry.issue), dropped: dropped, title: title)
  }

  /// Returns when more than `count` deliveries were recorded, or the task was cancelled.
  func waitForMore(than count: Int) async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          // A cancellation that came before this finds no waiter; it is seen here.
          if state.end > count || Task.isCancelled { return true }
          state.waiters[number] = Waiter(count: count, continuation: continuation)
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
  }
}
