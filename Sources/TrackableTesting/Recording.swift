import Trackable

/// What has been recorded, and who waits for more.
final class Recording: Sendable {
  private struct State {
    var deliveries: [RecordedDelivery] = []
    /// How many of them ``RecordingTracker/next(within:clock:where:fileID:line:)`` has passed.
    var passed = 0
    var astray: [RecordedDelivery] = []
    var issues: [TrackableIssue] = []
    /// Whether the test has looked at them.
    var issuesWereRead = false
    var astrayWasRead = false
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
  }

  private struct Waiter {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  // Not `Synchronization.Mutex`, which the thread sanitizer does not understand on Linux.
  private let state = Lock(State())

  var deliveries: [RecordedDelivery] { state.withLock { $0.deliveries } }
  var astray: [RecordedDelivery] { state.withLock { $0.astray } }

  var issues: [TrackableIssue] {
    state.withLock { state in
      state.issuesWereRead = true
      return state.issues
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
    let (issues, astray) = state.withLock { ($0.issuesWereRead ? [] : $0.issues, $0.astrayWasRead ? [] : $0.astray) }
    var locations: Set<Trackable.SourceLocation> = []
    return issues + astray.filter { $0.location.map { locations.insert($0).inserted } ?? true }.map(\.issue)
  }

  func add(_ delivery: Delivery, at location: Trackable.SourceLocation?) {
    let ready = state.withLock { state -> [Int: Waiter] in
      state.deliveries.append(RecordedDelivery(delivery: delivery, location: location))
      if state.waiters.isEmpty { return [:] }
      let ready = state.waiters.filter { $0.value.count < state.deliveries.count }
      for number in ready.keys { state.waiters[number] = nil }
      return ready
    }
    for waiter in ready.values { waiter.continuation.resume() }
  }

  func add(_ issue: TrackableIssue) { state.withLock { $0.issues.append(issue) } }

  func add(astray delivery: RecordedDelivery) { state.withLock { $0.astray.append(delivery) } }

  func removeAll() {
    state.withLock { state in
      state.deliveries = []
      state.passed = 0
      state.astray = []
      state.issues = []
    }
  }

  /// What no one has passed yet.
  var ahead: ArraySlice<RecordedDelivery> { state.withLock { $0.deliveries[$0.passed...] } }

  /// Passes everything before a position.
  func pass(before position: Int) {
    state.withLock { $0.passed = min(max($0.passed, position), $0.deliveries.count) }
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
          if state.deliveries.count > count || Task.isCancelled { return true }
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
